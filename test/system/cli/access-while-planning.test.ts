import { expect, test } from 'vitest';
import { z } from 'zod';
import { asUser } from './as-user.ts';
import { createBench } from './harness.ts';

test('a plan says at the place of its first change what the credentials may not write, and nothing where nothing changes', async () => {
  const bench = await createBench();
  const asked = async (): Promise<number> => {
    const requests = z
      .array(z.looseObject({ path: z.string() }))
      .parse(await bench.control('GET', 'requests'));
    return requests.filter(({ path }) => path.endsWith('/authenticated_user_access')).length;
  };

  const reader = await bench.adsync(['plan'], { env: asUser('analyst') });
  expect(reader.code).toBe(0);
  expect(reader.stderr).toMatch(/\.yaml:\d+:\d+: acme-us\/\S+/);
  expect(reader.stderr).toContain('and campaigns need ACCOUNT_ADMIN or AD_MANAGER.');
  expect(await asked()).toBe(1);

  const admin = await bench.adsync(['plan']);
  expect(admin.code).toBe(0);
  expect(admin.stderr).not.toContain('of the credentials has');

  await bench.adsync(['apply', '--yes']);
  const before = await asked();
  await bench.adsync(['plan']);
  expect(await asked()).toBe(before);
});
