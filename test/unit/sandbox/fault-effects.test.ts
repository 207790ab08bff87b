import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sign } from '../../support/sign.ts';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const campaigns = `/12/accounts/${us}/campaigns`;
const params = { name: 'B', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 1_000_000 };

async function faults(...rules: readonly object[]): Promise<void> {
  expect((await client.control('PUT', '/faults', rules)).status).toBe(200);
}

async function names(): Promise<unknown[]> {
  await client.control('PUT', '/faults', []);
  return (await client.send('GET', campaigns)).records.map((record) => record['name']);
}

/** The bytes that come back on a bare connection, until an answer is whole, it closes, or so many milliseconds are over. */
async function raw(method: string, path: string, ms = 5000): Promise<{ text: string; isClosed: boolean }> {
  const address = new URL(client.baseUrl);
  const authorization = sign(method, `${client.baseUrl}${path}`, client.secrets);
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${address.host}`, `authorization: ${authorization}`];
  const socket = net.connect(Number(address.port), address.hostname);
  const chunks: Buffer[] = [];
  let isClosed = false;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    // A moment more, to see whether the connection stays open.
    if (isWhole(Buffer.concat(chunks).toString('utf8'))) setTimeout(resolve, 30);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    resolve();
  });
  socket.write(`${lines.join('\r\n')}\r\ncontent-length: 0\r\n\r\n`);
  await Promise.race([closed, wait(ms)]);
  socket.destroy();
  return { text: Buffer.concat(chunks).toString('utf8'), isClosed };
}

function isWhole(text: string): boolean {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}

const write = `${campaigns}?name=B&funding_instrument_id=hxtet&daily_budget_amount_local_micro=1000000`;

describe('what the client sees, and what is done', () => {
  test.each([
    ['drop_before', {}, '', true, ['Evergreen']],
    ['drop_after', {}, '', true, ['Evergreen', 'B']],
    ['late', { ms: 1 }, '', true, ['Evergreen', 'B']],
    ['hang', { seconds: 0.05 }, '', true, ['Evergreen']],
    ['truncate', {}, 'HTTP/1.1 200 OK', true, ['Evergreen', 'B']],
    ['garbage', {}, 'HTTP/1.1 200 OK', false, ['Evergreen', 'B']],
    ['slow', { bytes_per_second: 100_000 }, 'HTTP/1.1 200 OK', false, ['Evergreen', 'B']],
    ['delay', { ms: 1 }, 'HTTP/1.1 200 OK', false, ['Evergreen', 'B']],
    ['duplicate', {}, 'HTTP/1.1 200 OK', false, ['Evergreen', 'B']],
    ['stale', {}, 'HTTP/1.1 200 OK', false, ['Evergreen', 'B']],
    ['status', { status: 503 }, 'HTTP/1.1 503 Service Unavailable', false, ['Evergreen']],
  ] as const)('%s %o on a write', async (effect, more, firstLine, closes, left) => {
    await faults({ effect, method: 'POST', ...more });

    const { text, isClosed } = await raw('POST', write);
    await wait(20);

    expect([text.split('\r\n')[0], isClosed]).toEqual([firstLine, closes]);
    expect(await names()).toEqual(left);
  });
});

test('late closes the connection at once, and the work is done after the time', async () => {
  await faults({ effect: 'late', method: 'POST', ms: 150, times: 1 });
  const start = performance.now();

  await expect(client.send('POST', campaigns, { json: params })).rejects.toThrow('fetch failed');
  const closedAfter = performance.now() - start;
  const before = await names();
  await wait(220);
  const after = await names();

  expect([before, after, closedAfter < 140]).toEqual([['Evergreen'], ['Evergreen', 'B'], true]);
  const [entry] = await logged();
  expect(entry).toMatchObject({ fault: 'late', status: null, effect_applied: true });
});

async function logged(): Promise<readonly unknown[]> {
  return z.array(z.unknown()).parse((await client.control('GET', '/requests')).json);
}

test('hold keeps requests until they are released, in no hurry and all together', async () => {
  await faults({ effect: 'hold', method: 'POST', times: 2 });
  const states: string[] = [];
  const held = ['B', 'C'].map((name) =>
    client
      .send('POST', campaigns, { json: { ...params, name } })
      .then(({ status }) => states.push(`${name} ${status}`)),
  );
  await expect
    .poll(async () => (await client.control('GET', '/status')).json, { timeout: 2000 })
    .toMatchObject({ held: 2 });
  const meanwhile = [...states];
  const seen = (await client.send('GET', campaigns)).records.length;

  const released = (await client.control('POST', '/release')).json;
  await Promise.all(held);

  expect([meanwhile, seen, released]).toEqual([[], 1, { released: 2 }]);
  expect(states.toSorted()).toEqual(['B 200', 'C 200']);
  expect((await client.control('POST', '/release')).json).toEqual({ released: 0 });
});

test('a reset sends away what is held or late, and nothing of it reaches the fresh state', async () => {
  await faults({ effect: 'hold', nth: [1] }, { effect: 'late', ms: 100, nth: [2] });
  const held = client.send('POST', campaigns, { json: params });
  const settled = Promise.allSettled([held]);
  await expect
    .poll(async () => (await client.control('GET', '/status')).json, { timeout: 2000 })
    .toMatchObject({ held: 1 });
  await client.send('POST', campaigns, { json: params }).catch(() => undefined);

  await client.control('POST', '/reset');
  const [outcome] = await settled;
  await wait(130);

  expect([outcome?.status, await names()]).toEqual(['rejected', ['Evergreen']]);
});

test('hang keeps the connection open for its time', async () => {
  await faults({ effect: 'hang', seconds: 0.2 });

  const early = await raw('GET', campaigns, 120);
  const start = performance.now();
  const late = await raw('GET', campaigns, 2000);

  expect([early, late]).toEqual([
    { text: '', isClosed: false },
    { text: '', isClosed: true },
  ]);
  expect(performance.now() - start).toBeGreaterThan(180);
});

test('stale reads lag behind writes, creations, changes and deletions alike, and catch up', async () => {
  await faults({ effect: 'stale', ms: 400 });
  const { id } = await client.send('POST', campaigns, { json: params });
  await client.send('PUT', `${campaigns}/8zva0`, { query: { name: 'Renamed' } });
  await client.send('DELETE', `${campaigns}/${id}`);
  const list = async () =>
    (
      await client.send('GET', campaigns, { query: { with_deleted: 'true', sort_by: 'name-asc' } })
    ).records.map((record) => [record['name'], record['deleted']]);

  const early = [await list(), (await client.send('GET', `${campaigns}/${id}`)).status];
  const written = await client.send('PUT', `${campaigns}/8zva0`, { query: { purchase_order_number: 'x' } });
  await wait(450);
  const late = await list();

  expect(early).toEqual([[['Evergreen', false]], 404]);
  expect(written.record['name']).toBe('Renamed');
  expect(late).toEqual([
    ['B', true],
    ['Renamed', false],
  ]);
});

test('a refused batch leaves no trace in what stale reads look back on', async () => {
  await faults({ effect: 'stale', ms: 60_000 });
  const operations = [
    { operation_type: 'Create', params },
    { operation_type: 'Delete', params: { campaign_id: '8zva0' } },
    { operation_type: 'Create', params: {} },
  ];

  const { status } = await client.send('POST', `/12/batch/accounts/${us}/campaigns`, { json: operations });
  const stale = (await client.send('GET', campaigns)).records.map((record) => record['name']);

  expect([status, stale, await names()]).toEqual([400, ['Evergreen'], ['Evergreen']]);
});

test('duplicate shows one record twice in a row, the same one under the same seed', async () => {
  await client.control('POST', '/generate', { account_id: us, campaigns: 20 });
  const twice = async () => {
    await faults({ effect: 'duplicate', method: 'GET', seed: 5, times: 1 });
    const ids = (await client.send('GET', campaigns)).records.map((record) => record['id']);
    return [ids.length, ids.find((id, index) => ids[index - 1] === id)];
  };

  const [first, second] = [await twice(), await twice()];
  await faults({ effect: 'duplicate' });
  const single = await client.send('GET', `${campaigns}/8zva0`);
  const refused = await client.send('GET', '/12/accounts/nope/campaigns');

  expect(first).toEqual([22, expect.any(String)]);
  expect(second).toEqual(first);
  expect([single.status, single.id, refused.status]).toEqual([200, '8zva0', 403]);
});

test('truncate sends half of the body under the length of the whole', async () => {
  const whole = await client.send('GET', campaigns);
  await faults({ effect: 'truncate' });

  const { text } = await raw('GET', campaigns);

  const [head = '', body = ''] = text.split('\r\n\r\n');
  const length = Buffer.byteLength(whole.text);
  expect(head).toContain(`content-length: ${length}`);
  expect(Buffer.byteLength(body)).toBe(Math.floor(length / 2));
  await expect(client.send('GET', campaigns)).rejects.toThrow('terminated');
});

test('garbage is a page of HTML with status 200', async () => {
  await faults({ effect: 'garbage' });

  const answer = await client.send('GET', '/12/nowhere');

  expect([answer.status, answer.headers.get('content-type'), answer.text.slice(0, 15)]).toEqual([
    200,
    'text/html; charset=utf-8',
    '<!DOCTYPE html>',
  ]);
});

test('slow trickles, and everything arrives', async () => {
  const whole = await client.send('GET', campaigns);
  const size = Buffer.byteLength(whole.text);
  await faults({ effect: 'slow', bytes_per_second: size * 4 });
  const start = performance.now();

  const answer = await client.send('GET', campaigns);

  expect(answer.text.length).toBe(whole.text.length);
  expect(performance.now() - start).toBeGreaterThan(180);
});

test.each([
  [{ effect: 'hang', seconds: -1 }],
  [{ effect: 'slow', bytes_per_second: 0 }],
  [{ effect: 'late', ms: 'soon' }],
  [{ effect: 'hold', until: 'noon' }],
])('%o is no rule', async (rule) => {
  const { status } = await client.control('PUT', '/faults', [rule]);

  expect(status).toBe(400);
});
