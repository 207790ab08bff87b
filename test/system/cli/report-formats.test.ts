import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

test('a plan as Markdown and as a page, on standard output; --out saves the plan itself', async () => {
  const bench = await createBench();

  const markdown = await bench.adsync(['plan', '--format', 'markdown', '-o', 'plan.json']);
  const page = await bench.adsync(['plan', '--format', 'html', '--detailed-exitcode']);

  expect(markdown.code).toBe(0);
  expect(markdown.stdout).toMatch(/^### adsync plan: 1 to create \(1 of them activated\)\n/);
  expect(markdown.stdout).toContain('| May spend more | `acme-us/campaigns/sale`<br>`Sale` |');
  expect(JSON.parse(await bench.read('plan.json'))).toMatchObject({ summary: { create: 1 } });
  expect(page.code).toBe(2);
  expect(page.stdout).toMatch(/^<!DOCTYPE html>/);
  expect(page.stdout).toContain('55.00 USD');
});

test('a refused plan is shown in its form, and refused', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  await bench.write(
    'campaigns.yaml',
    (await bench.read('campaigns.yaml')).replace('daily_budget: 55.00', 'daily_budget: 5500'),
  );

  const { code, stdout, stderr } = await bench.adsync(['plan', '--format', 'markdown']);

  expect(code).toBe(4);
  expect(stdout).toMatch(/^### adsync plan: refused, 1 to update\n/);
  expect(stdout).toContain('**Refused, for one reason:**\n\n```text\n  max_budget_factor');
  expect(stderr).toContain('ADSYNC_PLAN_REFUSED');
});

test.each([
  ['markdown', /^### adsync drift: 1 modified/],
  ['html', /^<!DOCTYPE html>/],
  [
    'junit',
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="adsync drift" tests="\d+" failures="1"/,
  ],
])('drift as %s, on standard output and in a file', async (format, expected) => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const [campaign] = await bench
    .records('campaigns')
    .then((all) => all.filter(({ name }) => name === 'Sale'));
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: campaign?.['id'], set: { daily_budget_amount_local_micro: 80_000_000 } },
  ]);

  const { code, stdout } = await bench.adsync(['drift', '--format', format, '--detailed-exitcode']);
  const saved = await bench.adsync(['drift', '--format', format, '-o', 'report']);

  expect(code).toBe(2);
  expect(stdout).toMatch(expected);
  expect(await bench.read('report')).toMatch(expected);
  expect(saved.stdout).toBe('');
});

test('what nobody declares is listed where asked for', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const { stdout } = await bench.adsync(['drift', '--unmanaged']);

  expect(stdout).toMatch(/^Nobody declares these:\n {2}acme-us {2}/m);
});
