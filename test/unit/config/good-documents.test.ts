import { describe, expect, test } from 'vitest';
import { resourceAt, springFields, withCampaign } from './support/document.ts';
import { load } from './support/load.ts';

const account = (body: string): string => `version: 1\naccounts:\n  acme: ${body}\n`;

describe('texts, ids and keys are taken as written', () => {
  test.each(['12e45', '007', '756201191646691328', '0o17', '0x1F', '1_000', 'true', 'yes', '2026-12-01'])(
    'id: %s',
    async (id) => {
      const document = await load(account(`{ id: ${id} }`));

      expect(document.accounts).toMatchObject([{ key: 'acme', id }]);
    },
  );

  test.each([
    ['plain', 'name: 1.10', '1.10'],
    ['a number', 'name: 12e45', '12e45'],
    ['a boolean', 'name: yes', 'yes'],
    ['single quotes', "name: 'null'", 'null'],
    ['double quotes', 'name: "a\\tb ~"', 'a\tb ~'],
    ['folded', 'name: >-\n      two\n      words', 'two words'],
    ['literal', 'name: |-\n      two\n      lines', 'two\nlines'],
    ['a comment behind', 'name: a # b', 'a'],
    ['a hash inside', 'name: a#b', 'a#b'],
    ['255 characters of four bytes', `name: ${'🎉'.repeat(255)}`, '🎉'.repeat(255)],
  ])('name: %s', async (_form, line, name) => {
    const document = await load(`version: 1\naccounts:\n  acme:\n    id: x1\n    ${line}\n`);

    expect(resourceAt(document, 'acme').fields).toEqual({ name });
  });

  test.each(['12e45', '007', '1.5', 'true', 'constructor'])('key %s', async (key) => {
    const document = await load(`version: 1\naccounts:\n  ${key}: { id: x1 }\n`);

    expect(document.accounts).toMatchObject([{ key }]);
  });
});

describe('money is exact', () => {
  test.each([
    ['55', 55_000_000],
    ['55.00', 55_000_000],
    ['"55.5"', 55_500_000],
    ['0.000001', 1],
    ['0.1', 100_000],
    ['1.1', 1_100_000],
    ['0012.30', 12_300_000],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
    ['null', null],
    ['~', null],
    ['', null],
  ])('daily_budget: %s', async (text, micro) => {
    const document = await load(withCampaign(`daily_budget: ${text}`));

    expect(springFields(document).daily_budget_amount_local_micro).toBe(micro);
  });
});

test('fields have wire names, references stand for addresses, places are those of the values', async () => {
  const document = await load(withCampaign('status: ACTIVE', 'standard_delivery: false'));

  const { home, ...spring } = resourceAt(document, 'acme-us/campaigns/spring');

  expect(home).toEqual({ project: home.project, file: 'campaigns.yaml' });
  expect(home.project).toMatch(/^folder:/);
  expect(spring).toEqual({
    address: 'acme-us/campaigns/spring',
    kind: 'campaign',
    accountKey: 'acme-us',
    parent: 'acme-us',
    id: undefined,
    fields: {
      name: 'Spring',
      funding_instrument_id: { id_of: 'acme-us/funding_instruments/credit' },
      entity_status: 'ACTIVE',
      standard_delivery: false,
    },
    lifecycle: { preventDestroy: false, adopt: false, allowReplace: false, ignoreChanges: [] },
    sets: [],
    source: { file: 'campaigns.yaml', line: 8, column: 7 },
    fieldSources: {
      name: { file: 'campaigns.yaml', line: 9, column: 15 },
      funding_instrument_id: { file: 'campaigns.yaml', line: 10, column: 29 },
      entity_status: { file: 'campaigns.yaml', line: 11, column: 17 },
      standard_delivery: { file: 'campaigns.yaml', line: 12, column: 28 },
    },
  });
});

test('references: by id, and to another account', async () => {
  const document = await load(`${withCampaign()}
      by-id: { name: A, funding_instrument: { id: 007 } }
  acme-uk:
    id: 18ce5uk0000
    campaigns:
      foreign: { name: B, funding_instrument: acme-us/credit }
`);

  expect(resourceAt(document, 'acme-us/campaigns/by-id').fields.funding_instrument_id).toBe('007');
  expect(resourceAt(document, 'acme-uk/campaigns/foreign').fields.funding_instrument_id).toEqual({
    id_of: 'acme-us/funding_instruments/credit',
  });
});

test('what exists already needs no required fields; parents come before children', async () => {
  const document = await load(`version: 1
accounts:
  a:
    line_items:
      evergreen:
        tracking_tags: { click: { type: CLICK_TRACKER, url: https://example.com/c } }
        id: 6zva
    campaigns:
      old: { id: 8wku2, daily_budget: 5, line_items: { x: { id: 6zvb, daily_budget: 1 } } }
    id: x1
`);

  const found = document.resources.map(({ address, parent, id }) => [address, parent, id]);
  expect(found).toEqual([
    ['a', undefined, 'x1'],
    ['a/line_items/evergreen', 'a', '6zva'],
    ['a/line_items/evergreen/tracking_tags/click', 'a/line_items/evergreen', undefined],
    ['a/campaigns/old', 'a', '8wku2'],
    ['a/campaigns/old/line_items/x', 'a/campaigns/old', '6zvb'],
  ]);
});

describe('anchors and merges', () => {
  test('an alias stands for the value, and << for entries that the map does not have itself', async () => {
    const document = await load(
      withCampaign(
        'daily_budget: &ten 10',
        'total_budget: *ten',
        'line_items:',
        '  a: &base { name: A, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS,',
        '    placements: [ALL_ON_TWITTER], start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z }',
        '  b: { name: B, <<: *base, start_time: 2026-12-02T01:00:00+01:00 }',
        '  c: { <<: [{ name: C }, *base] }',
      ),
    );

    const lineItem = (key: string) =>
      resourceAt(document, `acme-us/campaigns/spring/line_items/${key}`).fields;
    expect(springFields(document).total_budget_amount_local_micro).toBe(10_000_000);
    expect(lineItem('b')).toEqual({ ...lineItem('a'), name: 'B', start_time: '2026-12-02T00:00:00Z' });
    expect(lineItem('c')).toEqual({ ...lineItem('a'), name: 'C' });
  });

  test('a later anchor of the same name counts from there on', async () => {
    const document = await load(
      'version: 1\nvariables: { a: &x one, b: *x, c: &x two, d: *x }\n' +
        'accounts: { a: { id: i, name: "${var.b} ${var.d}" } }\n',
    );

    expect(resourceAt(document, 'a').fields.name).toBe('one two');
  });
});

describe('defaults', () => {
  test('stand under every resource of the kind; what the resource says wins, null too', async () => {
    const document = await load(`defaults:
  campaign: { daily_budget: 5, total_budget: 50, budget_optimization: CAMPAIGN }
  account: { industry_type: RETAIL }
${withCampaign('daily_budget: 7', 'total_budget: null')}`);

    expect(resourceAt(document, 'acme-us').fields).toEqual({ industry_type: 'RETAIL' });
    expect(springFields(document)).toMatchObject({
      daily_budget_amount_local_micro: 7_000_000,
      total_budget_amount_local_micro: null,
      budget_optimization: 'CAMPAIGN',
    });
  });

  test('do not reach what is managed elsewhere', async () => {
    const document = await load(
      'version: 1\ndefaults: { line_item: { bid_strategy: AUTO } }\naccounts: { a: { id: i, line_items: { x: { id: j } } } }\n',
    );

    expect(resourceAt(document, 'a/line_items/x').fields).toEqual({});
  });
});

describe('policy and limits', () => {
  test('have defaults', async () => {
    const document = await load(account('{ id: x1 }'));

    expect(document.policy).toEqual({
      maxDeletes: { percent: 30 },
      maxUpdates: undefined,
      maxDailyBudget: undefined,
      maxDailyBudgetIncrease: undefined,
      maxBudgetFactor: 10,
      maxBid: undefined,
      maxBidFactor: 10,
      maxMemberRemovals: { percent: 30 },
      undoDrift: 'ask',
      forbid: [],
      flights: { maxDays: undefined, earliest: undefined, latest: undefined },
      freeze: [],
      names: {},
    });
    expect(document.accounts).toEqual([
      {
        key: 'acme',
        id: 'x1',
        limits: {
          activeCampaigns: 200,
          count: 'active',
          lineItems: undefined,
          batch: { campaigns: 10, line_items: 10, targeting_criteria: 10, custom_audiences: 10 },
        },
      },
    ]);
  });

  test('are read', async () => {
    const document = await load(`version: 1
policy: { max_deletes: 0, max_updates: 12.5%, max_daily_budget: 5000.01, max_daily_budget_increase: 25%, max_budget_factor: 2.5, undo_drift: allow }
accounts:
  acme:
    id: x1
    limits: { active_campaigns: 8000, count: not_deleted, line_items: 256, batch: { campaigns: 40 } }
`);

    expect(document.policy).toEqual({
      maxDeletes: { count: 0 },
      maxUpdates: { percent: 12.5 },
      maxDailyBudget: 5_000_010_000,
      maxDailyBudgetIncrease: { percent: 25 },
      maxBudgetFactor: 2.5,
      maxBid: undefined,
      maxBidFactor: 10,
      maxMemberRemovals: { percent: 30 },
      undoDrift: 'allow',
      forbid: [],
      flights: { maxDays: undefined, earliest: undefined, latest: undefined },
      freeze: [],
      names: {},
    });
    expect(document.accounts[0]?.limits).toEqual({
      activeCampaigns: 8000,
      count: 'not_deleted',
      lineItems: 256,
      batch: { campaigns: 40, line_items: 10, targeting_criteria: 10, custom_audiences: 10 },
    });
  });
});

test('rules of the house are read in their normal form', async () => {
  const document = await load(`version: 1
policy:
  forbid: [{ action: delete, kind: campaign, address: "acme/campaigns/brand-*" }, { action: replace }]
  flights: { max_days: 92, latest: 2027-01-01T00:00:00+01:00 }
  freeze: [{ from: 2026-12-24T00:00:00Z, to: 2026-12-27T00:00:00Z }]
  names: { campaign: "^[A-Z]{2} .+" }
accounts: { acme: { id: x1 } }
`);

  expect(document.policy).toMatchObject({
    forbid: [
      { action: 'delete', kind: 'campaign', address: 'acme/campaigns/brand-*' },
      { action: 'replace', kind: undefined, address: undefined },
    ],
    flights: { maxDays: 92, earliest: undefined, latest: '2026-12-31T23:00:00Z' },
    freeze: [{ from: '2026-12-24T00:00:00Z', to: '2026-12-27T00:00:00Z' }],
    names: { campaign: '^[A-Z]{2} .+' },
  });
});

test('lifecycle: ignored fields have their wire names', async () => {
  const document = await load(
    withCampaign('lifecycle: { prevent_destroy: true, adopt: TRUE, ignore_changes: [daily_budget, status] }'),
  );

  expect(resourceAt(document, 'acme-us/campaigns/spring').lifecycle).toEqual({
    preventDestroy: true,
    adopt: true,
    allowReplace: false,
    ignoreChanges: ['daily_budget_amount_local_micro', 'entity_status'],
  });
});

test('what moves or goes in an account with a new key is named by either key', async () => {
  const document = await load(`${withCampaign()}
moved:
  - { from: acme/campaigns/old, to: acme-us/campaigns/spring }
  - { from: acme, to: acme-us }
removed: [{ from: acme/campaigns/gone, destroy: true }, { from: acme-us/campaigns/other, destroy: true }]
`);

  expect(document.moved.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'acme-us/campaigns/old acme-us/campaigns/spring',
    'acme acme-us',
  ]);
  expect(document.removed.map(({ from }) => from)).toEqual([
    'acme-us/campaigns/gone',
    'acme-us/campaigns/other',
  ]);
});

test('moved and removed', async () => {
  const document = await load(`${withCampaign()}
moved:
  - { from: acme-us/campaigns/old, to: acme-us/campaigns/spring }
  - { from: acme, to: acme-us }
removed: [{ from: acme-us/campaigns/gone/line_items/x, destroy: false }, { from: other, destroy: true }]
`);

  expect(document.moved).toEqual([
    {
      from: 'acme-us/campaigns/old',
      to: 'acme-us/campaigns/spring',
      source: { file: 'campaigns.yaml', line: 13, column: 5 },
    },
    { from: 'acme', to: 'acme-us', source: { file: 'campaigns.yaml', line: 14, column: 5 } },
  ]);
  expect(document.removed).toEqual([
    {
      from: 'acme-us/campaigns/gone/line_items/x',
      destroy: false,
      source: { file: 'campaigns.yaml', line: 15, column: 11 },
    },
    { from: 'other', destroy: true, source: { file: 'campaigns.yaml', line: 15, column: 74 } },
  ]);
});

test('rules that need the campaign say nothing where the campaign exists already', async () => {
  const document = await load(
    account('{ id: i, campaigns: { old: { id: j, line_items: { x: { id: k, daily_budget: 3 } } } } }'),
  );

  expect(resourceAt(document, 'acme/campaigns/old/line_items/x').fields).toEqual({
    daily_budget_amount_local_micro: 3_000_000,
  });
});
