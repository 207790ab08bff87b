import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { createBench } from './harness.ts';

const madeSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

test('an account is made on the sandbox, used, and deleted after a yes', async () => {
  const bench = await createBench();
  const made = await bench.adsync(['sandbox-account', 'create', '--format', 'json']);
  expect(made.code).toBe(0);
  const [{ id } = { id: '' }] = madeSchema.parse(JSON.parse(made.stdout));
  expect(made.stderr).toContain(`accounts: { test: { id: ${id} } }`);
  expect((await bench.adsync(['accounts'])).stdout).toContain(id);
  const table = await bench.adsync(['sandbox-account', 'create']);
  expect(table.stdout).toContain('Sandbox account');

  // What a document makes in it is known to the state.
  await bench.write(
    'campaigns.yaml',
    `version: 1
accounts:
  test:
    id: ${id}
    funding_instruments:
      card: { type: CREDIT_CARD, currency: USD, start_time: 2026-11-20T00:00:00Z }
`,
  );
  const applied = await bench.adsync(['apply', '--yes']);
  expect(applied.code).toBe(0);

  const before = await bench.writes();
  const unasked = await bench.adsync(['sandbox-account', 'delete', 'test']);
  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toContain('With --yes the command does not ask.');
  const declined = await bench.adsync(['sandbox-account', 'delete', 'test'], { typed: 'no\n' });
  expect(declined.stdout + declined.stderr).toContain(
    `Delete the sandbox account ${id} with all that is in it?`,
  );
  expect(declined.stdout + declined.stderr).toMatch(/The state has \d+ resources? of it, as\s+test\./);
  expect(await bench.writes()).toEqual(before);

  const deleted = await bench.adsync(['sandbox-account', 'delete', 'test', '--yes']);
  expect(deleted.stdout).toBe(`The sandbox account ${id} is deleted.\n`);
  expect(deleted.stderr).toContain('adsync state rm test');
  expect(deleted.code).toBe(0);
  expect((await bench.adsync(['accounts'])).stdout).not.toContain(id);

  for (const [named, problem] of [
    [id, 'error[ADSYNC_PLATFORM_REFUSED]'],
    ['18cenothere', 'error[ADSYNC_PLATFORM_REFUSED]'],
    ['../campaigns', 'is no account'],
    ['', 'is no account'],
    ['__proto__', 'is no account'],
    ['x'.repeat(100_000), 'is no account'],
  ]) {
    const { code, stderr } = await bench.adsync(['sandbox-account', 'delete', named ?? '', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
    expect(stderr.length).toBeLessThan(2000);
  }
});

test('half an answer, and an answer of another form, are told with what to do, and nothing is sent twice', async () => {
  const bench = await createBench();
  const outcomes = [
    [{ effect: 'drop_after' }, 'error[ADSYNC_OUTCOME_UNKNOWN]'],
    [{ effect: 'status', status: 200, body: { data: [] } }, 'error[ADSYNC_ANSWER_INVALID]'],
    [{ effect: 'status', status: 503, body: {} }, 'error['],
  ] as const;
  for (const [fault, problem] of outcomes) {
    await bench.control('PUT', 'faults', [{ path: '/12/accounts', method: 'POST', ...fault }]);
    const before = (await bench.writes()).length;
    const { code, stderr } = await bench.adsync(['sandbox-account', 'create']);
    expect(stderr).toContain(problem);
    expect(code).not.toBe(0);
    expect((await bench.writes()).length - before).toBe(1);
  }
});

test('the request goes to the address of the sandbox alone, and never to the platform itself', async () => {
  const bench = await createBench();
  const apart = await startSandbox({ split: true });
  try {
    const env = sandboxEnvironment(apart.ready);
    expect(env.ADSYNC_ADS_SANDBOX_BASE_URL).not.toBe(env.ADSYNC_ADS_BASE_URL);
    const { code, stdout } = await bench.adsync(['sandbox-account', 'create'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('Sandbox account');
  } finally {
    await apart.stop();
  }
  const real = { ADSYNC_ADS_SANDBOX_BASE_URL: 'https://ads-api.x.com' };
  for (const line of [['create'], ['delete', '18ce54d4x5t', '--yes']]) {
    const { code, stderr } = await bench.adsync(['sandbox-account', ...line], { env: real });
    expect(code).toBe(1);
    expect(stderr).toContain('ads-api.x.com is the platform itself, and not its sandbox');
  }
});
