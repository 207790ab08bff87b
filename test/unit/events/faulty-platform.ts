import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../../packages/sandbox/src/control/seeded-random.ts';
import { longestSilenceMs } from '../../../src/platform/line-stream.ts';

/** How a connection of the faulty platform goes. */
const faults = ['end', 'drop', 'stall', 'half_line', 'refuse', 'throttle', 'twice'] as const;
type Fault = (typeof faults)[number];

/** A platform that streams events and lets every connection fail. */
export interface FaultyPlatform {
  readonly address: string;
  /** Time that only waiting moves, and the platform's silence. */
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** The ids of all events that happened, in their order. */
  readonly happened: readonly string[];
  /** The id of the last event, once it was sent. */
  readonly last: string | undefined;
  /** How often each fault came. */
  readonly counts: Readonly<Record<Fault, number>>;
}

const start = Date.parse('2026-11-20T10:00:00Z');

/** Starts a platform with so many faulty connections, drawn from the seed; then it sends the rest, and stays. */
export async function startFaultyPlatform(seed: number, faulty: number): Promise<FaultyPlatform> {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const kept: { readonly id: string; readonly at: number }[] = [];
  const counts = { end: 0, drop: 0, stall: 0, half_line: 0, refuse: 0, throttle: 0, twice: 0 };
  let now = start;
  let connections = 0;
  let last: string | undefined;
  let isSilent = false;
  const happen = (count: number): readonly string[] =>
    Array.from({ length: count }, () => {
      const id = `event-${kept.length + 1}`;
      kept.push({ id, at: now });
      return id;
    });

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    connections += 1;
    isSilent = false;
    const fault = connections > faulty ? undefined : faults[below(faults.length)];
    if (fault !== undefined) counts[fault] += 1;
    // What happens before anybody listens is nobody's.
    if (connections > 1) happen(below(3));
    if (fault === 'refuse' || fault === 'throttle') {
      response.writeHead(fault === 'refuse' ? 503 : 429, { 'content-type': 'application/json' });
      response.end('{"title":"Try later"}');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const missed = missedSince(searchParams);
    const lines = [...missed, ...happen(fault === undefined ? 1 : below(4))].map(lineOf);
    // What breaks may also break before all is sent.
    const sent = fault === undefined ? lines : lines.slice(0, below(lines.length + 1));
    const text = (fault === 'twice' ? [...sent, ...sent] : sent).join('');
    now += below(20_000);
    if (fault === undefined) response.write(text);
    else if (random() < 0.5) {
      // All is sent and read, all goes well for a while, and more happens.
      response.write(`${lines.join('')}\r\n`);
      setTimeout(() => {
        now += 60_000 + below(60_000);
        fail(fault, response, `\r\n${happen(below(4)).map(lineOf).join('')}`);
      }, 3);
    } else fail(fault, response, text);
    if (fault === undefined) last = kept.at(-1)?.id;
  };

  const missedSince = (query: URLSearchParams): readonly string[] => {
    const minutes = Number(query.get('backfill_minutes') ?? '0');
    const from = query.has('start_time') ? Date.parse(query.get('start_time') ?? '') : now - minutes * 60_000;
    return query.size === 0 ? [] : kept.filter(({ at }) => at >= from).map(({ id }) => id);
  };

  const fail = (fault: Fault, response: ServerResponse, text: string): void => {
    const half = lineOf(happen(1)[0] ?? '').slice(0, 20);
    if (fault === 'end' || fault === 'twice') response.end(text);
    else if (fault === 'stall') {
      response.write(random() < 0.5 ? `${text}\r\n` : text + half, () => {
        isSilent = true;
      });
    } else response.write(`\r\n${text}${fault === 'half_line' ? half : ''}`, () => response.destroy());
  };

  const clock: FaultyPlatform['clock'] = {
    now: () => now,
    sleep: async (ms, signal) => {
      if (ms !== longestSilenceMs) {
        now += ms;
        return;
      }
      // What was sent before the silence is still on its way.
      while (!isOver(signal)) {
        await new Promise((resolve) => setTimeout(resolve, 3));
        if (isSilent && !isOver(signal)) {
          now += ms;
          return;
        }
      }
    },
  };

  const server = createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  return {
    address,
    clock,
    counts,
    get last() {
      return last;
    },
    get happened() {
      return kept.map(({ id }) => id);
    },
  };
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function lineOf(id: string): string {
  return `{"data":{"event_uuid":"${id}","event_type":"post.create","payload":{"text":"é"}}}\r\n`;
}
