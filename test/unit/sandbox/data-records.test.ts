import { describe, expect, test } from 'vitest';
import { at, callData, listAt } from './data-client.ts';
import { useSandbox } from './sandbox-client.ts';

const collections = [
  'apps',
  'request_tokens',
  'access_tokens',
  'bearer_tokens',
  'user_links',
  'lists',
  'news',
  'notes',
  'stream_rules',
  'powerstream_rules',
  'webhooks',
  'activity_subscriptions',
  'activity_events',
  'webhook_replays',
];

describe('records of authentication and of the data API', () => {
  const client = useSandbox();

  test.each(collections)('%s are filled plausibly, dumped, changed and removed', async (collection) => {
    const seeded = await client.control('POST', '/seed', { [collection]: [{}] });
    const [id] = listAt(seeded.json, collection);
    const dumped = await client.control('GET', '/dump');
    const wrong = await client.control('POST', '/seed', { [collection]: [{ nosuch: 1 }] });
    const removed = await client.control('POST', '/mutate', [{ collection, id, remove: true }]);
    const after = await client.control('GET', '/dump');

    const idsIn = (json: unknown): readonly unknown[] =>
      listAt(json, collection).map((each) => at(each, 'id'));
    expect([seeded.status, wrong.status, removed.status]).toEqual([200, 400, 200]);
    expect([idsIn(dumped.json).includes(id), idsIn(after.json).includes(id)]).toEqual([true, false]);
    expect(listAt(dumped.json, collection).every((each) => at(each, 'created_at') !== undefined)).toBe(true);
  });

  test('a reset brings back tokens, applications and rules', async () => {
    const before = await client.control('GET', '/dump');
    await client.control('POST', '/seed', Object.fromEntries(collections.map((each) => [each, [{}]])));
    await client.control('POST', '/reset');
    const after = await client.control('GET', '/dump');

    const counts = (json: unknown): readonly number[] => collections.map((each) => listAt(json, each).length);
    expect(counts(after.json)).toEqual(counts(before.json));
  });

  test('R004 the four areas answer on one address', async () => {
    const statuses = await Promise.all(
      ['/oauth/authorize', '/2/tweets?ids=1', '/12/accounts', '/2/connections'].map(
        async (path) => (await client.send('GET', path)).status,
      ),
    );

    expect(statuses).toEqual([400, 200, 200, 200]);
  });
});

describe('the profile reference', () => {
  const client = useSandbox({ profile: 'reference' });

  test.each([
    ['GET', '/2/tweets/1', 404],
    ['GET', '/2/activity/subscriptions', 405],
    ['DELETE', '/2/activity/subscriptions/1', 404],
    ['GET', '/2/webhooks', 404],
    ['POST', '/2/notes/evaluate', 404],
    ['GET', '/2/tweets?ids=1', 200],
  ])('%s %s is answered with %i', async (method, path, status) => {
    expect((await callData(client, method, path)).status).toBe(status);
  });
});
