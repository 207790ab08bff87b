import { expect, test } from 'vitest';
import { eventText } from '../../../src/report/apply-events.ts';
import { planHtml } from '../../../src/report/plan-html.ts';
import { planMarkdown } from '../../../src/report/plan-markdown.ts';
import { planRows, planTags } from '../../../src/report/plan-rows.ts';
import { planText } from '../../../src/report/plan-text.ts';
import { plainStyle } from '../../../src/report/style.ts';
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
  const text = planText(plan, { width: 120, style: plainStyle, everyField: false });

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
  const [markdown, page] = [planMarkdown(plan), planHtml(plan)];
  const tags = planRows(plan).flatMap(({ tagged }) => [...tagged]);
  const told = tags.map(([tag, count]) => `${count} ${planTags[tag]}`);

  expect(markdown).toContain('1 to forget, 2 with fields no longer managed');
  expect(markdown).toContain('  · fields no longer managed, nothing changes on the platform');
  expect(page).toContain('<strong>1</strong> to forget');
  expect(page).toContain('<strong>2</strong> with fields no longer managed');
  expect(told).toEqual(['2 Fields no longer managed', '1 Forget']);
});

test('applying tells that the resource stays managed', () => {
  const event = { address: sale, action: 'forget', operations: [], source: null, id: '8wku2' } as const;
  const textOf = (more: object): string =>
    eventText(
      { type: 'change_applied', ...event, ...more },
      { style: plainStyle, width: 120, frameAt: () => [] },
    );

  expect(textOf({ no_longer_managed: ['daily_budget_amount_local_micro'] })).toBe(
    `✓ stop managing fields of ${sale}  8wku2\n`,
  );
  expect(textOf({})).toBe(`✓ forget   ${sale}  8wku2\n`);
});
