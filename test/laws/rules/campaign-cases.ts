import { below, campaign, long, post, put, type RuleCase } from './case.ts';

const minimal = { name: 'C', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '50000000' };
const funding = { type: 'CREDIT_CARD', currency: 'USD', start_time: '2026-01-01T00:00:00Z' };
const day = 'start_time: 2026-01-01T00:00:00Z';

/** Rules of accounts, campaigns, funding instruments and what hangs on line items. */
export const campaignCases: readonly RuleCase[] = [
  {
    rule: 'R152',
    document: campaign('daily_budget: -5'),
    raw: post('/campaigns', { ...minimal, daily_budget_amount_local_micro: '-5000000' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R160',
    document: 'industry_type: SHOPS',
    raw: put('', { industry_type: 'SHOPS' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R192',
    document: 'tax_settings: { invoice_jurisdiction: SAPIN }',
    raw: put('/tax_settings', { invoice_jurisdiction: 'SAPIN' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R193',
    document: 'tax_settings: { tax_category: BUSINESS }',
    raw: put('/tax_settings', { tax_category: 'BUSINESS' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R194',
    document: `tax_settings: { tax_id: ${long(256)} }`,
    raw: put('/tax_settings', { tax_id: long(256) }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R207',
    document: `campaigns: { c: { name: ${long(256)}, funding_instrument: { id: hxtet }, daily_budget: 5 } }`,
    raw: post('/campaigns', { ...minimal, name: long(256) }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R208',
    document: campaign('daily_budget: 5, budget_optimization: ACCOUNT'),
    raw: post('/campaigns', { ...minimal, budget_optimization: 'ACCOUNT' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R209',
    document: campaign('daily_budget: 50, total_budget: 40'),
    raw: post('/campaigns', { ...minimal, total_budget_amount_local_micro: '40000000' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R212',
    document: campaign('daily_budget: 5, status: RUNNING'),
    raw: post('/campaigns', { ...minimal, entity_status: 'RUNNING' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R216',
    document: campaign('budget_optimization: LINE_ITEM, standard_delivery: true'),
    raw: post('/campaigns', { ...minimal, budget_optimization: 'LINE_ITEM', standard_delivery: 'true' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R218',
    document: campaign(`daily_budget: 5, purchase_order_number: ${long(51)}`),
    raw: post('/campaigns', { ...minimal, purchase_order_number: long(51) }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R221',
    document: 'campaigns: { c: { name: C, daily_budget: 5 } }',
    raw: post('/campaigns', { name: 'C', daily_budget_amount_local_micro: '5000000' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R241',
    document: `funding_instruments: { f: { type: CASH, currency: USD, ${day} } }`,
    raw: post('/funding_instruments', { ...funding, type: 'CASH' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R242',
    document: `funding_instruments: { f: { type: CREDIT_CARD, currency: usd, ${day} } }`,
    raw: post('/funding_instruments', { ...funding, currency: 'usd' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R243',
    document: 'funding_instruments: { f: { type: CREDIT_CARD, currency: USD, start_time: 2026 } }',
    raw: post('/funding_instruments', { ...funding, start_time: '2026' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R251',
    document: `funding_instruments: { f: { type: CREDIT_CARD, ${day} } }`,
    raw: post('/funding_instruments', { type: 'CREDIT_CARD', start_time: funding.start_time }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R252',
    document: 'funding_instruments: { f: { type: CREDIT_CARD, currency: USD } }',
    raw: post('/funding_instruments', { type: 'CREDIT_CARD', currency: 'USD' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R253',
    document: `funding_instruments: { f: { currency: USD, ${day} } }`,
    raw: post('/funding_instruments', { currency: 'USD', start_time: funding.start_time }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R254',
    document: `funding_instruments: { f: { type: INSERTION_ORDER, currency: USD, ${day} } }`,
    raw: post('/funding_instruments', { ...funding, type: 'INSERTION_ORDER' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R265',
    document: below('media_creatives: { m: {} }'),
    raw: post('/media_creatives', { line_item_id: '6zva', landing_url: 'https://example.com' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R268',
    document: campaign(
      'daily_budget: 5, line_items: { l: { name: L, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, media_creatives: { m: { account_media: { id: 3wpy } } } } }',
    ),
    raw: post('/media_creatives', { line_item_id: '6zva', account_media_id: '3wpy' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R276',
    document: below('promoted_accounts: [acme_shop]'),
    raw: post('/promoted_accounts', { line_item_id: '6zva', user_id: 'acme_shop' }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R277',
    document: campaign(
      'daily_budget: 5, line_items: { l: { name: L, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, promoted_accounts: ["756201191646691328"] } }',
    ),
    raw: post('/promoted_accounts', { line_item_id: '6zva', user_id: '756201191646691328' }),
    code: 'INCOMPATIBLE_LINE_ITEM',
  },
  {
    rule: 'R289',
    document: below('tracking_tags: { t: { url: https://example.com } }'),
    raw: post('/tracking_tags', { line_item_id: '6zva', tracking_tag_url: 'https://example.com' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R290',
    document: below('tracking_tags: { t: { type: IMPRESSION_TAG } }'),
    raw: post('/tracking_tags', { line_item_id: '6zva', tracking_tag_type: 'IMPRESSION_TAG' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R291',
    document: below('tracking_tags: { t: { type: VIEW_TAG, url: https://example.com } }'),
    raw: post('/tracking_tags', {
      line_item_id: '6zva',
      tracking_tag_type: 'VIEW_TAG',
      tracking_tag_url: 'https://example.com',
    }),
    code: 'INVALID_PARAMETER',
  },
];
