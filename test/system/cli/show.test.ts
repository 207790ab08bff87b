import { expect, test } from 'vitest';
import { planFormats } from '../../../src/cli/report-formats.ts';
import { createBench } from './harness.ts';

test.each(planFormats)('a saved plan is shown as %s, as it was when it was made', async (format) => {
  const bench = await createBench();
  const made = await bench.adsync(['plan', '-o', 'plan.json', '--format', format]);
  await bench.write('campaigns.yaml', 'not a document any more');
  const before = await bench.requests();

  const shown = await bench.adsync(['show', 'plan.json', '--format', format]);

  expect([shown.code, shown.stderr]).toEqual([0, '']);
  if (format === 'json') expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(made.stdout));
  else expect(shown.stdout).toBe(made.stdout);
  expect(await bench.requests()).toEqual(before);
});

test('--json is short for the form', async () => {
  const bench = await createBench();
  const made = await bench.adsync(['plan', '-o', 'plan.json', '--json']);

  const shown = await bench.adsync(['show', 'plan.json', '--json']);

  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(made.stdout));
});

test.each([
  ['what is no JSON', 'version: 1\n', 'is not JSON'],
  ['what is no plan', '{"__proto__":{},"format_version":"1.1"}', 'is not a plan'],
  ['an empty file', '', 'is not JSON'],
  ['a plan of another format', '{"format_version":"9.0"}', 'is of format 9.0'],
  ['a file that is not there', undefined, 'cannot be read'],
])('%s is refused', async (_name, text, reason) => {
  const bench = await createBench();
  if (text !== undefined) await bench.write('plan.json', text);

  const { code, stdout, stderr } = await bench.adsync(['show', 'plan.json']);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`error[ADSYNC_PLAN_INVALID]: the saved plan plan.json ${reason}`);
  expect(stderr).toContain('adsync plan -o FILE');
});

test('a plan that somebody edited is refused', async () => {
  const bench = await createBench();
  const { stdout } = await bench.adsync(['plan', '--json']);
  await bench.write('plan.json', stdout.replaceAll('55000000', '66000000'));

  const { code, stderr } = await bench.adsync(['show', 'plan.json']);

  expect(code).toBe(1);
  expect(stderr).toContain('was changed after it was saved');
});
