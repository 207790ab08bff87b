import { expect, test } from 'vitest';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { campaigns, createBench } from './harness.ts';

test('an account that the credentials do not see is told at its line, with those that they see', async () => {
  const bench = await createBench(campaigns().replace('18ce54d4x5t', '18ce54d4x5x'));

  for (const command of [['plan'], ['apply', '--yes'], ['drift']])
    expect(await bench.adsync(command)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error[ADSYNC_ACCOUNT_UNKNOWN]: campaigns.yaml:3:3  account acme-us has the id 18ce54d4x5x, which these credentials do not see
  NOT_FOUND: Account 18ce54d4x5x was not found
  They see 18ce54d4x5t (Acme US), 18ce5uk0000 (Acme UK). Correct the id, or use the credentials of a user who has a role in the account.
`,
    });
});

test('a refusal that is none of the id stays as it is', async () => {
  const bench = await createBench();
  await bench.control('PUT', 'faults', [
    { method: 'GET', path: '/12/accounts/*/campaigns', effect: 'refuse', code: 'ACTION_NOT_ALLOWED' },
  ]);

  const { code, stderr } = await bench.adsync(['plan']);

  expect(code).toBe(1);
  expect(stderr).toContain('ADSYNC_PLATFORM_REFUSED');
});

test('where nothing answers on this machine, one line says so and asks for the sandbox', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan', '--quiet'], {
    env: { ADSYNC_ADS_BASE_URL: 'http://127.0.0.1:9' },
  });

  expect(code).toBe(1);
  expect(stderr.split('\n').slice(-3)).toEqual([
    'error[ADSYNC_PLATFORM_UNREACHABLE]: http://127.0.0.1:9 cannot be reached: nothing answers there (ECONNREFUSED)',
    '  Is `adsync sandbox` running? It prints the address to use.',
    '',
  ]);
});

test.each([
  [401, 89, 'Sign in again with `adsync auth login`'],
  [401, 32, 'do not belong together'],
  [401, 135, 'The clock of this machine is'],
  [403, 99, 'Wait some minutes'],
  [400, 215, 'The signature could not be read'],
])(
  'HTTP %i with code %i is told with what to do, by every command that meets it',
  async (status, code, remedy) => {
    const bench = await createBench();
    await bench.control('PUT', 'faults', [
      { path: '/12/**', effect: 'status', status, body: { errors: [{ code, message: 'Refused.' }] } },
    ]);

    for (const line of [
      ['plan'],
      ['accounts'],
      ['api', 'GET', '/12/accounts'],
      ['get', 'campaigns', '--account', 'x1'],
    ]) {
      const ran = await bench.adsync(line);
      expect({ line, code: ran.code }).toEqual({ line, code: 1 });
      expect(ran.stderr).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
      expect(ran.stderr).toContain(`${code}: Refused.`);
      expect(ran.stderr.replaceAll('\n  ', ' ')).toContain(remedy);
    }
  },
);

test.each([
  [0, 'is wrong'],
  [3_600_000, 'is 60 minutes ahead of the'],
  [-120_000, 'is 2 minutes behind the'],
])('a clock that is %i ms ahead is told so where the platform refuses its time', async (aheadMs, told) => {
  const bench = await createBench();
  await bench.control('PUT', 'clock', { now: new Date().toISOString().replace(/\.\d+/, '') });
  await bench.control('PUT', 'faults', [
    { path: '/12/**', effect: 'status', status: 401, body: { errors: [{ code: 135, message: 'No.' }] } },
  ]);

  const { stderr } = await bench.adsync(['accounts'], {
    clock: { ...systemClock, now: () => Date.now() + aheadMs },
  });

  expect(stderr.replaceAll('\n  ', ' ')).toContain(`The clock of this machine ${told}`);
});
