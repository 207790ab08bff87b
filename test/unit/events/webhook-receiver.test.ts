import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { receiveWebhook } from '../../../src/events/webhook-receiver.ts';
import { isSigned, signatureOf } from '../../../src/events/webhook-signature.ts';
import { Secret } from '../../../src/platform/secret.ts';

const secret = new Secret('consumer-secret-0123456789');

/** A receiver, and what posts to it. */
async function receive() {
  const told: unknown[] = [];
  const stop = new AbortController();
  const receiver = await receiveWebhook({
    host: '127.0.0.1',
    port: 0,
    secret,
    signal: stop.signal,
    tell: (news) => told.push(news),
  });
  onTestFinished(async () => await receiver.close());
  const post = async (body: string, signature: string | undefined = signatureOf(secret, body)) => {
    const headers = signature === '' ? {} : { 'x-twitter-webhooks-signature': signature };
    return (await fetch(receiver.address, { method: 'POST', headers, body })).status;
  };
  return { receiver, told, stop, post };
}

const event = (id: string): string => `{"data":{"event_uuid":"${id}","event_type":"dm.read"}}`;

test('deliveries with the right signature are events, once each; all others are refused', async () => {
  const { receiver, stop, post, told } = await receive();
  const right = signatureOf(secret, event('a'));
  const tries = [
    [event('a'), right, 200],
    [event('a'), right, 409],
    [event('a').replace('"}}', '" }}'), undefined, 409],
    [event('b'), right, 401],
    [event('b'), '', 401],
    [event('b'), 'sha256=', 401],
    [event('b'), right.slice(0, -1), 401],
    [event('b'), signatureOf(secret, event('b')).replace('sha256=', 'sha1='), 401],
    [event('b'), signatureOf(new Secret('another-secret-0123456789'), event('b')), 401],
    ['[]', undefined, 400],
    ['', undefined, 400],
    ['{"data":null}', undefined, 400],
    ['['.repeat(100_000), undefined, 400],
    [event('b'), undefined, 200],
  ] as const;
  const statuses: number[] = [];
  for (const [body, signature] of tries) statuses.push(await post(body, signature));
  stop.abort();
  const ids: string[] = [];
  for await (const { id } of receiver.events) ids.push(id);

  expect(statuses).toEqual(tries.map(([, , status]) => status));
  expect(ids).toEqual(['a', 'b']);
  expect(told).toHaveLength(tries.length - 2);
  expect(JSON.stringify(told)).not.toContain('consumer-secret');
});

test('a proof is given for a token, and none that would be the signature of an event', async () => {
  const { receiver } = await receive();
  const ask = async (query: string) => await fetch(`${receiver.address}/any${query}`);
  const proven = await ask('?crc_token=0123abcdef');

  expect(await proven.json()).toEqual({ response_token: signatureOf(secret, '0123abcdef') });
  const hostile = [
    '',
    '?crc_token=',
    '?crc_token=a&crc_token=b',
    `?crc_token=${encodeURIComponent(event('forged'))}`,
    '?crc_token=%7B%7D',
    `?crc_token=${'a'.repeat(513)}`,
  ];
  for (const query of hostile) expect((await ask(query)).status).toBe(400);
  expect((await fetch(receiver.address, { method: 'PUT' })).status).toBe(405);
});

test('a delivery that is too long, and more of them than anybody reads, are refused', async () => {
  const { post } = await receive();
  const long = await post(`{"data":{"text":"${'x'.repeat(5 * 1024 * 1024)}"}}`).catch(() => 413);
  const statuses = new Set<number>();
  for (let from = 0; from < 1001; from += 91)
    for (const status of await Promise.all(
      Array.from({ length: 91 }, (_, index) => post(event(`e${from + index}`))),
    ))
      statuses.add(status);

  expect(long).toBe(413);
  expect([...statuses]).toEqual([200, 503]);
});

test('an address that is taken is told', async () => {
  const { receiver } = await receive();
  const options = { host: '127.0.0.1', secret, signal: new AbortController().signal, tell: () => {} };
  const second = receiveWebhook({ ...options, port: Number(new URL(receiver.address).port) });

  await expect(second).rejects.toMatchObject({ code: 'ADSYNC_WEBHOOK_UNAVAILABLE' });
});

test('signatures are compared in constant time: digests of one length, by timingSafeEqual alone', async () => {
  const url = new URL('../../../src/events/webhook-signature.ts', import.meta.url);
  const source = await readFile(url, 'utf8');
  const body = source.slice(source.indexOf('export function isSigned'));

  expect(body).toContain(
    "timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given ?? '', 'buffer'))",
  );
  expect(body).not.toMatch(/===|!==|if \(/);
  expect(isSigned(secret, Buffer.from('a'), undefined)).toBe(false);
  expect(isSigned(secret, Buffer.from('a'), signatureOf(secret, 'a'))).toBe(true);
});
