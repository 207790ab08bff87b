import { expect, test } from 'vitest';
import { z } from 'zod';
import { matching } from '../../support/plan-world.ts';
import { campaigns, createBench } from '../cli/harness.ts';

const entrySchema = z.looseObject({ time: z.iso.datetime(), level: z.string(), message: z.string() });

function entries(stderr: string): readonly z.infer<typeof entrySchema>[] {
  return stderr
    .trimEnd()
    .split('\n')
    .map((line) => entrySchema.parse(JSON.parse(line)));
}

const json = ['--log-format', 'json'] as const;

test('notes are a line of JSON each, results stay as they are', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['plan', '-o', 'plan.json', ...json]);
  const quiet = await bench.adsync(['plan', '-q', '-o', 'plan.json', ...json]);

  expect(code).toBe(0);
  expect(stdout).toContain('Plan: 1 to create');
  expect(entries(stderr)).toMatchObject([
    { level: 'info', message: 'Saved. To apply exactly this: adsync apply --plan plan.json' },
  ]);
  expect(quiet.stderr).toBe('');
});

test('errors have their code, place and remedy, a wrong document all its problems', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, daily_budget: -1, colour: red' }));

  const { code, stderr } = await bench.adsync(['validate', ...json]);

  expect(code).toBe(1);
  const [error] = entries(stderr);
  expect(error).toMatchObject({ level: 'error', code: 'ADSYNC_DOCUMENT_INVALID', exit_code: 1 });
  expect(error?.['problems']).toMatchObject([
    { file: 'campaigns.yaml', line: 7, rule: 'bad-value' },
    { file: 'campaigns.yaml', line: 7, rule: 'unknown-field' },
  ]);
});

test.each([[['plan', '--log-format', 'json', '--nonsense']], [['plan', '--nonsense', '--log-format=json']]])(
  'what is wrong with the command line is logged so too: %j',
  async (argv) => {
    const bench = await createBench();

    const { code, stderr } = await bench.adsync(argv);

    expect(code).toBe(1);
    expect(entries(stderr)).toMatchObject([{ level: 'error', code: 'ADSYNC_USAGE' }]);
  },
);

test('an apply for programs logs nothing but JSON: the plan, a wait, and why it ended part-way', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, daily_budget: 5', other: 'name: Other, daily_budget: 5' }),
  );
  const creation = { method: 'POST', path: '/12/batch/accounts/*/campaigns' };
  await bench.control('PUT', 'faults', [
    { ...creation, match: { name: 'Sale' }, effect: 'refuse', code: 'INVALID_PARAMETER', parameter: 'name' },
  ]);

  const { code, stderr } = await bench.adsync(['apply', '--yes', '--json', ...json]);

  expect(code).toBe(5);
  const [plan, error, ...more] = entries(stderr);
  expect(plan?.message).toContain('Plan: 2 to create');
  expect(error).toMatchObject({ level: 'error', code: 'ADSYNC_APPLY_INCOMPLETE', exit_code: 5 });
  expect(more).toEqual([]);
});

test('waits are logged with their time', async () => {
  const bench = await createBench();
  await bench.control('PUT', 'faults', [
    {
      method: 'GET',
      path: '/12/accounts/*/campaigns',
      nth: [1],
      effect: 'status',
      status: 503,
      headers: { 'retry-after': '1' },
    },
  ]);

  const { code, stderr } = await bench.adsync(['plan', ...json]);

  expect(code).toBe(0);
  expect(entries(stderr)).toMatchObject([{ level: 'info', message: matching(/^Waiting until /) }]);
});

test('with -v an error has its stack', async () => {
  const bench = await createBench();

  const { stderr } = await bench.adsync(['plan', 'nowhere.yaml', '-v', ...json]);

  expect(entries(stderr)).toMatchObject([{ code: 'ADSYNC_DOCUMENT_MISSING', stack: matching(/\n {4}at /) }]);
});

test.each([
  [['plan', '--log-format', 'xml'], 'Allowed choices are text, json.'],
  [['plan', '--override', 'max_delets'], 'did you mean max_deletes?'],
  [['plan', '--override', 'prevent_destroy'], 'the rules are max_deletes, max_updates'],
])('%j is refused', async (argv, message) => {
  const bench = await createBench();

  const refused = await bench.adsync(argv);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(message);
});
