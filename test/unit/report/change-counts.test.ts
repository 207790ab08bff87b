import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { appliedCountsText, changeCountsText } from '../../../src/report/view/change-counts.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import type { Change } from '../../../src/schemas/plan.ts';
import { anyPlan } from './any-report.ts';
import { change, planOf } from './sample-plan.ts';

const active = { entity_status: 'ACTIVE' };
const paused = { entity_status: 'PAUSED' };
let count = 0;

function campaign(action: Change['action'], part: Partial<Change> = {}): Change {
  count += 1;
  return change({ address: `acme/campaigns/c${count}`, kind: 'campaign', action, ...part });
}

const flip = (before: Change['before'], after: Change['after'], more: Change['after'] = {}): Change =>
  campaign('update', { before, after: { ...after, ...more } });

test.each<[readonly Change[], string]>([
  [
    [campaign('create', { after: active }), campaign('create', { after: paused })],
    '2 to create (1 of them activated)',
  ],
  [[campaign('create', { after: paused })], '1 to create'],
  [[flip(active, paused), flip(active, paused), flip(paused, active)], '2 to pause, 1 to activate'],
  [
    [flip(active, paused, { name: 'x' }), flip(paused, active, { name: 'x' }), campaign('update')],
    '3 to update (1 of them paused, 1 of them activated)',
  ],
  [
    [campaign('move', { moved_from: 'a' }), campaign('update', { moved_from: 'b' }), campaign('update')],
    '2 to update, 2 to move',
  ],
  [[], ''],
])('%#: every change is counted by what it does', (changes, expected) => {
  expect(changeCountsText(planOf(changes))).toBe(expected);
});

test('a record that is made anew says that the old one is lost, and shows no parent that is made anew', () => {
  const clicks = 'acme/campaigns/sale/line_items/clicks';
  const plan = planOf([
    change({
      address: clicks,
      kind: 'line_item',
      action: 'replace',
      irreversible: true,
      reason: 'objective cannot be updated',
      before: { objective: 'WEBSITE_CLICKS' },
      after: { objective: 'REACH' },
      lost: { goal: 'LINK_CLICKS', advertiser_domain: 'example.com' },
    }),
    change({
      address: `${clicks}/tracking_tags/t`,
      kind: 'tracking_tag',
      action: 'replace',
      reason: 'a tracking tag cannot be moved to another line item',
      before: { line_item_id: '7k003' },
      after: { line_item_id: { id_of: clicks } },
    }),
  ]);

  const text = planText(planView(plan), { width: 140, style: plainStyle });

  expect(text).toMatch(
    /-\/\+ line_items\/clicks, replace: deleted and created anew, cannot be undone +objective cannot/,
  );
  expect(text).toMatch(
    /goal +not carried over, live LINK_CLICKS: the platform chooses for objective REACH\n/,
  );
  expect(text).toMatch(/advertiser_domain +not carried over, live example\.com: the platform decides anew\n/);
  expect(text).not.toContain('line_item_id');
});

test('what goes along and has a line of its own is not named a second time', () => {
  const [sale, clicks, tag] = [
    'acme/campaigns/sale',
    'acme/campaigns/sale/line_items/clicks',
    'acme/posts/hero',
  ];
  const plan = planOf([
    change({ address: sale, kind: 'campaign', action: 'delete', takes_along: [clicks, tag] }),
    change({ address: clicks, kind: 'line_item', action: 'delete' }),
  ]);

  const text = planText(planView(plan), { width: 120, style: plainStyle });

  expect(text).not.toContain(`takes along ${clicks}`);
  expect(text).toContain(`takes along ${tag}`);
  expect(text).toContain('- line_items/clicks');
});

const others: Change['others_along'] = [
  {
    kind: 'line_item',
    id: '7k009',
    name: 'Hand made',
    fields: { entity_status: 'ACTIVE', objective: 'REACH', daily_budget_amount_local_micro: 30_000_000 },
  },
  { kind: 'tracking_tag', id: '9t1', name: null, fields: {} },
];

function of(address: string, action: Change['action'], part: Partial<Change> = {}): Change {
  return change({ address, kind: 'line_item', action, ...part });
}

test('what is deleted or replaced is counted with all that hangs on it as one', () => {
  const [sale, clicks, tag] = ['acme/campaigns/sale', 'acme/campaigns/sale/line_items/clicks', 'acme/tags/t'];

  const deleted = [
    of(sale, 'delete', { takes_along: [clicks, tag] }),
    of(clicks, 'delete', { takes_along: [tag] }),
    of(tag, 'delete'),
  ];
  expect(changeCountsText(planOf(deleted))).toBe('1 to delete (with 2 that hang on it)');
  const replaced = [of(clicks, 'replace', { takes_along: [tag] }), of(tag, 'replace'), of(sale, 'update')];
  expect(changeCountsText(planOf(replaced))).toBe('1 to update, 1 to replace (with 1 that hangs on it)');
  const both = [...replaced, of('acme/campaigns/other', 'replace')];
  expect(changeCountsText(planOf(both))).toBe('1 to update, 2 to replace (with 1 that hangs on them)');
  // What another thing happens to is counted by that.
  const mixed = [of(clicks, 'replace', { takes_along: [tag] }), of(tag, 'delete')];
  expect(changeCountsText(planOf(mixed))).toBe('1 to replace, 1 to delete');
});

test('what goes along and is not managed is named with what it spends, and counted', () => {
  const plan = planOf([campaign('delete', { currency: 'USD', others_along: others })]);

  const text = planText(planView(plan), { width: 160, style: plainStyle });

  expect(text).toMatch(
    /takes along line item 7k009 \(Hand made\), not managed by this plan +ACTIVE, REACH, 30\.00 USD\/day\n/,
  );
  expect(text).toMatch(/takes along tracking tag 9t1, not managed by this plan\n/);
  expect(text).toContain('Plan: 1 to delete, 2 not managed by this plan go along.');
  expect(changeCountsText(planOf([campaign('delete', { others_along: others.slice(1) })]))).toBe(
    '1 to delete, 1 not managed by this plan goes along',
  );
});

test.each([
  [{ takes_along: ['a', 'b'], others_along: others }, 'takes along 2 resources, 2 not managed by this plan'],
  [{ takes_along: ['a'] }, 'takes along 1 resource'],
  [{ others_along: others }, 'takes along 2 not managed by this plan'],
])('a comment counts what goes along: %j', (part, expected) => {
  const comment = planMarkdown(planView(planOf([campaign('delete', part)])));

  expect(comment).toContain(`<br>${expected} |`);
});

const allOf = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(changes.map(({ address }) => address));

test('what was applied is counted in the words of the plan', () => {
  const [sale, clicks, tag] = ['acme/campaigns/sale', 'acme/campaigns/sale/line_items/clicks', 'acme/tags/t'];
  const changes = [
    campaign('create', { after: active }),
    campaign('create', { after: active }),
    campaign('create', { after: paused }),
    flip(paused, active),
    of(sale, 'delete', { takes_along: [clicks, tag], others_along: others }),
    of(clicks, 'delete', { takes_along: [tag] }),
    of(tag, 'delete'),
    campaign('forget', { no_longer_managed: { name: 'Sale' } }),
  ];
  const addresses = changes.map(({ address }) => address);
  const textAfter = (applied: readonly number[]): string =>
    appliedCountsText(planOf(changes), new Set(applied.map((index) => addresses[index] ?? '')));

  expect(changeCountsText(planOf(changes))).toBe(
    '3 to create (2 of them activated), 1 to activate, 1 to delete (with 2 that hang on it), 1 with fields no longer managed, 2 not managed by this plan go along',
  );
  expect(appliedCountsText(planOf(changes), allOf(changes))).toBe(
    '3 created (2 of them activated), 1 activated, 1 deleted (with 2 that hang on it), 1 with fields no longer managed, 2 not managed by this plan went along',
  );
  expect(textAfter([0, 2, 6])).toBe(
    '2 of 3 created (1 of 2 activated), 0 of 1 activated, 0 of 1 deleted (with 1 of 2 that hang on it), 0 of 1 with fields no longer managed, 0 of 2 not managed by this plan went along',
  );
  expect(textAfter([3, 4, 5, 6])).toContain('1 of 1 activated, 1 of 1 deleted (with 2 of 2 that hang on it)');
  expect(appliedCountsText(planOf([]), new Set())).toBe('');
});

const numbers = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

test('what a plan counts is what is counted of it once it is applied, whole or in part', () => {
  fc.assert(
    fc.property(anyPlan(3), fc.array(fc.boolean()), (plan, picks) => {
      const whole = appliedCountsText(plan, allOf(plan.changes));
      const part = allOf(plan.changes.filter((_, index) => picks[index] === true));
      const pairs = [...appliedCountsText(plan, part).matchAll(/(\d+) of (\d+)/g)].map(([, ...pair]) => pair);

      expect(numbers(whole)).toEqual(numbers(changeCountsText(plan)));
      if (part.size === plan.changes.length) return;
      expect(pairs.map(([, all]) => Number(all))).toEqual(numbers(whole));
      for (const [done, all] of pairs) expect(Number(done)).toBeLessThanOrEqual(Number(all));
    }),
  );
});
