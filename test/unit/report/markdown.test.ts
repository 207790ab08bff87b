import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftMarkdown } from '../../../src/report/markdown/drift-markdown.ts';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { driftView } from '../../../src/report/view/drift-view.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { anyDrift, anyPlan } from './any-report.ts';
import { markdownShape } from './markdown-shape.ts';
import { driftOf, fullDrift, largeDrift } from './sample-drift.ts';
import { calendarPlan, change, fullPlan, planOf, samplePlan } from './sample-plan.ts';

/** What GitHub allows in a comment. */
const commentLimit = 65_536;

test.each([
  ['plan-sample', planMarkdown(planView(samplePlan))],
  ['plan-full', planMarkdown(planView(fullPlan))],
  ['plan-calendar', planMarkdown(planView(calendarPlan))],
  ['plan-empty', planMarkdown(planView(planOf([])))],
  ['drift-full', driftMarkdown(driftView(fullDrift))],
  ['drift-none', driftMarkdown(driftView(driftOf([])))],
])('%s', async (name, markdown) => {
  await expect(markdown).toMatchFileSnapshot(`expected/${name}.md`);
});

/** Everything that a comment must be, whatever is in it. */
function expectSound(markdown: string): void {
  expect(markdown.length).toBeLessThan(commentLimit);
  const { openFolds, openFence, prose, rows } = markdownShape(markdown);
  expect({ openFolds, openFence }).toEqual({ openFolds: 0, openFence: false });
  // Only our own words stand outside code: nothing of them is a mention, a link, an image or a heading of others.
  expect(prose).not.toMatch(/[@`[\]\\]|:\/\/|www\.|#\d|<(?!\/?(details|summary)>|br>|0\.1 %)/);
  for (const { cells, head } of rows) expect(cells).toBe(head);
  const headings = prose.split('\n').filter((line) => line.startsWith('#'));
  expect(headings.every((line) => /^(### adsync|#### [A-Z][a-z ]+$)/.test(line))).toBe(true);
}

test('any plan is a sound comment', () => {
  fc.assert(
    fc.property(anyPlan(25), (plan) => {
      expectSound(planMarkdown(planView(plan)));
    }),
    { numRuns: 50, endOnFailure: true },
  );
}, 60_000);

test('any drift report is a sound comment', () => {
  fc.assert(
    fc.property(anyDrift(60), (report) => {
      expectSound(driftMarkdown(driftView(report)));
    }),
    { numRuns: 50, endOnFailure: true },
  );
}, 60_000);

const manyCreated = Array.from({ length: 5000 }, (_, index) =>
  change({
    address: `acme-us/campaigns/c${index}`,
    kind: 'campaign',
    action: 'create',
    after: { daily_budget_amount_local_micro: index * 10_000 },
  }),
);
const deleted = change({ address: 'acme-uk/campaigns/last', kind: 'campaign', action: 'delete' });

test('of five thousand changes the worst is kept, and the rest is counted', () => {
  const markdown = planMarkdown(planView(planOf([...manyCreated, deleted])));

  expectSound(markdown);
  expect(markdown).toContain('| Cannot be undone | `acme-uk/campaigns/last`');
  const shown = markdown.match(/^@@ acme-us\/campaigns\/c\d+ /gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(200);
  expect(markdown).toContain(`… and ${(5000 - shown).toLocaleString('en-US')} more changes, left out here`);
  expect(markdown).toMatch(/Effect `sha256:00`: an approval of this plan holds for exactly this effect\.\n$/);
});

test('one campaign with thousands of changes is cut inside, and the cut is counted', () => {
  const items = manyCreated.map((each, index) => ({
    ...each,
    kind: 'line_item',
    address: `acme-us/campaigns/one/line_items/i${index}`,
  }));

  const markdown = planMarkdown(planView(planOf(items)));

  expectSound(markdown);
  const shown = markdown.match(/^\+ line_items\/i\d+/gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(200);
  expect(markdown).toContain(
    `  … and ${(5000 - shown).toLocaleString('en-US')} more lines of it, left out here`,
  );
});

test('of more accounts than fit, those left out are counted', () => {
  const changes = manyCreated.map((each, index) => ({ ...each, address: `account-${index}/campaigns/one` }));
  const budget = Object.fromEntries(
    changes.map(({ address }) => [address.split('/')[0] ?? '', { active_campaigns: null, exposure: null }]),
  );

  const markdown = planMarkdown(planView(planOf(changes, { budget })));

  expectSound(markdown);
  expect(markdown).toMatch(/… and [\d,]+ more rows, left out here\./);
  expect(markdown).toMatch(/… and [\d,]+ more changes, left out here; the worst are kept\./);
});

test('of many refusals the first are shown, and the rest is counted', () => {
  const violation = fullPlan.violations[0];
  if (violation === undefined) throw new Error('the sample has a violation');

  const markdown = planMarkdown(
    planView(planOf([], { violations: Array.from({ length: 900 }, () => violation) })),
  );

  expectSound(markdown);
  expect(markdown).toContain('**Refused, for 900 reasons:**');
  expect(markdown).toMatch(/… and [\d,]+ more lines, left out here\./);
});

test('of ten thousand resources the worst are kept', () => {
  const markdown = driftMarkdown(driftView(largeDrift(10_000)));

  expectSound(markdown);
  expect(markdown.match(/^\| May spend more \|/gm)?.length).toBeGreaterThan(100);
  expect(markdown).toMatch(/… and [\d,]+ more rows, left out here\./);
  expect(markdown).toContain('<details><summary>Unchecked: 200 resources</summary>');
});
