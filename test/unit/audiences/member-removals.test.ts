import { expect, test } from 'vitest';
import { type Bench, createBench } from '../../system/cli/harness.ts';

const document = (policy: string): string => `version: 1
policy: ${policy}
accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences:
      buyers: { name: Buyers, users: { file: buyers.csv } }
`;
const emails = (from: number, to: number): string =>
  `email\n${Array.from({ length: to - from }, (_, index) => `user${from + index}@example.com\n`).join('')}`;

/** An audience of so many members, and then a file of others. */
async function pushed(members: number, then: string, policy = '{}'): Promise<Bench> {
  const bench = await createBench(document(policy));
  await bench.write('buyers.csv', emails(0, members));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('buyers.csv', then);
  return bench;
}

test.each([
  ['the default, at the limit', '{}', 400, emails(120, 400), undefined],
  ['the default, above it', '{}', 400, emails(121, 400), 'remove 121 of 400 members; the policy allows 120'],
  ['never less than 100', '{}', 110, emails(100, 110), undefined],
  ['101 of few', '{}', 110, emails(101, 110), 'remove 101 of 110 members; the policy allows 100'],
  [
    'a number',
    '{ max_member_removals: 5 }',
    10,
    emails(6, 10),
    'remove 6 of 10 members; the policy allows 5',
  ],
  ['a higher share', '{ max_member_removals: 100% }', 300, emails(299, 900), undefined],
] as const)('max_member_removals: %s', async (_, policy, members, then, message) => {
  const bench = await pushed(members, then, policy);

  const planned = await bench.adsync(['plan']);
  const accepted = await bench.adsync(['apply', '--yes', '--override', 'max_member_removals']);

  expect(planned.code).toBe(message === undefined ? 0 : 4);
  if (message !== undefined)
    expect(planned.stdout).toContain(
      `  max_member_removals  acme-us/audiences/buyers/users  ADSYNC_PLAN_REFUSED\n    the push would ${message}\n`,
    );
  expect(accepted.code).toBe(0);
});

test('max_member_removals: what is refused is not pushed, and what is not chosen is not judged', async () => {
  const bench = await pushed(300, emails(0, 1));

  const applied = await bench.adsync(['apply', '--yes']);
  const others = await bench.adsync(['plan', '--exclude', 'acme-us/audiences/buyers']);

  expect([applied.code, others.code]).toEqual([4, 0]);
  expect((await bench.records('audience_users')).length).toBeGreaterThanOrEqual(300);
});

test('max_member_removals is remembered as the other rules are', async () => {
  const bench = await pushed(10, emails(3, 10), '{ max_member_removals: 2 }');
  await bench.write('campaigns.yaml', document('{}').replace('policy: {}\n', ''));

  expect((await bench.adsync(['plan'])).stdout).toContain('remove 3 of 10 members; the policy allows 2');
});
