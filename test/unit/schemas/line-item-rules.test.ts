import { expect, test } from 'vitest';
import { checkLineItem } from '../../../src/schemas/kinds/line-item-rules.ts';
import type { Values } from '../../../src/schemas/values.ts';

const million = 1_000_000;
/** A line item that breaks no rule. */
const sound: Values = {
  name: 'Clicks',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_TWEETS',
  placements: ['ALL_ON_TWITTER'],
  bid_strategy: 'MAX',
  bid_amount: 1_200_000,
  start_time: '2026-12-01T00:00:00Z',
  end_time: '2026-12-31T00:00:00Z',
};
const own = { budget_optimization: 'LINE_ITEM' };
const preroll: Values = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA', categories: ['IAB3'] };

function broken(change: Values, campaign?: Values): readonly string[] {
  const item = { ...sound, ...change };
  return checkLineItem(item, campaign, () => [item]).map(({ field, message }) => `${field} ${message}`);
}

const rows: readonly (readonly [
  change: Values,
  campaign: Values | undefined,
  findings: readonly string[],
])[] = [
  [{}, undefined, []],
  [{ standard_delivery: false }, own, []],
  [
    { standard_delivery: false },
    {},
    ['standard_delivery needs budget_optimization: LINE_ITEM on the campaign'],
  ],
  [{}, {}, []],
  [
    { objective: 'FOLLOWERS', bid_strategy: 'TARGET' },
    {},
    ['product_type does not go with the objective: FOLLOWERS and PROMOTED_ACCOUNT need each other'],
  ],
  [
    { product_type: 'PROMOTED_ACCOUNT' },
    {},
    ['product_type does not go with the objective: FOLLOWERS and PROMOTED_ACCOUNT need each other'],
  ],
  [{ objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT', bid_strategy: 'TARGET' }, {}, []],
  [
    { product_type: 'MEDIA' },
    {},
    ['product_type does not go with the objective: PREROLL_VIEWS and MEDIA need each other'],
  ],
  [preroll, {}, []],
  [{ ...preroll, categories: null }, {}, ['objective PREROLL_VIEWS needs categories']],
  [{ bid_amount: 0 }, {}, ['bid_amount is zero']],
  [{ bid_amount: null }, {}, ['bid_strategy needs a bid_amount']],
  [{ bid_strategy: 'TARGET', bid_amount: null }, {}, ['bid_strategy needs a bid_amount']],
  [{ bid_strategy: 'AUTO' }, {}, ['bid_amount is ignored by the platform under bid_strategy: AUTO']],
  [{ bid_strategy: 'AUTO', bid_amount: null }, {}, []],
  [{ objective: 'REACH' }, {}, ['bid_strategy MAX is not offered for the objectives REACH and FOLLOWERS']],
  [{ objective: 'REACH', bid_strategy: 'TARGET' }, {}, []],
  [
    { objective: 'ENGAGEMENTS', bid_strategy: 'TARGET' },
    {},
    ['bid_strategy TARGET is not offered for the objectives ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS'],
  ],
  [{ end_time: '2026-12-01T00:00:00Z' }, {}, ['end_time is not after start_time']],
  [{ end_time: '2026-11-30T23:59:59Z' }, {}, ['end_time is not after start_time']],
  [{ end_time: '2026-12-01T00:00:01Z' }, {}, []],
  [{ daily_budget: 5 * million }, {}, ['daily_budget needs budget_optimization: LINE_ITEM on the campaign']],
  [
    { total_budget: 5 * million },
    { budget_optimization: 'CAMPAIGN' },
    ['total_budget needs budget_optimization: LINE_ITEM on the campaign'],
  ],
  [{ daily_budget: 5 * million, total_budget: 50 * million }, own, []],
  [{ daily_budget: 5 * million }, undefined, []],
  [{ daily_budget: 51, total_budget: 50 }, own, ['daily_budget is above the total budget']],
  [{ daily_budget: 50, total_budget: 50 }, own, []],
  [{ objective: 'VIDEO_VIEWS', frequency_cap: 3, duration_in_days: 7 }, {}, []],
  [
    { objective: 'VIDEO_VIEWS', frequency_cap: 3 },
    {},
    ['frequency_cap and duration_in_days need each other'],
  ],
  [{ duration_in_days: 7 }, {}, ['frequency_cap and duration_in_days need each other']],
  [
    { frequency_cap: 3, duration_in_days: 7 },
    {},
    ['frequency_cap goes only with the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS'],
  ],
  [{ placements: ['TWITTER_PROFILE'] }, {}, ['placements cannot be TWITTER_PROFILE alone']],
  [{ placements: ['TWITTER_PROFILE', 'TWITTER_SEARCH'] }, {}, []],
  [
    {
      placements: ['PUBLISHER_NETWORK', 'TWITTER_SEARCH'],
      categories: ['IAB1'],
      advertiser_domain: 'example.com',
    },
    {},
    ['placements cannot hold PUBLISHER_NETWORK and TWITTER_SEARCH together'],
  ],
  [
    { objective: 'REACH', bid_strategy: 'TARGET', placements: ['TWITTER_SEARCH'] },
    {},
    ['placements need TWITTER_TIMELINE or ALL_ON_TWITTER for the objective REACH'],
  ],
  [{ objective: 'REACH', bid_strategy: 'TARGET', placements: ['TWITTER_TIMELINE'] }, {}, []],
  [{ objective: 'REACH', bid_strategy: 'TARGET', placements: null }, {}, []],
  [
    { placements: ['PUBLISHER_NETWORK'] },
    {},
    ['placements with PUBLISHER_NETWORK need categories and advertiser_domain'],
  ],
  [
    { placements: ['PUBLISHER_NETWORK'], categories: ['IAB1'] },
    {},
    ['placements with PUBLISHER_NETWORK need categories and advertiser_domain'],
  ],
  [{ placements: ['PUBLISHER_NETWORK'], categories: ['IAB1'], advertiser_domain: 'example.com' }, {}, []],
  [{ objective: 'APP_INSTALLS' }, {}, ['objective needs the app']],
  [{ objective: 'APP_INSTALLS', android_app_store_identifier: 'com.example' }, {}, []],
  [{ objective: 'APP_ENGAGEMENTS', ios_app_store_identifier: '333903271' }, {}, []],
  [{ goal: 'WEBSITE_CONVERSIONS' }, {}, ['goal WEBSITE_CONVERSIONS needs primary_web_event_tag']],
  [{ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'nvo4z' }, {}, []],
  [{ goal: 'SITE_VISITS' }, {}, []],
  [{ goal: 'SITE_VISITS', pay_by: 'IMPRESSION' }, {}, []],
  [
    { goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' },
    {},
    ['pay_by goal SITE_VISITS goes only with objective WEBSITE_CLICKS and pay_by: IMPRESSION'],
  ],
  [
    { goal: 'SITE_VISITS', objective: 'VIDEO_VIEWS' },
    {},
    ['pay_by goal SITE_VISITS goes only with objective WEBSITE_CLICKS and pay_by: IMPRESSION'],
  ],
  [
    { goal: 'APP_INSTALLS', pay_by: 'LINK_CLICK' },
    {},
    ['pay_by goal APP_INSTALLS is paid by APP_CLICK or IMPRESSION'],
  ],
  [{ goal: 'APP_INSTALLS', pay_by: 'APP_CLICK' }, {}, []],
  [{ goal: 'APP_INSTALLS' }, {}, []],
  [
    {
      objective: 'FOLLOWERS',
      product_type: 'PROMOTED_ACCOUNT',
      bid_strategy: 'TARGET',
      placements: ['TWITTER_SEARCH'],
    },
    {},
    ['placements can only be ALL_ON_TWITTER or TWITTER_TIMELINE with product_type: PROMOTED_ACCOUNT'],
  ],
  [{ total_budget: 51 }, { ...own, total_budget: 50 }, ["total_budget is above the campaign's total budget"]],
  [{ total_budget: 50 }, { ...own, total_budget: 50 }, []],
  [{ total_budget: 50 }, own, []],
  [
    { pay_by: 'LINK_CLICK', bid_strategy: 'TARGET' },
    {},
    ['pay_by LINK_CLICK does not go with bid_strategy: TARGET'],
  ],
  [{ pay_by: 'LINK_CLICK' }, {}, []],
  [
    { pay_by: 'LINK_CLICK', bid_strategy: 'TARGET', goal: 'SITE_VISITS' },
    {},
    ['pay_by goal SITE_VISITS goes only with objective WEBSITE_CLICKS and pay_by: IMPRESSION'],
  ],
];

test.each(rows)('%j under %j', (change, campaign, findings) => {
  expect(broken(change, campaign)).toEqual(findings);
});

test('nothing declared breaks nothing, and every finding has a remedy', () => {
  expect(checkLineItem({}, undefined, () => [])).toEqual([]);
  const item = { ...sound, bid_amount: 0, daily_budget: 2, total_budget: 1 };
  for (const { remedy } of checkLineItem(item, {}, () => [item])) expect(remedy).toMatch(/^[A-Z].*\.$/);
});

test('the line items of a campaign share objective and product type', () => {
  const first = { ...sound, name: 'First' };
  const other = { ...sound, name: 'Other', objective: 'VIDEO_VIEWS' };
  const siblings = (): readonly Values[] => [first, other];

  expect(checkLineItem(first, {}, siblings)).toEqual([]);
  expect(checkLineItem(other, {}, siblings)).toEqual([
    {
      field: 'objective',
      message: 'differs from WEBSITE_CLICKS, that of another line item of the campaign',
      remedy: 'All line items of a campaign share it: use a campaign of its own.',
      code: 'INVALID_PARAMETER',
    },
  ]);
});

test('the hundred and first line item of a campaign is too many, and is named alone', () => {
  const many = Array.from({ length: 103 }, (_, index) => ({ ...sound, name: `Item ${index + 1}` }));
  const named = many.filter((item) => checkLineItem(item, {}, () => many).length > 0);

  expect(named.map(({ name }) => name)).toEqual(['Item 101']);
  expect(checkLineItem(many[0] ?? {}, {}, () => many.slice(0, 100))).toEqual([]);
});
