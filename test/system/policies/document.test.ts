import { expect, test } from 'vitest';
import { campaigns, createBench } from '../cli/harness.ts';

const written = (policy: string): string => campaigns(undefined, `policy: ${policy}\n`);

test('rules of the house are read with templates and offsets', async () => {
  const bench = await createBench(
    campaigns(
      undefined,
      `variables: { year: 2026 }
policy:
  forbid: [{ action: delete }]
  flights: { max_days: 30, earliest: "\${var.year}-01-01T00:00:00+01:00" }
  freeze: [{ from: 2026-12-24T00:00:00Z, to: 2026-12-27T00:00:00Z }]
  names: { campaign: "^S", line_item: . }
`,
    ),
  );

  expect(await bench.adsync(['validate'])).toMatchObject({ code: 0 });
});

const broken: readonly (readonly [policy: string, at: string, message: string, remedy: string])[] = [
  [
    '{ forbid: [{ action: destroy }] }',
    '2:30',
    'action is none of create, update, replace, delete, adopt, pause, activate',
    'Write one of these words.',
  ],
  ['{ forbid: [{ kind: campaign }] }', '2:20', 'policy.forbid member 1 lacks action', 'Add action.'],
  [
    '{ forbid: [{ action: delete, kind: campain }] }',
    '2:44',
    'kind is none of the',
    'Did you mean campaign?',
  ],
  [
    '{ flights: { max_days: 0 } }',
    '2:32',
    'max_days is not an allowed whole number',
    'Write a whole number, from 1 to 36500.',
  ],
  [
    '{ freeze: [{ from: 2026-12-24, to: 2026-12-27T00:00:00Z }] }',
    '2:28',
    'from is not a time',
    'Write 2026-12-24T00:00:00Z for UTC, or another offset: 2026-12-24T00:00:00+01:00.',
  ],
  [
    '{ freeze: [{ from: 2026-12-27T00:00:00Z, to: 2026-12-24T00:00:00Z }] }',
    '2:54',
    'the freeze ends before it begins',
    'Write a to that is later than from.',
  ],
  [
    '{ names: { campaign: "(a" } }',
    '2:30',
    'campaign is a pattern that has a "(" without its ")"',
    'Write a regular expression in the syntax of RE2',
  ],
  ['{ names: { campain: "a" } }', '2:20', 'campain is not a field of policy.names', 'Did you mean campaign?'],
  ['{ names: [a] }', '2:18', 'names must be a map, not a list', 'Write it as a map'],
];

test.each(broken)('policy: %s', async (policy, at, message, remedy) => {
  const bench = await createBench(written(policy));

  const validated = await bench.adsync(['validate']);

  expect(validated.code).toBe(1);
  expect(validated.stderr).toContain(`campaigns.yaml:${at}`);
  expect(validated.stderr).toContain(message);
  expect(validated.stderr).toContain(remedy);
  expect(validated.stderr.match(/campaigns\.yaml:\d/g)).toHaveLength(1);
});
