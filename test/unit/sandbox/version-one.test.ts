import { describe, expect, test } from 'vitest';
import { bearerOf, callData } from './data-client.ts';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
type Query = Readonly<Record<string, string>>;
const self = '756201191646691328';
const organic = '1166476031668015105';
const promoted = '1166476031668015104';

function read(path: string, query: Query = {}) {
  return callData(client, 'GET', `/1.1/${path}`, { query });
}

describe('GET /1.1/users/show.json', () => {
  test('F-legacy-03 finds a user by handle, in any case, and by id, with the latest post that followers see', async () => {
    await client.control('POST', '/mutate', [
      {
        collection: 'users',
        id: self,
        set: {
          name: 'Acme',
          url: 'https://example.com',
          public_metrics: { following_count: 3, like_count: 2 },
        },
      },
    ]);

    const byHandle = await read('users/show.json', { screen_name: 'ACME_admin' });
    const byId = await read('users/show.json', { user_id: self });
    const plain = await read('users/show.json', { user_id: self, include_entities: 'false' });

    expect(byHandle.json).toMatchObject({
      id_str: self,
      screen_name: 'acme_admin',
      name: 'Acme',
      url: 'https://example.com',
      friends_count: 3,
      favourites_count: 2,
      followers_count: 0,
      verified: false,
      entities: { url: { urls: [{ expanded_url: 'https://example.com' }] }, description: { urls: [] } },
      status: { id_str: organic, text: 'Hello, we are Acme' },
    });
    expect(byHandle.json['created_at']).toMatch(/^Tue Dec 01 00:00:\d\d \+0000 2026$/);
    expect(byHandle.json['status']).not.toHaveProperty('user');
    expect(byId.json).toEqual(byHandle.json);
    expect(plain.json).not.toHaveProperty('entities');
  });

  test('F-legacy-01 F-legacy-02 is open to an application, and has numbers for codes', async () => {
    const authorization = await bearerOf(client);
    const path = '/1.1/users/show.json';

    const asApp = await client.send('GET', path, { query: { user_id: self }, authorization });
    const answers = [
      await client.send('GET', path),
      await client.send('GET', path, { query: { user_id: '1' } }),
      await client.send('GET', path, { query: { screen_name: 'nobody' } }),
      await client.send('GET', path, { query: { user_id: 'me' } }),
      await client.send('GET', path, { query: { user_id: self }, authorization: '' }),
      await client.send('GET', path, { query: { user_id: self }, authorization: 'Bearer wrong' }),
      await client.send('POST', path, { query: { user_id: self } }),
    ];

    expect(asApp.status).toBe(200);
    expect(answers.map(({ status, codes }) => [status, codes])).toEqual([
      [400, [25]],
      [404, [50]],
      [404, [50]],
      [400, [44]],
      [400, [215]],
      [401, [89]],
      [405, ['METHOD_NOT_ALLOWED']],
    ]);
    expect(answers[0]?.body.errors).toEqual([{ code: 25, message: 'Query parameters are missing.' }]);
  });
});

describe('GET /1.1/account/verify_credentials.json', () => {
  test('F-legacy-05 answers with the user whose token signs', async () => {
    const answers = [
      await read('account/verify_credentials.json'),
      await callData(client, 'GET', '/1.1/account/verify_credentials.json', client.as('manager')),
      await read('account/verify_credentials.json', { skip_status: 'true' }),
    ];

    expect(answers.map(({ json }) => json['screen_name'])).toEqual([
      'acme_admin',
      'acme_manager',
      'acme_admin',
    ]);
    expect(answers.map(({ json }) => 'status' in json)).toEqual([true, false, false]);
  });

  test('an application by itself is nobody', async () => {
    const path = '/1.1/account/verify_credentials.json';

    const answer = await client.send('GET', path, { authorization: await bearerOf(client) });

    expect([answer.status, answer.codes]).toEqual([400, [215]]);
  });
});

describe('GET /1.1/statuses/show', () => {
  test('F-legacy-04 reads a post by both of its paths, with its card where that is asked for', async () => {
    await client.control('POST', '/seed', {
      tweets: [{ id: '31', account_id: us, text: 'With a card', card_uri: 'card://54ytn' }],
    });

    const byQuery = await read('statuses/show.json', { id: promoted, trim_user: 'true' });
    const byPath = await read(`statuses/show/${promoted}.json`, { trim_user: 'true' });
    const long = await read('statuses/show/31.json', { tweet_mode: 'extended', include_card_uri: 'true' });

    expect(byQuery.json).toMatchObject({
      id_str: promoted,
      text: 'Always in season https://example.com/evergreen',
      user: { id_str: self },
      favorite_count: 0,
      entities: { urls: [{ expanded_url: 'https://example.com/evergreen' }] },
    });
    expect(byQuery.json).not.toHaveProperty('card_uri');
    expect(byQuery.json).not.toHaveProperty('tweet_type');
    expect(byPath.json).toEqual(byQuery.json);
    expect(long.json).toMatchObject({ full_text: 'With a card', card_uri: 'card://54ytn' });
  });

  test('F-legacy-02 an id that is none, or missing, is refused by number', async () => {
    const answers = [
      await client.send('GET', '/1.1/statuses/show.json'),
      await client.send('GET', '/1.1/statuses/show/1.json'),
      await client.send('GET', '/1.1/statuses/show/abc.json'),
      await client.send('GET', '/1.1/statuses/show.json', { query: { id: promoted, tweet_mode: 'long' } }),
    ];

    expect(answers.map(({ status, codes }) => [status, codes])).toEqual([
      [400, [38]],
      [404, [144]],
      [400, [44]],
      [400, [44]],
    ]);
  });
});

test('they are counted by themselves, not with the lookups of the advertising side', async () => {
  await client.control('PUT', '/limits', { rate_limits: 'public' });

  const answer = await read('users/show.json', { user_id: self });

  expect([answer.headers.get('x-rate-limit-limit'), answer.headers.get('x-rate-limit-remaining')]).toEqual([
    '900',
    '899',
  ]);
});
