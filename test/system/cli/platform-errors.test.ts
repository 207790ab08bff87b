import { expect, test } from 'vitest';
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
