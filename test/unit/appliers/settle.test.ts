import { expect, test } from 'vitest';
import type { ApplyEvent } from '../../../src/appliers/apply-event.ts';
import { type SettleInput, settle } from '../../../src/appliers/settle.ts';
import type { Intent } from '../../../src/schemas/state-entry.ts';
import { accountId, campaign } from './build-plan.ts';

const intent: Intent = {
  run: 'r',
  accountId,
  step: 1,
  method: 'POST',
  path: '/12/x',
  at: 1000,
  timeoutMs: 300,
  operations: [
    {
      operation: 1,
      type: 'Create',
      address: 'acme/campaigns/a',
      kind: 'campaign',
      id: null,
      params: campaign('a'),
      known: [],
      entry: null,
    },
  ],
};

/** A platform without records, whose clock shows `date(local)`, and a local clock that only sleeping moves. */
function settling(date: (local: number) => number): {
  readonly input: SettleInput;
  readonly events: ApplyEvent[];
  readonly sleeps: number[];
} {
  let local = 50_000;
  const events: ApplyEvent[] = [];
  const sleeps: number[] = [];
  const input: SettleInput = {
    client: {
      requests: 0,
      reads: 0,
      parallel: 4,
      sandbox: undefined,
      untilRoom: async () => await Promise.resolve(),
      call: async () => await Promise.reject(new Error('not to be called')),
      list: async function* list() {
        yield await Promise.resolve({ records: [], date: date(local), hasNext: false });
      },
      close: async () => await Promise.resolve(),
    },
    clock: {
      now: () => local,
      sleep: async (ms) => {
        sleeps.push(ms);
        local += ms;
        await Promise.resolve();
      },
    },
    intent,
    settleMs: 500,
    entries: () => [],
    emit: (event) => void events.push(event),
  };
  return { input, events, sleeps };
}

test('absence counts once nothing that was sent in time can still take effect', async () => {
  const { input, events, sleeps } = settling((local) => local - 49_500);

  const resolution = await settle(input);

  expect(resolution).toEqual({ outcome: 'absent' });
  // Its intent at 1,000; sent within 300, timed out 300 later, settled 500 after that.
  expect(events).toEqual([
    {
      type: 'waiting',
      reason: 'a request without an answer may still take effect',
      addresses: ['acme/campaigns/a'],
      until: new Date(2100).toISOString(),
    },
  ]);
  expect(sleeps).toEqual([1101]);
});

test.each([
  ['stands still', (): number => 20_000],
  ['goes back', (local: number): number => 100_000 - local],
  ['is long before the intent', (): number => 0],
])('a platform clock that %s does not make it wait for ever', async (_title, date) => {
  const { input, sleeps } = settling(date);

  const resolution = await settle(input);

  expect(resolution).toEqual({ outcome: 'absent' });
  expect(sleeps.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1500);
});
