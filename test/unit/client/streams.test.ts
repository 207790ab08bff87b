import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openLines } from '../../../src/platform/line-stream.ts';
import { PlatformError } from '../../../src/runs/index.ts';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { all, createClientBench, rejection } from './client-bench.ts';

const event = (tag: string): string => `{"data":{"event_type":"profile.update.bio","tag":"${tag}"}}`;

/** A platform whose stream sends these parts, one after another, and then ends or stays silent. */
function sends(parts: readonly (string | Buffer)[], ends = true) {
  return () => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    void (async () => {
      for (const part of parts) {
        response.write(part);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      if (ends) response.end();
    })();
  };
}

test('events come as they are sent, whole where they came in parts, and signs of life are none', async () => {
  const text = Buffer.from(`${event('née')}\r\n`);
  const { client, requests } = await createClientBench(
    sends(['\r\n', text.subarray(0, 61), text.subarray(61), '\r\n', `${event('b')}\r\n${event('c')}\r\n`]),
  );

  const events = await all(client.data.activity.stream.listen({ backfill_minutes: 5 }));

  expect(events.map(({ data }) => data?.tag)).toEqual(['née', 'b', 'c']);
  expect(requests.map(({ url }) => url)).toEqual(['/2/activity/stream?backfill_minutes=5']);
});

test('who leaves a stream closes its connection', async () => {
  const closed = Promise.withResolvers<string>();
  const { client } = await createClientBench(() => (response) => {
    response.on('close', () => closed.resolve('closed'));
    sends([`${event('a')}\r\n`], false)()(response);
  });

  for await (const { data } of client.data.activity.stream.listen()) if (data?.tag === 'a') break;

  expect(await closed.promise).toBe('closed');
});

test('closing the client ends its streams', async () => {
  const { client } = await createClientBench(sends([`${event('a')}\r\n`], false));
  const reading = async (): Promise<void> => {
    for await (const _event of client.data.activity.stream.listen()) await client.close();
  };

  expect(await rejection(reading())).toMatchObject({ name: 'PlatformError', outcome: 'unknown' });
});

const broken: readonly (readonly [string, readonly (string | Buffer)[], object])[] = [
  [
    'half a line at the end',
    [event('a').slice(0, 20)],
    { detail: { lines: ['the stream ended in the middle of a line'] } },
  ],
  ['a line that is no JSON', ['<html>\r\n'], { code: 'ADSYNC_ANSWER_INVALID' }],
  ['an event of another type', ['{"data":{"tag":5}}\r\n'], { code: 'ADSYNC_ANSWER_INVALID' }],
  ['bytes that are no text', [Buffer.from([0xff, 0xfe, 0x0a])], { name: 'PlatformError' }],
];

test.each(broken)('%s is told, after what came before', async (_title, parts, expected) => {
  const { client } = await createClientBench(sends([`${event('a')}\r\n`, ...parts]));
  const seen: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const { data } of client.data.activity.stream.listen()) seen.push(data?.tag);
  };

  expect(await rejection(reading())).toMatchObject(expected);
  expect(seen).toEqual(['a']);
});

test('a stream that is refused says why, without what was signed', async () => {
  const { client, requests } = await createClientBench(({ headers }) => ({
    status: 429,
    json: { title: 'ConnectionException', detail: `${headers.authorization}`, status: 429 },
  }));

  const error = await rejection(all(client.data.activity.stream.listen()));

  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ status: 429, errors: [{ code: 'ConnectionException' }] });
  expect(JSON.stringify(error)).not.toContain('access-token-0123');
  expect(requests).toHaveLength(1);
});

test('silence for too long, and a line without an end, break a stream', async () => {
  const limits = { ...systemClock, answerMs: 2000, silenceMs: 100, signal: new AbortController().signal };
  const open = async (parts: readonly string[]) => {
    const bench = await createClientBench(sends(parts, false));
    const opened = await openLines(
      { method: 'GET', url: new URL(`${bench.address}/2/activity/stream`), headers: {}, body: null },
      limits,
    );
    return opened.kind === 'lines' ? await rejection(all(opened.lines)) : opened;
  };

  expect(await open([`${event('a')}\r\n`])).toMatchObject({
    message: 'nothing came for 0.1 seconds, not even a sign of life',
  });
  expect(await open(['x'.repeat(5 * 1024 * 1024)])).toMatchObject({
    message: 'a line is longer than 4194304 bytes',
  });
});
