import { expect, test } from 'vitest';
import { documentSchema } from '../../../src/schemas/document.ts';
import { keyPattern } from '../../../src/schemas/key-pattern.ts';

const account = { id: '18ce54d4x5t' };
const minimal = { version: '1', accounts: { acme: account } };
const campaign = { name: 'Sale', funding_instrument: 'credit' };

function underAccount(more: object): unknown {
  return { ...minimal, accounts: { acme: { ...account, ...more } } };
}

/** Where the document breaks its schema, as paths. */
function broken(document: unknown): readonly string[] {
  return (documentSchema.safeParse(document).error?.issues ?? []).map(({ path }) => path.join('.'));
}

const sound: readonly (readonly [story: string, document: unknown])[] = [
  ['the least there is', minimal],
  [
    'nothing under the optional parts',
    { ...minimal, variables: null, defaults: null, policy: null, moved: null, removed: null },
  ],
  ['variables of any shape', { ...minimal, variables: { season: 'spring', markets: [{ key: 'us' }] } }],
  [
    'defaults of every kind',
    {
      ...minimal,
      defaults: { campaign: { budget_optimization: 'CAMPAIGN' }, line_item: { bid_strategy: 'AUTO' } },
    },
  ],
  [
    'limits',
    underAccount({
      limits: {
        active_campaigns: '8000',
        count: 'not_deleted',
        line_items: '0',
        batch: { campaigns: '40', line_items: '500' },
      },
    }),
  ],
  ['an empty section', underAccount({ campaigns: null, funding_instruments: {} })],
  [
    'a line item that is managed elsewhere',
    underAccount({
      line_items: {
        evergreen: {
          id: '6zva',
          tracking_tags: { t: { type: 'CLICK_TRACKER', url: 'https://example.com' } },
        },
      },
    }),
  ],
  [
    'unset fields',
    underAccount({ campaigns: { sale: { ...campaign, total_budget: null, purchase_order_number: null } } }),
  ],
  [
    'lifecycle',
    underAccount({
      campaigns: {
        sale: {
          ...campaign,
          lifecycle: { prevent_destroy: 'true', adopt: 'false', ignore_changes: ['status'] },
        },
      },
    }),
  ],
  [
    'moved and removed',
    {
      ...minimal,
      moved: [{ from: 'acme/campaigns/a', to: 'acme/campaigns/b' }],
      removed: [{ from: 'acme/campaigns/c', destroy: 'false' }],
    },
  ],
];

test.each(sound)('a document with %s is sound', (_, document) => {
  expect(broken(document)).toEqual([]);
});

const wrong: readonly (readonly [story: string, document: unknown, paths: readonly string[]])[] = [
  ['nothing at all', undefined, ['']],
  ['a list', [], ['']],
  ['another version', { ...minimal, version: '2' }, ['version']],
  ['an unknown top', { ...minimal, campaigns: {} }, ['']],
  ['no accounts', { version: '1' }, ['accounts']],
  ['an account without its id', { ...minimal, accounts: { acme: {} } }, ['accounts.acme.id']],
  [
    'null for what cannot be unset',
    underAccount({ campaigns: { sale: { ...campaign, name: null } } }),
    ['accounts.acme.campaigns.sale.name'],
  ],
  [
    'an unknown field',
    underAccount({ campaigns: { sale: { ...campaign, budget: '5' } } }),
    ['accounts.acme.campaigns.sale'],
  ],
  [
    'fields on what is managed elsewhere',
    underAccount({ line_items: { a: { id: '6zva', name: 'x' } } }),
    ['accounts.acme.line_items.a'],
  ],
  [
    'what is managed elsewhere without its id',
    underAccount({ line_items: { a: {} } }),
    ['accounts.acme.line_items.a.id'],
  ],
  [
    'a batch of nothing',
    underAccount({ limits: { batch: { campaigns: '0' } } }),
    ['accounts.acme.limits.batch.campaigns'],
  ],
  [
    'a batch of an unknown kind',
    underAccount({ limits: { batch: { tags: '5' } } }),
    ['accounts.acme.limits.batch'],
  ],
  ['a share beyond all measure', { ...minimal, policy: { max_deletes: '30 %' } }, ['policy.max_deletes']],
  [
    'a factor that is none',
    { ...minimal, policy: { max_budget_factor: '10%' } },
    ['policy.max_budget_factor'],
  ],
  ['a move without its goal', { ...minimal, moved: [{ from: 'a' }] }, ['moved.0.to']],
  ['a removal that does not say how', { ...minimal, removed: [{ from: 'a' }] }, ['removed.0.destroy']],
];

test.each(wrong)('%s is refused where it stands', (_, document, paths) => {
  expect(broken(document)).toEqual(paths);
});

test.each(['a', '0', 'spring-sale', 'a.b_c-d', '2026'])('%j is a key', (key) => {
  expect(keyPattern.test(key)).toBe(true);
});

test.each(['', 'A', '-a', '.a', '_a', 'a/b', 'a b', 'ä', '_proto__', 'a\n', 'a%2F'])(
  '%j is no key',
  (key) => {
    expect(keyPattern.test(key)).toBe(false);
    expect(broken({ ...minimal, accounts: Object.fromEntries([[key, account]]) })).not.toEqual([]);
  },
);

test('what is read is in normal form', () => {
  const parsed = documentSchema.parse(
    underAccount({
      campaigns: {
        sale: { ...campaign, daily_budget: '55.00', status: 'ACTIVE', funding_instrument: { id: 'hxtet' } },
      },
    }),
  );

  expect(parsed.accounts['acme']).toEqual({
    id: '18ce54d4x5t',
    campaigns: {
      sale: { name: 'Sale', funding_instrument: 'hxtet', daily_budget: 55_000_000, status: 'ACTIVE' },
    },
  });
});
