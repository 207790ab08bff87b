import { expect, test } from 'vitest';
import { campaigns, createBench } from './harness.ts';

test('an id that no funding instrument has is refused with those that exist, and amounts say that they have no currency', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 45' }).replace('hxtet', 'hxte1'),
  );

  const { code, stdout } = await bench.adsync(['plan']);

  expect(code).toBe(4);
  expect(stdout).toContain('no_such_record  acme-us/funding_instruments/credit');
  expect(stdout).toContain('account 18ce54d4x5t has no funding instrument hxte1');
  expect(stdout).toMatch(/the account has hxtet\b/);
  expect(stdout).toContain('acme-us: 0.00 → 45.00 (currency unknown) a day, never more on the way');
  expect(stdout).toContain('acme-us in an unknown currency, after the plan: today 45.00');
  expect(stdout).not.toMatch(/\S {2,}(on|a day|→)/);
});
