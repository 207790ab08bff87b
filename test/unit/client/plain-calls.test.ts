import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PlainCall } from '../../../src/runs/index.ts';
import { createClientBench, rejection } from './client-bench.ts';

const path = '/12/accounts/18ce54d4x5t/line_items';
const ring: Record<string, unknown> = {};
ring['self'] = ring;
/** What only a program that is not compiled can give. */
const anyCall = z.custom<PlainCall>();

test('an endpoint that is no method is called by its path', async () => {
  const { client, requests } = await createClientBench(() => ({
    text: '{"data":[{"id":1166476031668015104}]}',
  }));

  const listed = await client.call({
    method: 'GET',
    path: `${path}?count=10`,
    query: { line_item_ids: ['a', 'b'], with_deleted: true, cursor: undefined, user_id: 12n },
  });
  await client.call({
    method: 'POST',
    path: path.replace('/12/', '/12/batch/'),
    json: [{ params: { budget: 5n } }],
  });
  await client.call({ method: 'DELETE', path: '/2/activity/subscriptions/1' });

  expect(listed).toEqual({ data: [{ id: '1166476031668015104' }] });
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', `${path}?count=10&line_item_ids=a%2Cb&with_deleted=true&user_id=12`, ''],
    ['POST', '/12/batch/accounts/18ce54d4x5t/line_items', '[{"params":{"budget":5}}]'],
    ['DELETE', '/2/activity/subscriptions/1', ''],
  ]);
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'ADSYNC_CALL_INVALID'],
  ['another method', { method: 'PATCH', path }, 'ADSYNC_CALL_INVALID'],
  ['another host', { method: 'GET', path: 'https://elsewhere.example/12/accounts' }, 'ADSYNC_USAGE'],
  ['a path out of it', { method: 'GET', path: '/12/accounts/../../2/tweets' }, 'ADSYNC_USAGE'],
  ['a placeholder', { method: 'GET', path: '/12/accounts/:account_id/campaigns' }, 'ADSYNC_CALL_INVALID'],
  ['a parameter of the signature', { method: 'GET', path, query: { oauth_nonce: 'a' } }, 'ADSYNC_USAGE'],
  ['a parameter twice', { method: 'GET', path: `${path}?count=1`, query: { count: 2 } }, 'ADSYNC_USAGE'],
  ['an object as a parameter', { method: 'GET', path, query: { filter: {} } }, 'ADSYNC_CALL_INVALID'],
  ['an empty list as a filter', { method: 'GET', path, query: { line_item_ids: [] } }, 'ADSYNC_CALL_INVALID'],
  ['no number', { method: 'GET', path, query: { count: Number.NaN } }, 'ADSYNC_CALL_INVALID'],
  ['a number too large', { method: 'GET', path, query: { user_id: 2 ** 53 } }, 'ADSYNC_CALL_INVALID'],
  ['a body of a read', { method: 'GET', path, json: {} }, 'ADSYNC_CALL_INVALID'],
  ['a body in a ring', { method: 'POST', path, json: ring }, 'ADSYNC_CALL_INVALID'],
  ['a body that is no value', { method: 'POST', path, json: () => 1 }, 'ADSYNC_CALL_INVALID'],
])('%s is refused, and nothing is sent', async (_title, call, code) => {
  const { client, requests } = await createClientBench(() => ({ json: {} }));

  expect(await rejection(client.call(anyCall.parse(call)))).toMatchObject({ code });
  expect(requests).toEqual([]);
});
