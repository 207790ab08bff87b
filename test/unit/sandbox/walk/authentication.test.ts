import { describe, expect, test } from 'vitest';
import { type Answer, useSandbox } from '../sandbox-client.ts';
import { isListed } from './error-codes.ts';
import { hasType } from './field-types.ts';
import { endpointRows, fieldRows } from './inventory.ts';
import { at } from './json-place.ts';
import { approve, type Members, pairsOf, requestToken, signedHeader, usualMembers } from './oauth-client.ts';
import { bearerToken } from './use-world.ts';
import { titleOf } from './walked-rules.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const callback = 'http://127.0.0.1:5555/done';

type Query = Readonly<Record<string, string>>;

/** Whether the answer is a refusal with a listed code. */
function isRefusal({ status, codes }: Answer): boolean {
  return status >= 400 && status < 500 && codes.length > 0 && codes.every((code) => isListed(status, code));
}

function askForToken(
  change: Members,
  leftOut: string | undefined,
  spoiled: boolean,
  query: Query,
): Promise<Answer> {
  const path = '/oauth/request_token';
  const all = { ...usualMembers(client), oauth_callback: callback, ...change };
  const members = Object.fromEntries(Object.entries(all).filter(([name]) => name !== leftOut));
  const header = signedHeader(client, path, members, { spoiled, query });
  const unsigned = header.replace(/, oauth_signature="[^"]*"/, '');
  return client.send('POST', path, {
    query,
    authorization: leftOut === 'oauth_signature' ? unsigned : header,
  });
}

describe('E001 POST /oauth/request_token', () => {
  test.each<[string, Members, readonly Members[]]>([
    ['P0001 oauth_callback', { oauth_callback: 'oob' }, [{ oauth_callback: 'https://elsewhere.example/' }]],
    ['P0003 oauth_consumer_key', {}, [{ oauth_consumer_key: 'nobody' }]],
    ['P0004 oauth_nonce', { oauth_nonce: 'abc123' }, [{ oauth_nonce: 'nöncé' }]],
    ['P0006 oauth_signature_method', {}, [{ oauth_signature_method: 'PLAINTEXT' }]],
    ['P0007 oauth_timestamp', {}, [{ oauth_timestamp: 'now' }, { oauth_timestamp: '1' }]],
    ['P0008 oauth_version', {}, [{ oauth_version: '2.0' }]],
  ])('%s is taken, and missed', async (title, valid, wrong) => {
    const name = title.split(' ')[1];

    const taken = await askForToken(valid, undefined, false, {});
    const refused = await Promise.all(wrong.map((members) => askForToken(members, undefined, false, {})));
    const lacking = await askForToken({}, name, false, {});

    expect(taken.status).toBe(200);
    // RFC 5849, section 3.1: the version may be left out of what a client signs.
    const expected = name === 'oauth_version' ? refused : [...refused, lacking];
    expect(expected.filter((answer) => !isRefusal(answer)).map(({ text }) => text)).toEqual([]);
  });

  test('P0005 oauth_signature must be right, and there', async () => {
    const answers = [
      await askForToken({}, undefined, true, {}),
      await askForToken({}, 'oauth_signature', false, {}),
    ];

    expect(answers.map(isRefusal)).toEqual([true, true]);
  });

  test.each([
    ['read', true],
    ['write', true],
    ['admin', false],
  ])('P0002 svc_auth_access_type %s', async (value, isTaken) => {
    const answers = [
      await askForToken({}, undefined, false, { svc_auth_access_type: value }),
      await askForToken({ svc_auth_access_type: value }, undefined, false, {}),
    ];

    expect(answers.map((answer) => (answer.status === 200 ? true : !isRefusal(answer)))).toEqual([
      isTaken,
      isTaken,
    ]);
  });
});

describe.each([
  ['E002', '/oauth/authorize', ['P0009', 'P0010', 'P0011']],
  ['E003', '/oauth/authenticate', ['P0012', 'P0013', 'P0014']],
])('%s GET %s', (id, path, [token = '', login = '', name = '']) => {
  async function show(query: Query): Promise<number> {
    const response = await fetch(`${client.baseUrl}${path}?${new URLSearchParams(query).toString()}`);
    await response.text();
    return response.status;
  }

  test(`${id} ${token} shows a page for a request token, and only for one`, async () => {
    const { oauth_token = '' } = await requestToken(client, callback);

    expect([await show({ oauth_token }), await show({}), await show({ oauth_token: 'none' })]).toEqual([
      200, 400, 400,
    ]);
  });

  test(`${login} force_login, ${name} screen_name`, async () => {
    const { oauth_token = '' } = await requestToken(client, callback);

    const statuses = [
      await show({ oauth_token, force_login: 'true' }),
      await show({ oauth_token, force_login: 'false' }),
      await show({ oauth_token, force_login: 'maybe' }),
      await show({ oauth_token, screen_name: 'acme_admin' }),
    ];

    expect(statuses).toEqual([200, 200, 400, 200]);
  });
});

/** The last step: the verifier against a token. */
async function exchange(change: Query, leftOut?: string): Promise<Answer> {
  const path = '/oauth/access_token';
  const { oauth_token = '', oauth_token_secret: tokenSecret = '' } = await requestToken(client, callback);
  const all = { oauth_token, oauth_verifier: await approve(client, oauth_token), ...change };
  const query: Query = Object.fromEntries(Object.entries(all).filter(([name]) => name !== leftOut));
  const members = { ...usualMembers(client), ...(leftOut === 'oauth_token' ? {} : { oauth_token }) };
  const { oauth_token: _inHeader, ...rest } = query;
  const secret = leftOut === 'oauth_token' ? '' : tokenSecret;
  const authorization = signedHeader(client, path, members, { tokenSecret: secret, query: rest });
  return client.send('POST', path, { query: rest, authorization });
}

describe('E004 POST /oauth/access_token', () => {
  test('E004 P0015 P0016 takes the request token with its verifier', async () => {
    const answers = [
      await exchange({}, 'oauth_token'),
      await exchange({}, 'oauth_verifier'),
      await exchange({ oauth_verifier: '0000000' }),
    ];

    expect((await exchange({})).status).toBe(200);
    expect(answers.map(isRefusal)).toEqual([true, true, true]);
  });
});

describe('E005 E006 POST /1.1/oauth/invalidate_token', () => {
  test.each(
    endpointRows.filter(({ id }) => id === 'E005' || id === 'E006').map(({ id, path }) => [id, path]),
  )('%s %s revokes the token that signs, once', async (_id, path) => {
    const first = await client.send('POST', path);
    const second = await client.send('POST', path);

    expect([first.status, second.status, second.codes]).toEqual([200, 401, [89]]);
    expect(at(JSON.parse(first.text), 'access_token')).toBe(client.secrets.access_token);
  });
});

/** Asks for the application's bearer token. */
function askForBearer(form: Query): Promise<Answer> {
  const { consumer_key: key, consumer_secret: secret } = client.secrets;
  const basic = Buffer.from(`${key}:${secret}`).toString('base64');
  return client.send('POST', '/oauth2/token', { form, authorization: `Basic ${basic}` });
}

describe('E007 E008 the bearer token', () => {
  test('E007 P0017 grant_type is client_credentials', async () => {
    const answers = [await askForBearer({ grant_type: 'password' }), await askForBearer({})];

    expect((await askForBearer({ grant_type: 'client_credentials' })).status).toBe(200);
    expect(answers.map(isRefusal)).toEqual([true, true]);
  });

  test('E008 P0018 access_token names what is revoked', async () => {
    const access_token = decodeURIComponent(await bearerToken(client));
    const path = '/oauth2/invalidate_token';

    const refused = [
      await client.send('POST', path),
      await client.send('POST', path, { query: { access_token: 'x' } }),
    ];
    const revoked = await client.send('POST', path, { query: { access_token } });

    expect(revoked.status).toBe(200);
    expect(refused.map(isRefusal)).toEqual([true, true]);
  });
});

const json = ({ text }: Answer): unknown => JSON.parse(text);
const pairs = async (answer: Promise<Answer>): Promise<unknown> => pairsOf((await answer).text);

/** How the records of authentication and of events are come by. */
const samplers: Readonly<Record<string, () => Promise<unknown>>> = {
  'Request token': () => requestToken(client, callback),
  'User access token': () => pairs(exchange({})),
  'Bearer token': async () => json(await askForBearer({ grant_type: 'client_credentials' })),
  'Invalidation result': async () => json(await client.send('POST', '/1.1/oauth/invalidate_token')),
  'Direct-message event': joined,
};

/** What a subscriber reads of somebody who joined a conversation. */
async function joined(): Promise<unknown> {
  const user_id = '756201191646691328';
  await client.send('POST', '/2/activity/subscriptions', {
    json: { event_type: 'dm.received', filter: { user_id } },
  });
  await client.control('POST', '/events', {
    type: 'dm.received',
    user_id,
    dm_event_type: 'ParticipantsJoin',
    participant_ids: [user_id],
  });
  await client.control('PUT', '/clock', { now: '2026-12-01T02:00:00Z' });
  const query = { start_time: '2026-11-30T00:00:00Z', end_time: '2026-12-01T01:00:00Z' };
  const { text } = await client.send('GET', '/2/activity/stream', { query });
  const [event]: unknown[] = [at(JSON.parse(text.trim()), 'data.payload.direct_message_events')].flat();
  return event;
}

describe('the documented fields', () => {
  const rows = fieldRows.filter(({ resource }) => Object.hasOwn(samplers, resource));
  test.each(rows.map((row) => [titleOf(row.id, `${row.resource}: ${row.field}`), row] as const))(
    '%s',
    async (_title, row) => {
      const sample = await samplers[row.resource]?.();

      expect([hasType(at(sample, row.field), row.type), sample]).toEqual([true, sample]);
    },
  );
});
