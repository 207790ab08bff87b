import { expect, test } from 'vitest';
import { eventText } from '../../../src/report/apply-events.ts';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { change, planOf } from './sample-plan.ts';

const sale = 'acme-us/campaigns/sale';
const kept = change({
  address: sale,
  kind: 'campaign',
  action: 'forget',
  no_longer_managed: { daily_budget_amount_local_micro: 55_000_000 },
});
const below = change({
  address: `${sale}/line_items/clicks`,
  kind: 'line_item',
  action: 'forget',
  no_longer_managed: { bid_amount_local_micro: 1_200_000 },
});
const letGo = change({ address: 'acme-us/campaigns/old', kind: 'campaign', action: 'forget', source: null });
const plan = planOf([kept, below, letGo]);

test('a resource of which only fields leave the document is not said to be forgotten', () => {
  const text = planText(planView(plan), { width: 120, style: plainStyle });

  expect(text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '))).toEqual(
    expect.arrayContaining([
      '· fields no longer managed, nothing changes on the platform',
      'daily_budget  no longer managed, live 55.00 USD/day; write null to unset',
      '· line_items/clicks, fields no longer managed, nothing changes on the platform',
      '. forget, stays on the platform',
      'Plan: 1 to forget, 2 with fields no longer managed. 37 unchanged, 3 unmanaged, 1 unchecked.',
    ]),
  );
});

test('so it is in the comment and in the page', () => {
  const view = planView(plan);
  const [markdown, page] = [planMarkdown(view), planHtml(view)];
  const told = view.tags.map(({ title, count }) => `${count} ${title}`);

  expect(markdown).toContain('1 to forget, 2 with fields no longer managed');
  expect(markdown).toContain('  · fields no longer managed, nothing changes on the platform');
  expect(page).toContain('<strong>1</strong> to forget');
  expect(page).toContain('<strong>2</strong> with fields no longer managed');
  expect(told).toEqual(['1 Forget', '2 Fields no longer managed']);
});

test('applying tells that the resource stays managed', () => {
  const event = { address: sale, action: 'forget', operations: [], source: null, id: '8wku2' } as const;
  const textOf = (more: object): string =>
    eventText(
      { type: 'change_applied', ...event, ...more },
      { style: plainStyle, width: 120, frameAt: () => [], counts: () => '' },
    );

  expect(textOf({ no_longer_managed: ['daily_budget_amount_local_micro'] })).toBe(
    `✓ stop managing fields of ${sale}  8wku2\n`,
  );
  expect(textOf({})).toBe(`✓ forget   ${sale}  8wku2\n`);
});
