import type { Change, Plan } from '../../../src/schemas/plan.ts';

const accountId = '18ce54d4x5t';

/** A change of an account of USD, with what the test does not care about filled in. */
export function change(part: Pick<Change, 'address' | 'kind' | 'action'> & Partial<Change>): Change {
  return {
    account_id: accountId,
    id: part.action === 'create' ? null : '8wku2',
    name: part.address.slice(part.address.lastIndexOf('/') + 1),
    currency: 'USD',
    cause: 'config',
    irreversible: part.action === 'delete',
    source: part.action === 'delete' ? null : { file: 'campaigns.yaml', line: 24, column: 9 },
    before: {},
    after: {},
    patch: [],
    precondition: part.action === 'create' ? 'absent' : {},
    fields: [],
    ...part,
  };
}

/** A plan with the given changes; its counts follow from them. */
export function planOf(changes: readonly Change[], part: Partial<Plan> = {}): Plan {
  const count = (action: Change['action']): number => changes.filter((one) => one.action === action).length;
  return {
    format_version: '1.0',
    adsync_version: '0.1.0',
    created_at: '2026-11-20T10:00:00Z',
    command: 'apply',
    paths: ['campaigns.yaml'],
    basis: { document: 'sha256:00', live: 'sha256:00', state: 17 },
    effect: 'sha256:00',
    summary: {
      create: count('create'),
      update: count('update'),
      replace: count('replace'),
      delete: count('delete'),
      adopt: count('adopt'),
      move: count('move'),
      forget: count('forget'),
      unchanged: 37,
      unmanaged: 3,
      out_of_scope: 0,
      unchecked: 1,
    },
    changes: [...changes],
    steps: [],
    budget: {},
    consents: [],
    violations: [],
    resolved: [],
    names: {},
    ...part,
  };
}

function step(number: number): Plan['steps'][number] {
  return {
    step: number,
    host: 'ads',
    method: 'POST',
    path: `/12/batch/accounts/${accountId}/campaigns`,
    account_id: accountId,
    batch: true,
    effect: 'neutral',
    operations: [],
    after: [],
  };
}

/** A plan as people see one: updates, creations, a pause, an activation and a deletion in one account. */
export const samplePlan: Plan = planOf(
  [
    change({
      address: 'acme-us/campaigns/spring-sale',
      kind: 'campaign',
      action: 'update',
      name: 'Sale spring 2026',
      before: { daily_budget_amount_local_micro: 50_000_000, total_budget_amount_local_micro: 1_400_000_000 },
      after: { daily_budget_amount_local_micro: 55_000_000, total_budget_amount_local_micro: 1_500_000_000 },
      cause: 'both',
      fields: [
        { field: 'daily_budget_amount_local_micro', cause: 'config', applied: 50_000_000 },
        { field: 'total_budget_amount_local_micro', cause: 'both', applied: 1_350_000_000 },
      ],
    }),
    change({
      address: 'acme-us/campaigns/spring-sale/line_items/clicks',
      kind: 'line_item',
      action: 'create',
      after: {
        name: 'Clicks',
        objective: 'WEBSITE_CLICKS',
        product_type: 'PROMOTED_TWEETS',
        placements: ['ALL_ON_TWITTER'],
        start_time: '2026-12-01T00:00:00Z',
        end_time: '2026-12-31T00:00:00Z',
        entity_status: 'PAUSED',
        bid_strategy: 'MAX',
        bid_amount_local_micro: 1_200_000,
        campaign_id: '8wku2',
      },
    }),
    change({
      address: 'acme-us/campaigns/spring-sale/line_items/clicks/tracking_tags/impression',
      kind: 'tracking_tag',
      action: 'create',
      after: { tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: 'https://example.com/i' },
    }),
    change({
      address: 'acme-us/campaigns/spring-sale/line_items/old',
      kind: 'line_item',
      action: 'update',
      before: { entity_status: 'ACTIVE' },
      after: { entity_status: 'PAUSED' },
      fields: [{ field: 'entity_status', cause: 'config', applied: 'ACTIVE' }],
    }),
    change({
      address: 'acme-us/campaigns/market-us-high',
      kind: 'campaign',
      action: 'create',
      name: 'USA high',
      source: { file: 'campaigns.yaml', line: 84, column: 7 },
      after: { name: 'USA high', entity_status: 'ACTIVE', daily_budget_amount_local_micro: 100_000_000 },
    }),
    change({
      address: 'acme-us/campaigns/autumn',
      kind: 'campaign',
      action: 'delete',
      name: 'Autumn leftovers',
      reason: 'no longer in campaigns.yaml',
      before: { name: 'Autumn leftovers' },
    }),
  ],
  {
    steps: [1, 2, 3, 4, 5, 6, 7].map(step),
    budget: {
      'acme-us': {
        active_campaigns: { before: 12, after: 13, peak: 13, limit: 200 },
        exposure: { USD: { before: 600_000_000, after: 705_000_000, peak: 705_000_000, uncapped: 0 } },
      },
    },
  },
);

/** A plan with one of everything that `samplePlan` does not show, hostile names among it. */
export const fullPlan: Plan = planOf(
  [
    change({
      address: 'acme-us',
      kind: 'account',
      action: 'update',
      name: 'Acme US',
      before: { industry_type: 'RETAIL' },
      after: { industry_type: 'TRAVEL' },
      fields: [{ field: 'industry_type', cause: 'config', applied: 'RETAIL' }],
    }),
    change({
      address: 'acme-us/campaigns/tokyo',
      kind: 'campaign',
      action: 'adopt',
      name: '東京セール 🎏',
      id: '8zzz1',
      before: { daily_budget_amount_local_micro: 1, total_budget_amount_local_micro: 5_000_000 },
      after: { daily_budget_amount_local_micro: 55_123_456, total_budget_amount_local_micro: null },
      fields: [
        { field: 'daily_budget_amount_local_micro', cause: 'config' },
        { field: 'total_budget_amount_local_micro', cause: 'drift', applied: null },
      ],
    }),
    change({
      address: 'acme-us/campaigns/hostile',
      kind: 'campaign',
      action: 'update',
      name: 'Red \u001b[31m\u202e name\n',
      before: { name: 'Red', purchase_order_number: `${'x'.repeat(300)}a`, entity_status: 'PAUSED' },
      after: {
        name: 'Red \u001b[31m',
        purchase_order_number: `${'x'.repeat(300)}b`,
        entity_status: 'ACTIVE',
      },
      fields: [{ field: 'entity_status', cause: 'drift', applied: 'ACTIVE' }],
      no_longer_managed: { total_budget_amount_local_micro: 1_500_000_000 },
    }),
    change({
      address: 'acme-us/campaigns/paid-elsewhere',
      kind: 'campaign',
      action: 'replace',
      name: 'Paid elsewhere',
      before: { funding_instrument_id: 'hxtet' },
      after: { funding_instrument_id: { id_of: 'acme-us/funding_instruments/new' } },
      fields: [{ field: 'funding_instrument_id', cause: 'config', applied: 'hxtet' }],
      takes_along: ['acme-us/campaigns/paid-elsewhere/line_items/clicks'],
    }),
    change({
      address: 'acme-us/campaigns/renamed',
      kind: 'campaign',
      action: 'move',
      moved_from: 'acme-us/campaigns/old-key',
    }),
    change({ address: 'acme-us/campaigns/let-go', kind: 'campaign', action: 'forget', source: null }),
    change({
      address: 'acme-us/line_items/evergreen/tracking_tags/click',
      kind: 'tracking_tag',
      action: 'delete',
      irreversible: false,
    }),
    change({
      address: 'acme-us/campaigns/kept/line_items/a/tracking_tags/new',
      kind: 'tracking_tag',
      action: 'create',
      after: { tracking_tag_type: 'CLICK_TRACKER', tracking_tag_url: 'https://example.com/c' },
    }),
    change({
      address: 'acme-uk/campaigns/tea',
      kind: 'campaign',
      action: 'create',
      account_id: '18ce5uk0000',
      currency: 'GBP',
      name: 'Tea',
      after: { name: 'Tea', daily_budget_amount_local_micro: 5_000_000, entity_status: 'PAUSED' },
    }),
  ],
  {
    names: { 'acme-us/campaigns/kept': 'Kept as it is' },
    budget: {
      'acme-us': { active_campaigns: null, exposure: null },
      'acme-uk': {
        active_campaigns: { before: 200, after: 199, peak: 200, limit: 200 },
        line_items: { before: 5, after: 5, peak: 5, limit: 256 },
        exposure: {
          GBP: { before: 0, after: 5_000_000, peak: 5_000_000, uncapped: 2 },
          USD: { before: 1_000_000, after: 1_000_000, peak: 1_000_000, uncapped: 0 },
        },
      },
    },
    consents: [
      { consent: 'adopt', address: '*' },
      { consent: 'override', address: 'max_deletes' },
    ],
    resolved: [{ address: 'acme-uk/campaigns/tea', outcome: 'did not take effect' }],
    violations: [
      {
        code: 'ADSYNC_PLAN_REFUSED',
        rule: 'max_daily_budget',
        address: 'acme-us',
        number: 705_000_000,
        limit: 500_000_000,
        override: '--override max_daily_budget',
        message: 'the account could spend 705.00 USD a day; the policy allows 500.00 USD',
        remedy: 'Lower budgets, or raise policy.max_daily_budget.',
      },
      {
        code: 'ADSYNC_PLAN_REFUSED',
        rule: 'adopt',
        address: 'acme-us/campaigns/tokyo',
        number: 0,
        limit: 0,
        override: '--adopt acme-us/campaigns/tokyo',
        message: 'a campaign with this name exists already',
        remedy: 'Take over the one that exists, or give the declared one another name.',
      },
    ],
  },
);

const none = { before: 0, after: 0, peak: 0, uncapped: 0 };

/** A plan whose accounts can spend different amounts on different days. */
export const calendarPlan: Plan = planOf(samplePlan.changes, {
  steps: samplePlan.steps,
  budget: {
    'acme-us': {
      active_campaigns: { before: 12, after: 13, peak: 13, limit: 200 },
      exposure: {
        USD: {
          before: 600_000_000,
          after: 931_000_000,
          peak: 931_000_000,
          uncapped: 0,
          calendar: {
            today: 75_500_000,
            highest: 931_000_000,
            highest_on: '2027-06-01',
            committed: 41_200_000_000,
            until: '2027-09-30',
            days: [
              { from: '2026-11-20', before: 80_000_000, after: 75_500_000 },
              { from: '2027-01-04', before: 80_000_000, after: 320_000_000 },
              { from: '2027-03-01', before: 600_000_000, after: 540_000_000 },
              { from: '2027-06-01', before: 600_000_000, after: 931_000_000 },
              { from: '2027-06-15', before: 220_000_000, after: 410_000_000 },
              { from: '2027-08-01', before: 0, after: 150_000_000 },
              { from: '2027-10-01', before: 0, after: 0 },
            ],
          },
        },
        EUR: {
          before: 40_000_000,
          after: 55_000_000,
          peak: 55_000_000,
          uncapped: 0,
          calendar: {
            today: 55_000_000,
            highest: 55_000_000,
            highest_on: '2026-11-20',
            committed: null,
            until: null,
            days: [{ from: '2026-11-20', before: 40_000_000, after: 55_000_000 }],
          },
        },
      },
    },
    'acme-uk': {
      active_campaigns: { before: 4, after: 3, peak: 4, limit: 200 },
      exposure: {
        GBP: {
          before: 20_000_000,
          after: 25_000_000,
          peak: 45_000_000,
          uncapped: 1,
          uncapped_before: 2,
          calendar: {
            today: 25_000_000,
            highest: 25_000_000,
            highest_on: '2026-11-20',
            committed: 1_500_000_000,
            until: null,
            days: [
              { from: '2026-11-20', before: 20_000_000, after: 25_000_000 },
              { from: '2026-12-24', before: 20_000_000, after: 5_000_000 },
            ],
          },
        },
      },
    },
    'acme-de': {
      active_campaigns: { before: 1, after: 0, peak: 1, limit: 200 },
      exposure: {
        EUR: {
          ...none,
          before: 10_000_000,
          peak: 10_000_000,
          calendar: {
            today: 0,
            highest: 0,
            highest_on: null,
            committed: 0,
            until: null,
            days: [
              { from: '2026-11-20', before: 10_000_000, after: 0 },
              { from: '2026-11-27', before: 0, after: 0 },
            ],
          },
        },
      },
    },
  },
});
