import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { allOperations } from '../../../packages/sandbox/src/openapi/operations.ts';
import { fuzz } from './fuzz.ts';
import { us, useSandbox } from './sandbox-client.ts';

const requests = Number(process.env['ADSYNC_FUZZ'] ?? 5000);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_201);
const client = useSandbox();

test(
  `${requests} hostile requests to every operation in turn: none is left without an answer, none gets a 500 (seed ${seed})`,
  async () => {
    const heap = new Map<number, number>();
    const onProgress = (done: number): void => {
      // Just before the state is brought back to its seed, so that both are taken at the same point.
      if (done === 9_999 || done === 49_999) heap.set(done, usedHeap());
    };

    const { findings, statuses } = await fuzz(client, { seed, requests, onProgress });

    expect(findings).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
    // Hostile as they are, enough of them get past the checks to reach what lies behind.
    expect(statuses.get(200)).toBeGreaterThan(requests / 20);
    expect(requests).toBeGreaterThan(allOperations().length * 10);
    expect((heap.get(49_999) ?? 0) / (heap.get(9_999) ?? 1)).toBeLessThanOrEqual(1.2);
    expect((await client.send('GET', `/12/accounts/${us}/campaigns`)).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
  20_000 + requests * 20,
);

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}
