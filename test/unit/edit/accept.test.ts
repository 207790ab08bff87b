import { describe, expect, test } from 'vitest';
import { accepting, beginning, live } from './accepting.ts';

const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';
const million = 1_000_000;

/** A campaign of one line after its name and its funding instrument. */
function campaign(line: string): string {
  return `${beginning}      a:
        name: A
        funding_instrument: credit
        ${line}
`;
}

describe('a scalar keeps its style', () => {
  test.each([
    ['daily_budget: 55.00 # a day', daily, 60 * million, 'daily_budget: 60.00 # a day'],
    ['daily_budget: 55', daily, 60 * million, 'daily_budget: 60'],
    ['daily_budget: 55', daily, 60_500_000, 'daily_budget: 60.50'],
    ['daily_budget: 55.5', daily, 60 * million, 'daily_budget: 60.0'],
    ['daily_budget: 55.5', daily, 60_250_001, 'daily_budget: 60.250001'],
    ["daily_budget: '55.00'", daily, 1_234_567_890_123, "daily_budget: '1234567.890123'"],
    ['daily_budget: "55"', daily, null, 'daily_budget: null'],
    ['daily_budget: ~', daily, 20 * million, 'daily_budget: 20.00'],
    ['daily_budget:   # later', daily, 20 * million, 'daily_budget: 20.00   # later'],
    ['standard_delivery: True', 'standard_delivery', false, 'standard_delivery: False'],
    ['standard_delivery: TRUE', 'standard_delivery', false, 'standard_delivery: FALSE'],
    ['standard_delivery: true', 'standard_delivery', false, 'standard_delivery: false'],
    ['purchase_order_number: 007', 'purchase_order_number', '0x1F', 'purchase_order_number: 0x1F'],
    ['purchase_order_number: PO', 'purchase_order_number', 'null', 'purchase_order_number: "null"'],
    ['purchase_order_number: PO', 'purchase_order_number', 'a: b', 'purchase_order_number: "a: b"'],
    [
      'purchase_order_number: PO',
      'purchase_order_number',
      'say "x": y',
      'purchase_order_number: \'say "x": y\'',
    ],
    ["purchase_order_number: 'PO'", 'purchase_order_number', "it's", "purchase_order_number: 'it''s'"],
    [
      'purchase_order_number: "PO"',
      'purchase_order_number',
      'C:\\x "y"',
      'purchase_order_number: "C:\\\\x \\"y\\""',
    ],
    [
      "purchase_order_number: 'PO'",
      'purchase_order_number',
      'a\tb\u200B',
      'purchase_order_number: "a\\tb\\u200B"',
    ],
    [
      'purchase_order_number: PO',
      'purchase_order_number',
      '${var.x} $${',
      'purchase_order_number: $${var.x} $$${',
    ],
    [
      'purchase_order_number: &po PO # x',
      'purchase_order_number',
      'PO 2',
      'purchase_order_number: &po PO 2 # x',
    ],
  ])('%s, live %s %j', async (line, wire, value, expected) => {
    const { changed, refused } = await accepting(campaign(line), { fields: [live('a', wire, value)] });

    expect(refused).toEqual([]);
    expect(changed).toEqual([`-        ${line}`, `+        ${expected}`]);
  });

  test('a text of several lines', async () => {
    const document = campaign('purchase_order_number: >-  # folded\n          one\n          two');

    const one = await accepting(document, { fields: [live('a', 'purchase_order_number', 'three')] });
    const several = await accepting(document, { fields: [live('a', 'purchase_order_number', 'x\ny')] });

    expect(one.changed).toEqual(['-          one', '-          two', '+          three']);
    expect(several.changed).toEqual([
      '-        purchase_order_number: >-  # folded',
      '-          one',
      '-          two',
      '+        purchase_order_number: "x\\ny"  # folded',
    ]);
  });

  test('a reference by key, and by id where the document has no key for it', async () => {
    const declared = await accepting(campaign('status: PAUSED'), {
      fields: [live('a', 'funding_instrument_id', 'hxother')],
    });
    const foreign = await accepting(campaign('status: PAUSED'), {
      fields: [live('a', 'funding_instrument_id', 'hxnew')],
    });

    expect(declared.changed).toEqual([
      '-        funding_instrument: credit',
      '+        funding_instrument: other',
    ]);
    expect(foreign.changed).toEqual([
      '-        funding_instrument: credit',
      '+        funding_instrument: { id: hxnew }',
    ]);
  });
});

describe('a field that its entry does not say', () => {
  test.each([
    [
      '      a:\n        name: A # x\n        # about money\n        funding_instrument: credit\n',
      ['+        status: PAUSED'],
    ],
    [
      '      a: { name: A, funding_instrument: credit }\n',
      [
        '-      a: { name: A, funding_instrument: credit }',
        '+      a: { name: A, funding_instrument: credit, status: PAUSED }',
      ],
    ],
    [
      '      a: {funding_instrument: credit,name: A}\n',
      [
        '-      a: {funding_instrument: credit,name: A}',
        '+      a: {funding_instrument: credit,name: A,status: PAUSED}',
      ],
    ],
    [
      '      a: {\n        name: A,\n        funding_instrument: credit\n      }\n',
      [
        '-        funding_instrument: credit',
        '+        funding_instrument: credit,',
        '+        status: PAUSED',
      ],
    ],
    [
      '      base: &b { name: B, funding_instrument: credit }\n      a:\n        <<: *b\n        name: A\n',
      ['+        status: PAUSED'],
    ],
    [
      '      a:\n        name: A\n        funding_instrument: credit',
      [
        '-        funding_instrument: credit',
        '+        funding_instrument: credit',
        '+        status: PAUSED',
      ],
    ],
  ])('%j', async (entries, expected) => {
    const { changed, refused } = await accepting(beginning + entries, {
      fields: [live('a', 'entity_status', 'PAUSED')],
    });

    expect(refused).toEqual([]);
    expect(changed).toEqual(expected);
  });

  test('several fields stand in the order of the reference', async () => {
    const { changed } = await accepting(campaign('daily_budget: 5'), {
      fields: [
        live('a', 'purchase_order_number', 'PO'),
        live('a', total, 900 * million),
        live('a', 'entity_status', 'PAUSED'),
      ],
    });

    expect(changed).toEqual([
      '+        status: PAUSED',
      '+        total_budget: 900.00',
      '+        purchase_order_number: PO',
    ]);
  });
});

const shared = `version: 1
variables: { go: PAUSED, season: spring, once: PO-1 }
defaults:
  campaign: { total_budget: 2000 }
accounts:
  acme:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet }, other: { id: hxother } }
    campaigns:
      a: &a
        name: A \${var.season}
        funding_instrument: &fund credit
        status: \${var.go}
        daily_budget: 10
      b: { name: "B \${var.season}", funding_instrument: *fund, status: "\${var.go}", purchase_order_number: "\${var.once}" }
      c: { <<: *a, name: C }
      m-\${matrix.market}-\${matrix.tier}:
        matrix:
          market: [{ key: us, name: USA, budget: 100 }, { key: uk, name: UK, budget: 60.50 }]
          tier: [high, low]
          exclude: [{ market: uk, tier: low }]
        name: \${matrix.market.name} \${matrix.tier}
        funding_instrument: credit
        daily_budget: \${matrix.market.budget}
        line_items:
          \${matrix.way}:
            matrix: { way: [clicks, reach] }
            id: x\${matrix.market}\${matrix.tier}\${matrix.way}
`;

describe('a value that several share', () => {
  test.each([
    ['a default that one overrides', [live('b', total, 1500 * million)], ['total_budget: 1500, purchase']],
    [
      'a default on which all agree',
      ['a', 'b', 'c', 'm-us-high', 'm-us-low', 'm-uk-high'].map((key) => live(key, total, 1500 * million)),
      ['campaign: { total_budget: 1500 }'],
    ],
    ['a variable with one use', [live('b', 'purchase_order_number', 'PO-2')], ['once: PO-2']],
    ['a variable with several', [live('b', 'entity_status', 'ACTIVE')], ['status: "ACTIVE"']],
    [
      'a variable on which all agree',
      ['a', 'b', 'c'].map((key) => live(key, 'entity_status', 'ACTIVE')),
      ['go: ACTIVE'],
    ],
    [
      'a part of a text on which all agree',
      [live('a', 'name', 'A summer'), live('b', 'name', 'B summer')],
      ['season: summer'],
    ],
    ['a part of a text', [live('b', 'name', 'B summer')], ['name: "B summer"']],
    ['an alias', [live('b', 'funding_instrument_id', 'hxother')], ['funding_instrument: other']],
    ['a merged field', [live('c', daily, 20 * million)], ['name: C, daily_budget: 20 }']],
    [
      'a merged field on which all agree',
      [live('a', daily, 20 * million), live('c', daily, 20 * million)],
      ['        daily_budget: 20'],
    ],
    [
      'a value of the matrix that one combination uses',
      [live('m-uk-high', daily, 70 * million)],
      ['budget: 70.00 }]'],
    ],
    [
      'a value of the matrix on which all agree',
      [live('m-us-high', daily, 70 * million), live('m-us-low', daily, 70 * million)],
      ['name: USA, budget: 70 }'],
    ],
    [
      'a name of the matrix',
      [live('m-us-high', 'name', 'States high'), live('m-us-low', 'name', 'States low')],
      ['name: States'],
    ],
    [
      'a field of every combination',
      ['m-us-high', 'm-us-low', 'm-uk-high'].map((key) => live(key, 'entity_status', 'ACTIVE')),
      ['        status: ACTIVE'],
    ],
  ])('%s', async (_name, fields, expected) => {
    const { changed, refused } = await accepting(shared, { fields });

    expect(refused).toEqual([]);
    const written = changed.filter((line) => line.startsWith('+'));
    expect(written).toHaveLength(expected.length);
    for (const [index, part] of expected.entries()) expect(written[index]).toContain(part);
  });

  test.each([
    [
      'an anchor',
      [live('a', 'funding_instrument_id', 'hxother')],
      'acme/campaigns/a funding_instrument 12: what stands there is also the value of funding_instrument of acme/campaigns/b, funding_instrument of acme/campaigns/c',
    ],
    [
      'a base',
      [live('a', daily, 20 * million)],
      'acme/campaigns/a daily_budget 14: what stands there is also the value of daily_budget of acme/campaigns/c',
    ],
    [
      'an axis that makes the key',
      [live('m-us-low', 'name', 'USA lower')],
      'acme/campaigns/m-us-low name 20: what stands there is also the value of the key of acme/campaigns/m-us-low, id of acme/campaigns/m-us-low/line_items/clicks, id of acme/campaigns/m-us-low/line_items/reach and 2 more',
    ],
    [
      'what the document cannot say',
      [live('a', 'entity_status', 'DRAFT')],
      'acme/campaigns/a status 13: the document has no way to say the live value DRAFT',
    ],
    [
      'null where it cannot stand',
      [live('a', 'name', null)],
      'acme/campaigns/a name 11: it has no live value, and null cannot be written for it',
    ],
    [
      'what would not be valid',
      [live('b', daily, 3000 * million)],
      'acme/campaigns/b daily_budget 15: the document would not be valid: daily_budget is above the total budget: 3,000.00 a day, 2,000.00 in all (campaigns.yaml:15)',
    ],
    [
      'what is not declared',
      [live('zz', daily, million)],
      'acme/campaigns/zz  : the document does not declare it',
    ],
  ])('%s stands against it', async (_name, fields, reason) => {
    const { changed, refused } = await accepting(shared, { fields });

    expect(refused).toEqual([reason]);
    expect(changed).toEqual([]);
  });

  test('what cannot be written does not stand against what can', async () => {
    const { changed, refused } = await accepting(shared, {
      fields: [live('b', daily, 3000 * million), live('c', daily, 30 * million), live('c', 'name', 'D')],
    });

    expect(refused).toHaveLength(1);
    expect(changed).toEqual([
      '-      c: { <<: *a, name: C }',
      '+      c: { <<: *a, name: D, daily_budget: 30 }',
    ]);
  });
});

function gone(...keys: readonly string[]) {
  return { gone: keys.map((key) => `acme/campaigns/${key}`) };
}

describe('a resource that is gone', () => {
  test.each([
    ['one of a line', gone('c'), ['-      c: { <<: *a, name: C }']],
    [
      'a combination',
      gone('m-us-low'),
      [
        '-          exclude: [{ market: uk, tier: low }]',
        '+          exclude: [{ market: uk, tier: low }, { market: us, tier: low }]',
      ],
    ],
    [
      'a combination of the matrix beneath, everywhere',
      gone('m-us-high/line_items/reach', 'm-us-low/line_items/reach', 'm-uk-high/line_items/reach'),
      [
        '-            matrix: { way: [clicks, reach] }',
        '+            matrix: { way: [clicks, reach], exclude: [{ way: reach }] }',
      ],
    ],
  ])('%s', async (_name, wanted, expected) => {
    const { changed, refused } = await accepting(shared, wanted);

    expect(refused).toEqual([]);
    expect(changed).toEqual(expected);
  });

  test.each([
    [
      'what others merge',
      gone('a'),
      'acme/campaigns/a  10: the document would not be valid: no anchor &fund stands before this alias (campaigns.yaml:10)',
    ],
    [
      'a combination of the matrix beneath, in one place',
      gone('m-us-low/line_items/reach'),
      'acme/campaigns/m-us-low/line_items/reach  26: its entry stands for acme/campaigns/m-us-high/line_items/clicks, acme/campaigns/m-us-high/line_items/reach, acme/campaigns/m-us-low/line_items/clicks too',
    ],
  ])('%s stands against it', async (_name, wanted, reason) => {
    const { changed, refused } = await accepting(shared, wanted);

    expect(refused).toEqual([reason]);
    expect(changed).toEqual([]);
  });

  test('comments right above it, behind it and deeper beneath it go with it', async () => {
    const document = `${beginning}      # all of them

      # about a
      a: { name: A, funding_instrument: credit } # behind

      # about b
      # more about b
      b:
        name: B
        funding_instrument: credit
        # beneath b

      # about c
      c: { name: C, funding_instrument: credit }
      # about the section
`;

    const { text } = await accepting(document, gone('b'));
    const { text: last } = await accepting(document, gone('a', 'b', 'c'));

    expect(text).toBe(`${beginning}      # all of them

      # about a
      a: { name: A, funding_instrument: credit } # behind

      # about c
      c: { name: C, funding_instrument: credit }
      # about the section
`);
    expect(last).toBe(`${beginning.trimEnd()} {}
      # all of them

      # about the section
`);
  });
});

function item(lines: string): string {
  return campaign(`line_items:
          x:
            name: X
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            start_time: 2027-12-01T06:00:00+02:00
            end_time: 2027-12-31T00:00:00Z
            ${lines}`);
}

test('sets are written member by member, lists in the style they have', async () => {
  const x = 'a/line_items/x';
  const placements = (value: readonly string[]) => ({ fields: [live(x, 'placements', value)] });

  const flow = await accepting(
    item('placements: [TWITTER_SEARCH,  ALL_ON_TWITTER ] # where'),
    placements(['ALL_ON_TWITTER', 'TWITTER_PROFILE', 'TWITTER_TIMELINE']),
  );
  const block = await accepting(
    item(
      'placements:\n            - TWITTER_SEARCH # found\n            # everywhere\n            - ALL_ON_TWITTER',
    ),
    placements(['ALL_ON_TWITTER', 'TWITTER_TIMELINE']),
  );
  const time = await accepting(item('placements: [ALL_ON_TWITTER]'), {
    fields: [live(x, 'start_time', '2027-12-02T22:30:00Z')],
  });

  expect(flow.changed.at(-1)).toBe(
    '+            placements: [ALL_ON_TWITTER,  TWITTER_PROFILE,  TWITTER_TIMELINE ] # where',
  );
  expect(block.changed).toEqual(['-            - TWITTER_SEARCH # found', '+            - TWITTER_TIMELINE']);
  expect(time.changed).toEqual([
    '-            start_time: 2027-12-01T06:00:00+02:00',
    '+            start_time: 2027-12-03T00:30:00+02:00',
  ]);
});

test('several files: only those that change are written', async () => {
  const files = {
    'base.yaml': beginning.replace('    campaigns:\n', ''),
    'a.yaml':
      'accounts: { acme: { id: 18ce54d4x5t, campaigns: { a: { name: A, funding_instrument: credit } } } }\n',
    'b.yaml':
      '# b\n---\naccounts:\r\n  acme:\r\n    campaigns:\r\n      b: { name: B, funding_instrument: credit }\r\n...\n',
  };

  const { changed, text } = await accepting(files, { fields: [live('b', 'name', 'B2')] });

  expect(changed).toHaveLength(2);
  expect(text).toBe(files['b.yaml'].replace('name: B', 'name: B2'));
});

const member = { kind: 'targeting_criterion', parent: 'acme/campaigns/a/line_items/x' };

test.each([
  [
    'at the end of lines',
    'placements: [ALL_ON_TWITTER]\n            targeting:\n              - { type: AGE, value: AGE_25_TO_49 }',
    ['+              - { type: BROAD_KEYWORD, value: red shoes, operator: NE }'],
  ],
  [
    'into brackets',
    'placements: [ALL_ON_TWITTER]\n            targeting: [{ type: AGE, value: AGE_25_TO_49 }]',
    [
      '-            targeting: [{ type: AGE, value: AGE_25_TO_49 }]',
      '+            targeting: [{ type: AGE, value: AGE_25_TO_49 }, { type: BROAD_KEYWORD, value: red shoes, operator: NE }]',
    ],
  ],
  [
    'into an empty list',
    'placements: [ALL_ON_TWITTER]\n            targeting: []',
    [
      '-            targeting: []',
      '+            targeting: [{ type: BROAD_KEYWORD, value: red shoes, operator: NE }]',
    ],
  ],
])('a member that somebody added to a set stands %s', async (_name, lines, expected) => {
  const address = `${member.parent}/targeting/BROAD_KEYWORD:NE:red%20shoes`;
  const values = { targeting_type: 'BROAD_KEYWORD', targeting_value: 'red shoes', operator_type: 'NE' };

  const { changed, refused } = await accepting(item(lines), {
    added: [{ ...member, address, live: values }],
  });

  expect(refused).toEqual([]);
  expect(changed).toEqual(expected);
});

test('the last member of a set that goes leaves an empty list, which says that there is none', async () => {
  const lines =
    'placements: [ALL_ON_TWITTER]\n            targeting: # whom\n              - { type: AGE, value: AGE_25_TO_49 }';

  const { changed } = await accepting(item(lines), {
    gone: [`${member.parent}/targeting/AGE:EQ:AGE_25_TO_49`],
  });

  expect(changed).toEqual([
    '-            targeting: # whom',
    '-              - { type: AGE, value: AGE_25_TO_49 }',
    '+            targeting: [] # whom',
  ]);
});

const odd = `${beginning}      a:
        name: A
        funding_instrument: credit
        line_items:
          x:
            name: X
            objective: FOLLOWERS
            product_type: PROMOTED_ACCOUNT
            placements: [ALL_ON_TWITTER]
            start_time: 2027-12-01T06:00:00+02:00
            end_time: 2027-12-31T00:00:00Z
            promoted_accounts: ["756201191646691328"] # who
    cards:
      hero:
        name: Hero
        components:
          - { type: MEDIA, media_key: 13_1191948012077092867 } # seen first
          - type: DETAILS
            title: 'Spring sale'   # short
            destination: { type: WEBSITE, url: https://example.com }
    audiences:
      buyers:
        name: Buyers
        shared_with: { acme-uk: READ_ONLY }
    tax_settings: { tax_category: BUSINESS_WITH_VAT }
  acme-uk: { id: 18ce5uk0000 }
`;

describe('sections of other forms', () => {
  test('a part of a value with parts, in its own quotes', async () => {
    const components = [
      { type: 'MEDIA', media_key: '13_1191948012077092867' },
      { type: 'DETAILS', title: 'Summer sale', destination: { type: 'WEBSITE', url: 'https://example.com' } },
    ];

    const { changed, refused } = await accepting(odd, {
      fields: [{ address: 'acme/cards/hero', wire: 'components', live: components }],
    });

    expect(refused).toEqual([]);
    expect(changed).toEqual([
      "-            title: 'Spring sale'   # short",
      "+            title: 'Summer sale'   # short",
    ]);
  });

  test('the map of an only one', async () => {
    const { changed, refused } = await accepting(odd, {
      fields: [{ address: 'acme/tax_settings', wire: 'tax_category', live: 'INDIVIDUAL' }],
    });

    expect(refused).toEqual([]);
    expect(changed).toEqual([
      '-    tax_settings: { tax_category: BUSINESS_WITH_VAT }',
      '+    tax_settings: { tax_category: INDIVIDUAL }',
    ]);
  });

  test('a bare value in place of an entry', async () => {
    const { changed, refused } = await accepting(odd, {
      fields: [
        {
          address: 'acme/audiences/buyers/shared_with/acme-uk',
          wire: 'permission_level',
          live: 'READ_WRITE',
        },
      ],
    });

    expect(refused).toEqual([]);
    expect(changed).toEqual([
      '-        shared_with: { acme-uk: READ_ONLY }',
      '+        shared_with: { acme-uk: READ_WRITE }',
    ]);
  });

  test('a bare member of a list comes and goes', async () => {
    const parent = 'acme/campaigns/a/line_items/x';
    const added = {
      address: `${parent}/promoted_accounts/1234567890123456789`,
      kind: 'promoted_account',
      parent,
      live: { user_id: '1234567890123456789' },
    };
    const gone = [`${parent}/promoted_accounts/756201191646691328`];

    const both = await accepting(odd, { added: [added], gone });

    expect(both.refused).toEqual([]);
    expect(both.changed).toEqual([
      '-            promoted_accounts: ["756201191646691328"] # who',
      '+            promoted_accounts: ["1234567890123456789"] # who',
    ]);
  });

  test('what is sensitive is not written', async () => {
    const { refused } = await accepting(odd, {
      fields: [{ address: 'acme/tax_settings', wire: 'tax_id', live: 'sha256:…' }],
    });

    expect(refused).toEqual(['acme/tax_settings tax_id 31: its live value is sensitive and not shown']);
  });
});
