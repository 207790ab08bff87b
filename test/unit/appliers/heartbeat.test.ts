import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeat } from '../../../src/appliers/heartbeat.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { Lease } from '../../../src/state/store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const nothing = async (): Promise<void> => await Promise.resolve();

/** A lease that records nothing, and is renewed as said. */
function leaseThat(renew: Lease['renew']): Lease {
  return {
    run: 'run-1',
    renew,
    recordIntent: async () => await Promise.resolve(1),
    recordOutcome: nothing,
    recordEntries: nothing,
    recordMembers: nothing,
    recordSandbox: nothing,
    standingStops: async () => ({ stops: [], stopped: [] }),
    recordPolicy: () => Promise.resolve(),
    recordAccountKey: () => Promise.resolve(),
    recordConsents: nothing,
    release: nothing,
  };
}

test('a lease that another run has taken over is told once, with the reason', async () => {
  const taken = new AdsyncError('ADSYNC_LEASE_LOST', 'another run has taken over');
  const lost = vi.fn<(error: AdsyncError) => void>();
  startHeartbeat(
    leaseThat(async () => await Promise.reject(taken)),
    lost,
  );

  await vi.advanceTimersByTimeAsync(60_000);

  expect(lost.mock.calls).toEqual([[taken]]);
});

test.each([
  ['with another code', new AdsyncError('ADSYNC_INTERNAL', 'busy')],
  ['without a code', new Error('busy')],
])('a renewal that fails %s is tried again, and nothing is lost', async (_title, error) => {
  const renew = vi.fn<Lease['renew']>(async () => await Promise.reject(error));
  const lost = vi.fn<(error: AdsyncError) => void>();
  startHeartbeat(leaseThat(renew), lost);

  await vi.advanceTimersByTimeAsync(45_000);

  expect(renew).toHaveBeenCalledTimes(3);
  expect(lost).not.toHaveBeenCalled();
});

test('a heartbeat that was stopped renews nothing any more', async () => {
  const renew = vi.fn<Lease['renew']>(nothing);
  const stop = startHeartbeat(leaseThat(renew), () => undefined);
  await vi.advanceTimersByTimeAsync(15_000);

  stop();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(renew).toHaveBeenCalledTimes(1);
});
