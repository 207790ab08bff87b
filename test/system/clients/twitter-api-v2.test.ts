import type { Agent } from 'node:https';
import { ApiResponseError, TwitterApi } from 'twitter-api-v2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { at, textAt } from '../../unit/sandbox/data-client.ts';
import { aNumber, aText, having } from '../../unit/sandbox/matchers.ts';
import { agentTo } from './agent-to.ts';
import { approve, visit } from './browser.ts';

const us = '18ce54d4x5t';
const admin = '756201191646691328';
const callback = 'http://127.0.0.1:5555/done?keep=1';
let running: Sandbox | undefined;
let agent: Agent;

beforeAll(async () => {
  running = await startSandbox({ httpsPort: 0 });
  agent = agentTo(ready().https_base_url ?? '', ready().certificate ?? '');
});

beforeEach(() => control('POST', '/reset'));

afterEach(() => agent.destroy());

afterAll(() => running?.stop());

function ready(): Sandbox['ready'] {
  if (running === undefined) throw new Error('no sandbox is running');
  return running.ready;
}

async function control(method: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const answer = await fetch(`${ready().admin_url}${path}`, init);
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}

/** The client of the application alone, or with tokens. */
function clientOf(tokens: { accessToken?: string; accessSecret?: string } = {}): TwitterApi {
  const { consumer_key: appKey, consumer_secret: appSecret } = ready();
  return new TwitterApi({ appKey, appSecret, ...tokens }, { httpAgent: agent });
}

function ownClient(): TwitterApi {
  const { access_token: accessToken, access_token_secret: accessSecret } = ready();
  return clientOf({ accessToken, accessSecret });
}

/** The last step of the flow: the request token and its verifier against tokens. */
function loggedIn(
  link: { readonly oauth_token: string; oauth_token_secret: string },
  verifier: string | null,
) {
  const { oauth_token: accessToken, oauth_token_secret: accessSecret } = link;
  return clientOf({ accessToken, accessSecret }).login(verifier ?? '');
}

/** What the platform answered where the client threw. */
async function refusalOf(call: Promise<unknown>): Promise<readonly [number, unknown]> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiResponseError)) throw new Error('it was not refused', { cause: error });
  return [error.code, error.data];
}

describe('the three-legged flow', () => {
  test('from a request token over the approval page to an access token, with a callback', async () => {
    const link = await clientOf().generateAuthLink(callback, { linkMode: 'authorize' });
    const { status, location } = await approve(agent, link.url, 'acme_manager');
    const back = new URL(location);
    const { client, ...granted } = await loggedIn(link, back.searchParams.get('oauth_verifier'));
    const accounts: unknown = await client.ads.get('accounts');

    expect(new URL(link.url).origin).toBe('https://api.x.com');
    expect(link.oauth_callback_confirmed).toBe('true');
    expect([status, back.origin, back.searchParams.get('keep')]).toEqual([302, 'http://127.0.0.1:5555', '1']);
    expect(back.searchParams.get('oauth_token')).toBe(link.oauth_token);
    expect(granted).toMatchObject({ userId: '756201191646691329', screenName: 'acme_manager' });
    expect(at(accounts, 'data')).toMatchObject([{ id: us }, { id: '18ce5uk0000' }]);
  });

  test('with a PIN that is typed in, for reading only', async () => {
    const link = await clientOf().generateAuthLink('oob', { linkMode: 'authorize', authAccessType: 'read' });
    const { status, html } = await approve(agent, link.url, 'acme_admin');
    const { client } = await loggedIn(link, /<kbd>(\d{7})<\/kbd>/.exec(html)?.[1] ?? null);
    const account: unknown = await client.ads.get(`accounts/${us}`);
    const write = client.ads.put(`accounts/${us}/campaigns/8zva0`, { name: 'x' });

    expect(status).toBe(200);
    expect(at(account, 'data.id')).toBe(us);
    expect((await refusalOf(write))[0]).toBe(403);
  });

  test('signing in again needs no approval where the application may do that', async () => {
    await control('POST', '/mutate', [{ collection: 'apps', id: '27000001', set: { sign_in: true } }]);
    const first = await clientOf().generateAuthLink(callback);
    const { location, cookie } = await approve(agent, first.url, 'acme_admin');
    await loggedIn(first, new URL(location).searchParams.get('oauth_verifier'));

    const second = await clientOf().generateAuthLink(callback);
    const back = await visit(agent, second.url, { cookie });
    const verifier = new URL(back.location).searchParams.get('oauth_verifier');
    const { screenName } = await loggedIn(second, verifier);
    const [spent] = await refusalOf(loggedIn(second, verifier));

    expect(first.url).toContain('/oauth/authenticate?');
    expect([back.status, screenName, spent]).toEqual([302, 'acme_admin', 401]);
  });

  test('a wrong verifier is refused', async () => {
    const link = await clientOf().generateAuthLink('oob', { linkMode: 'authorize' });
    await approve(agent, link.url, 'acme_admin');

    const [status] = await refusalOf(loggedIn(link, 'wrong'));

    expect(status).toBe(400);
  });
});

describe('the advertising paths', () => {
  const path = `accounts/${us}/campaigns`;
  const wanted = {
    funding_instrument_id: 'hxtet',
    name: "Sommer: 50 % & mehr! (*) ~ 'größer' +1 日本",
    entity_status: 'PAUSED',
    daily_budget_amount_local_micro: 50_000_000,
  };
  const create = (name: string) => ({ operation_type: 'Create', params: { ...wanted, name } });

  test('a campaign is created, read, changed and deleted', async () => {
    const { ads } = ownClient();

    const created: unknown = await ads.post(path, wanted);
    const id = textAt(created, 'data.id');
    const changed: unknown = await ads.put(`${path}/:id`, { entity_status: 'ACTIVE' }, { params: { id } });
    const listed: unknown = await ads.get(path, { campaign_ids: id, with_total_count: true });
    const deleted: unknown = await ads.delete(`${path}/${id}`);
    const gone = await refusalOf(ads.get(`${path}/${id}`));

    expect(at(created, 'data')).toMatchObject(wanted);
    expect(at(created, 'request.params')).toMatchObject({ account_id: us, name: wanted.name });
    expect(at(changed, 'data')).toMatchObject({ id, entity_status: 'ACTIVE', name: wanted.name });
    expect(listed).toMatchObject({ total_count: 1, data: [{ id }] });
    expect(at(deleted, 'data')).toMatchObject({ id, deleted: true });
    expect(gone).toEqual([404, having({ errors: [having({ code: 'CAMPAIGN_NOT_FOUND' })] })]);
  });

  test('the address can be set, as for a sandbox on plain hosts', async () => {
    const { ads } = ownClient();
    const prefix = `${ready().https_base_url}/12/`;

    const listed: unknown = await ads.get(path, { with_deleted: true, count: 1 }, { prefix });

    expect(at(listed, 'data.0.id')).toBe('8zva0');
  });

  test('a JSON batch is carried out in order, and all or nothing', async () => {
    const { ads } = ownClient();
    const batch = (operations: readonly object[]): Promise<unknown> =>
      ads.post(`batch/${path}`, operations, { forceBodyMode: 'json' });

    const created = await batch([create('a'), create('b')]);
    const [status, data] = await refusalOf(batch([create('c'), create('')]));
    const names: unknown = at(await ads.get(path, { sort_by: 'created_at-asc' }), 'data');

    expect(at(created, 'data')).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect([status, at(data, 'operation_errors.0'), at(data, 'operation_errors.1.0.parameter')]).toEqual([
      400,
      [],
      'name',
    ]);
    expect(names).toMatchObject([{ name: 'Evergreen' }, { name: 'a' }, { name: 'b' }]);
  });

  test('the four operations for sandbox accounts are where the client looks for them', async () => {
    const { sandbox } = ownClient().ads;

    const created: unknown = await sandbox.post('accounts');

    expect(at(created, 'data')).toMatchObject([{ id: aText, deleted: false }]);
  });

  test('rates are read from the headers', async () => {
    await control('PUT', '/limits', { rate_limits: 'public' });

    const { rateLimit } = await ownClient().ads.get(path, {}, { fullResponse: true });

    expect(rateLimit).toMatchObject({ limit: 10_000, remaining: 9999, reset: aNumber });
  });

  test('a wrong secret is refused', async () => {
    const { access_token: accessToken } = ready();

    const refused = await refusalOf(clientOf({ accessToken, accessSecret: 'wrong' }).ads.get('accounts'));

    expect(refused).toEqual([401, having({ errors: [having({ code: 'UNAUTHORIZED_ACCESS' })] })]);
  });
});

describe('the data API', () => {
  test('a post is published by a user, and read by the application with its author', async () => {
    const app = await clientOf().appLogin();

    const { data } = await ownClient().v2.tweet('Spring is here');
    const { data: post, includes } = await app.v2.singleTweet(data.id, {
      'tweet.fields': ['author_id', 'created_at'],
      'user.fields': ['username'],
      expansions: ['author_id'],
    });

    expect(post).toMatchObject({ id: data.id, text: 'Spring is here', author_id: admin, created_at: aText });
    expect(includes?.users).toMatchObject([{ id: admin, username: 'acme_admin' }]);
  });
});

describe('version 1.1', () => {
  test('users, posts and the caller are read', async () => {
    const { v1 } = ownClient();

    const me = await v1.verifyCredentials();
    const user = await v1.user({ screen_name: 'acme_manager' });
    const post = await v1.singleTweet('1166476031668015104');
    const nobody = await refusalOf(v1.user({ screen_name: 'nobody' }));

    expect([me.id_str, textAt(me, 'status.id_str')]).toEqual([admin, '1166476031668015105']);
    expect([user.screen_name, user.friends_count]).toEqual(['acme_manager', 0]);
    expect([post.full_text, post.favorite_count, post.user.id_str]).toEqual([
      'Always in season https://example.com/evergreen',
      0,
      admin,
    ]);
    expect(nobody).toEqual([404, having({ errors: [{ code: 50, message: 'User not found.' }] })]);
  });

  test('a picture is uploaded in parts, and posted', async () => {
    const client = ownClient();
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2_000_000)]);

    const id = await client.v1.uploadMedia(picture, { mimeType: 'image/png' });
    const query = { as_user_id: admin, text: 'Look', media_keys: `3_${id}` };
    const posted: unknown = await client.ads.post(`accounts/${us}/tweet`, query);

    expect(id).toMatch(/^\d+$/);
    expect(at(posted, 'data.media_keys')).toEqual([`3_${id}`]);
  });
});
