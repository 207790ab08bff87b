import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../../support/postgres.ts';
import { campaigns, createBench } from '../cli/harness.ts';

/** Lets waits for a database that is gone end a hundred times sooner. */
function hurry(): () => void {
  const begun = performance.now();
  const real = performance.now.bind(performance);
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => begun + (real() - begun) * 100);
  return () => spy.mockRestore();
}

test('a database that goes for good in the middle of an apply ends it with 7, and the next run goes on', async () => {
  const server = await startPostgres();
  onTestFinished(async () => await server.remove());
  const bench = await createBench(campaigns());
  const state = ['--state', server.url('postgres')];
  const held = { method: 'POST', path: '/12/batch/accounts/*/campaigns', nth: [1], effect: 'hold' };
  await bench.control('PUT', 'faults', [held]);

  const applying = bench.adsync(['apply', '--yes', ...state]);
  while ((await bench.writes()).length === 0) await sleep(20);
  await server.halt('immediate');
  const stopHurrying = hurry();
  onTestFinished(stopHurrying);
  await bench.control('POST', 'release');
  const { code, stdout, stderr } = await applying;
  stopHurrying();

  expect([code, stderr]).toEqual([7, expect.stringContaining('error[ADSYNC_OUTCOME_UNKNOWN]')]);
  expect(stderr).toContain('The lock could not be freed');
  expect(stdout).toContain('outcome unknown');

  await server.start();
  // The process that held the lock lives on: it runs this test.
  await bench.adsync(['state', 'unlock', '--yes', ...state]);
  const again = await bench.adsync(['apply', '--yes', ...state]);
  const planned = await bench.adsync(['plan', '--detailed-exitcode', ...state]);

  expect([again.code, planned.code, again.stderr]).toEqual([0, 0, expect.any(String)]);
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(1);
});
