import { describe, expect, test } from 'vitest';
import { createClient, type PlatformClient, type WaitEvent } from '../../../src/platform/client.ts';
import type { Transport, WireOutcome } from '../../../src/platform/transport.ts';
import { clientOptions, failureOf, startOfTest } from './test-client.ts';

const write = { host: 'ads', method: 'POST', path: '/12/accounts/a/campaigns', accountId: 'a' } as const;
const read = { ...write, method: 'GET' } as const;
const tooMany = { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Slow down' }] };

interface Line {
  readonly client: PlatformClient;
  readonly waits: readonly WaitEvent[];
  /** Requests that wait for their answers. */
  readonly open: ((outcome: WireOutcome) => void)[];
}

async function untilAborted(_ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A client whose requests are answered by hand, and whose waits end only when they are cut short. */
function clientByHand(): Line {
  const waits: WaitEvent[] = [];
  const open: Line['open'] = [];
  const transport: Transport = {
    send: async () => await new Promise((resolve) => open.push(resolve)),
    close: async () => await Promise.resolve(),
  };
  const client = createClient({
    ...clientOptions('http://127.0.0.1:9'),
    clock: { now: () => startOfTest, sleep: untilAborted },
    onWait: (event) => waits.push(event),
    transport,
  });
  return { client, waits, open };
}

function answer(status: number, remaining?: number): WireOutcome {
  const limits = {
    'x-rate-limit-remaining': `${remaining}`,
    'x-rate-limit-reset': `${startOfTest / 1000 + 60}`,
  };
  const headers = { date: new Date(startOfTest).toUTCString(), ...(remaining !== undefined && limits) };
  return { kind: 'answer', status, headers, body: { value: status === 429 ? tooMany : { data: [] } } };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a wait for the budget', () => {
  test('is shown with its end, and ends when the run is stopped: nothing is sent then', async () => {
    const { client, waits, open } = clientByHand();
    const first = client.call(write);
    await turn();
    open.shift()?.(answer(200, 0));
    await first;
    const stop = new AbortController();

    const waiting = failureOf(client.untilRoom({ ...write, stop: stop.signal }));
    await turn();
    stop.abort();

    expect(await waiting).toMatchObject({ outcome: 'not-sent' });
    expect(waits).toEqual([{ reason: 'rate_limit', untilMs: startOfTest + 60_000, path: write.path }]);
    expect(open).toEqual([]);
  });

  test('is none for what is not worth it: it is tried once, and not at all without budget', async () => {
    const { client, waits, open } = clientByHand();
    const first = failureOf(client.call({ ...read, waits: false }));
    await turn();
    open.shift()?.(answer(429, 0));
    expect(await first).toMatchObject({ status: 429 });

    expect(await failureOf(client.call({ ...read, waits: false }))).toMatchObject({ outcome: 'not-sent' });
    expect(open).toEqual([]);
    expect(waits).toEqual([]);
  });

  test('after a 429 ends when the run is stopped, and the write counts as never sent', async () => {
    const { client, open } = clientByHand();
    const stop = new AbortController();
    const call = failureOf(client.call({ ...write, stop: stop.signal }));
    await turn();
    open.shift()?.(answer(429));
    await turn();

    stop.abort();

    expect(await call).toMatchObject({ outcome: 'not-sent', status: undefined });
    expect(open).toEqual([]);
  });
});

describe('requests at once', () => {
  test('are four reads at first; the others wait in line, and writes do not', async () => {
    const { client, open } = clientByHand();
    const reads = Array.from({ length: 6 }, async () => await client.call(read));
    await turn();
    expect(open).toHaveLength(4);

    const written = client.call(write);
    await turn();
    expect(open).toHaveLength(5);

    for (let answered = 0; answered < 7; answered += 1) {
      open.shift()?.(answer(200));
      await turn();
    }
    await Promise.all([...reads, written]);
    expect(client.requests).toBe(7);
  });

  test('that wait in line are not made any more once the client is closed', async () => {
    const { client, open } = clientByHand();
    const reads = Array.from({ length: 5 }, async () => await client.call(read));
    const last = failureOf(reads[4] ?? Promise.resolve());
    await turn();

    await client.close();

    expect(await last).toMatchObject({ outcome: 'not-sent' });
    for (const each of open) each(answer(200));
    await Promise.all(reads.slice(0, 4));
  });

  test('who waits for a budget holds up nobody else', async () => {
    const { client, open } = clientByHand();
    const first = client.call(read);
    await turn();
    open.shift()?.(answer(200, 0));
    await first;

    const held = failureOf(client.call(read));
    const others = Array.from(
      { length: 5 },
      async () => await client.call({ ...read, path: '/12/accounts/a/cards' }),
    );
    for (let answered = 0; answered < 5; answered += 1) {
      await turn();
      open.shift()?.(answer(200));
    }
    await Promise.all(others);
    await client.close();

    expect(await held).toMatchObject({ outcome: 'not-sent' });
  });
});
