import { expect, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { holder, intent, start, us } from '../../unit/state/fixtures/values.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const document = campaigns({
  sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00',
  spring: 'name: Spring, status: PAUSED, daily_budget: 20.00',
});

async function appliedThenReset(): Promise<Bench> {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.control('POST', 'reset');
  return bench;
}

const told = `error[ADSYNC_STATE_MISMATCH]: The state sqlite:<folder>/.adsync/state.db is of another sandbox: this one was started or reset since, and knows nothing of the 2 resources in the state
  To begin anew, forget them: adsync state rm acme-us; or name another state with --state. A sandbox that is started with --data FILE keeps its records.
`;

test.each([
  ['plan'],
  ['apply', '--yes'],
  ['drift'],
  ['destroy', '--yes'],
  ['state', 'rebuild', '--yes'],
  ['stop', '--reason', 'a test', '--yes'],
])('a sandbox that was started anew is told in one sentence: %s', async (...argv) => {
  const bench = await appliedThenReset();

  const { code, stdout, stderr } = await bench.adsync(argv);

  expect({ code, stdout, stderr: stderr.replaceAll(bench.folder, '<folder>') }).toEqual({
    code: 1,
    stdout: '',
    stderr: told,
  });
  expect(await bench.writes()).toEqual([]);
});

test('the way out leads to a state that is in sync', async () => {
  const bench = await appliedThenReset();

  expect(await bench.adsync(['state', 'rm', 'acme-us', '--yes'])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  expect(await bench.records('campaigns')).toHaveLength(2 + 1);
  // It is the new sandbox that is remembered now.
  await bench.control('POST', 'reset');
  expect(await bench.adsync(['plan'])).toMatchObject({ code: 1 });
});

test('a request whose outcome nobody knows is not taken for absent because the sandbox is another one', async () => {
  const bench = await createBench(document);
  const url = `sqlite:${bench.folder}/.adsync/state.db`;
  const store = await openStore(url);
  const lease = await store.acquire(start({ ...us, host: 'loopback' }), holder('one'));
  await lease.recordSandbox(us.accountId, 'another-one');
  await lease.recordIntent(intent('sale'));
  await lease.release();
  await store.close();

  const { code, stderr } = await bench.adsync(['apply', '--yes']);

  expect(code).toBe(1);
  expect(stderr).toContain('knows nothing of the open request in the state');
});
