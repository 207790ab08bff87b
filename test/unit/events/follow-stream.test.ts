import { expect, test } from 'vitest';
import { followStream, type StreamNews, type StreamSource } from '../../../src/events/follow-stream.ts';
import { createClient, type TextClient } from '../../../src/platform/client.ts';
import { PlatformError } from '../../../src/platform/platform-error.ts';
import { rejection } from '../client/client-bench.ts';
import { clientOptions } from '../platform/test-client.ts';
import { startFaultyPlatform } from './faulty-platform.ts';

const path = '/2/activity/stream';
const seed = Number(process.env['ADSYNC_SEED'] ?? '17');

function opener(client: TextClient): StreamSource['open'] {
  return (query) => client.openStream({ host: 'base', method: 'GET', path, query, signing: 'user' });
}

test(`a thousand connections fail, and no event is lost or told twice (ADSYNC_SEED=${seed})`, async () => {
  const platform = await startFaultyPlatform(seed, 1000);
  const client = createClient({ ...clientOptions(platform.address), clock: platform.clock });
  const told: string[] = [];
  const news: StreamNews[] = [];
  const events = followStream({
    open: opener(client),
    clock: platform.clock,
    // No wait becomes as long as the silence that the platform's clock plays.
    random: () => 0.3,
    signal: new AbortController().signal,
    tell: (each) => news.push(each),
  });

  for await (const { id } of events) {
    told.push(id);
    if (id === platform.last) break;
  }

  expect(told).toEqual(platform.happened);
  expect(told.length).toBeGreaterThan(1000);
  expect(news.filter(({ kind }) => kind === 'lost')).toHaveLength(1000);
  expect(Object.entries(platform.counts).filter(([, count]) => count < 80)).toEqual([]);
  await client.close();
});

/** A clock that only waits move, and the waits. */
function waits() {
  const taken: number[] = [];
  let now = Date.parse('2026-11-20T10:00:00Z');
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      taken.push(ms);
      now += ms;
      await Promise.resolve();
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
  return { clock, taken };
}

function failure(status: number | undefined, retryAfterMs?: number): PlatformError {
  const call = { method: 'GET', path };
  if (status === undefined) return new PlatformError({ ...call, outcome: 'not-sent', problem: 'no way' });
  return new PlatformError({ ...call, outcome: 'refused', status, retryAfterMs, errors: [] });
}

const event = (id: string): string => `{"data":{"event_uuid":"${id}","n":12345678901234567890}}`;

type Step = PlatformError | readonly (string | number)[];

/** Follows connections that go as these steps: lines, and milliseconds that pass between them. */
async function follow(steps: readonly Step[], sinceMs?: number) {
  const { clock, taken } = waits();
  const stop = new AbortController();
  const queries: Readonly<Record<string, string>>[] = [];
  const news: StreamNews[] = [];
  const left = [...steps];
  async function* open(query: Readonly<Record<string, string>>): AsyncGenerator<string, void, void> {
    queries.push(query);
    const step = left.shift();
    await Promise.resolve();
    if (step === undefined) {
      stop.abort();
      return;
    }
    if (step instanceof PlatformError) throw step;
    yield '';
    for (const each of step) {
      if (typeof each === 'string') yield each;
      else clock.pass(each);
    }
  }
  const texts: string[] = [];
  const reading = async (): Promise<void> => {
    const source = { open, clock, random: () => 1, signal: stop.signal, sinceMs };
    for await (const { text } of followStream({ ...source, tell: (each) => news.push(each) }))
      texts.push(text);
  };
  const error = await rejection(reading());
  return { error, texts, queries, news, taken };
}

test('waits grow as the platform asks for, and begin anew after a good connection', async () => {
  const broken = await follow([['a'], [], [], [event('a')], []]);
  const unwell = await follow([[], failure(503), failure(503), failure(503), failure(500)]);
  const full = await follow([[], failure(429), failure(429), failure(429, 90_000), failure(503, 7000)]);

  expect(broken.taken).toEqual([250, 500, 750, 250, 500]);
  expect(unwell.taken).toEqual([250, 10_000, 20_000, 40_000, 80_000]);
  expect(full.taken).toEqual([250, 120_000, 240_000, 91_000, 8000]);
});

test('what was missed is asked for: minutes where they are few, else since when', async () => {
  const { queries } = await follow([
    [event('a'), 600_000, ''],
    [1000],
    failure(429, 400_000),
    [event('b'), event('a'), 70_000, ''],
    [],
  ]);
  const since = await follow([[]], Date.parse('2026-11-20T09:00:00Z'));

  expect(queries).toEqual([
    {},
    { backfill_minutes: '2' },
    { backfill_minutes: '2' },
    { start_time: '2026-11-20T10:09:00Z' },
    { backfill_minutes: '2' },
    { backfill_minutes: '2' },
  ]);
  expect(since.queries[0]).toEqual({ start_time: '2026-11-20T09:00:00Z' });
});

test('a platform that offers nothing of the past is followed all the same, and the gap is told', async () => {
  const { error, news, texts, queries } = await follow([[event('a'), 5000, ''], failure(403), [event('b')]]);

  expect(error).toBeUndefined();
  expect(texts).toEqual([event('a'), event('b')]);
  expect(queries.slice(0, 3)).toEqual([{}, { backfill_minutes: '2' }, {}]);
  expect(news).toContainEqual({
    kind: 'gap',
    fromMs: Date.parse('2026-11-20T10:00:05Z'),
    toMs: Date.parse('2026-11-20T10:00:05.250Z'),
  });
});

test.each([400, 401, 403, 404])('%i from the start is told at once', async (status) => {
  const refused = await follow([failure(status)]);
  const asked = await follow([failure(status)], 1_763_632_800_000);

  expect(refused.error).toMatchObject({ status });
  expect(asked.error).toMatchObject({ status });
  expect([...refused.taken, ...asked.taken]).toEqual([]);
});

test('401 and 403 of a stream that was good end it', async () => {
  expect((await follow([[event('a')], failure(401)])).error).toMatchObject({ status: 401 });
  expect((await follow([[event('a')], failure(403), failure(403)])).error).toMatchObject({ status: 403 });
});

test('a platform that is never reached is tried four times; one that was, for ever', async () => {
  const nowhere = failure(undefined);
  const never = await follow([nowhere, nowhere, nowhere, nowhere, [event('a')]]);
  const once = await follow([[event('a')], ...Array.from({ length: 100 }, () => nowhere), [event('b')]]);

  expect(never.error).toMatchObject({ outcome: 'not-sent' });
  expect(once.texts).toEqual([event('a'), event('b')]);
  expect(Math.max(...once.taken)).toBe(16_000);
});

test.each([
  ['no JSON', '<html>'],
  ['no object', '[1]'],
  ['without data', '{"data":null}'],
  ['nested deeply', '['.repeat(200_000)],
])('a line that is %s is left out and told', async (_title, line) => {
  const { texts, news } = await follow([[event('a'), line, event('b')]]);

  expect(texts).toEqual([event('a'), event('b')]);
  expect(news).toContainEqual({ kind: 'unreadable' });
});

test('a message of the platform about the stream is told, and an event without an id counts by its text', async () => {
  const odd = '{"data":{"event_uuid":7,"__proto__":{"a":1}}}';
  const message = '{"errors":[{"title":"operational-disconnect","detail":"Bye"}]}';
  const { texts, news } = await follow([[odd, message, odd, '{"data":{}}']]);

  expect(texts).toEqual([odd, '{"data":{}}']);
  expect(news).toContainEqual({ kind: 'message', text: 'operational-disconnect: Bye' });
});
