import jsonPatch, { type Operation } from 'fast-json-patch';
import { expect, test } from 'vitest';
import { consentList, consentsFrom } from '../../../src/planner/guards/consents.ts';
import { effectDigest } from '../../../src/planner/plan.ts';
import { digestOf } from '../../../src/planner/result/digest.ts';
import { type Change, planSchema } from '../../../src/schemas/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, tag } from '../../support/plan-world.ts';
import { bid, daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');

/** Something of everything that a plan can hold. */
function everything(): PlanWorld {
  return new PlanWorld()
    .ours(sale, { entity_status: 'ACTIVE', [total]: 1400 * million })
    .edit(sale, { [daily]: 55 * million, [total]: null, purchase_order_number: 'PO-77' })
    .ours(item('sale', 'x'), { categories: ['IAB1', 'IAB2', 'IAB3'], [bid]: 1 })
    .edit(item('sale', 'x'), { categories: ['IAB2'], [bid]: 2 })
    .ours(item('sale', 'y'), { categories: ['IAB1'] })
    .edit(item('sale', 'y'), { categories: ['IAB1', 'IAB5'] })
    .declared(campaign('new'), { name: 'New' })
    .declared(item('new', 'z'))
    .dropped(campaign('old'), { name: 'Old' })
    .dropped(item('old', 'x'))
    .ours(campaign('moved'), { funding_instrument_id: 'fi1' })
    .edit(campaign('moved'), { funding_instrument_id: 'fi2' })
    .ours(tag('sale', 'x', 't'))
    .declared(campaign('adopted'), { [daily]: 20 * million }, { lifecycle: { adopt: true } })
    .foreign('campaign', 'by-hand', { name: 'adopted' })
    .foreign('campaign', 'foreign')
    .ours(campaign('same'))
    .ours(campaign('less'), { purchase_order_number: 'PO-1' })
    .edit(campaign('less'), { purchase_order_number: undefined })
    .dropped(campaign('elsewhere'), {}, { file: 'other.yaml' });
}

function patched({ before, patch }: Change): Values {
  const operations: Operation[] = patch.map(({ op, path, value }) =>
    op === 'remove' ? { op, path } : { op, path, value },
  );
  return jsonPatch.applyPatch({ ...before }, operations, true).newDocument;
}

test('every patch is RFC 6902 and turns before into after', () => {
  const { changes } = everything().plan();

  expect(changes.map(patched)).toEqual(changes.map(({ after }) => after));
  expect(new Set(changes.map(({ action }) => action))).toEqual(
    new Set(['update', 'create', 'delete', 'replace', 'adopt', 'forget']),
  );
});

test('a set changes as a whole, one operation a field, sorted by path', () => {
  const byAddress = new Map(
    everything()
      .plan()
      .changes.map((change) => [change.address, change.patch]),
  );

  expect(byAddress.get(item('sale', 'x'))).toEqual([
    { op: 'replace', path: `/${bid}`, value: 2 },
    { op: 'replace', path: '/categories', value: ['IAB2'] },
  ]);
  expect(byAddress.get(item('sale', 'y'))).toEqual([
    { op: 'replace', path: '/categories', value: ['IAB1', 'IAB5'] },
  ]);
  expect(byAddress.get(sale)?.map(({ op, path }) => `${op} ${path}`)).toEqual([
    `replace /${daily}`,
    'replace /purchase_order_number',
    `replace /${total}`,
  ]);
});

test('creations add, deletions remove', () => {
  const { changes } = everything().plan();
  const operations = (address: string): readonly string[] => [
    ...new Set(changes.find((change) => change.address === address)?.patch.map(({ op }) => op)),
  ];

  expect(operations(campaign('new'))).toEqual(['add']);
  expect(operations(campaign('old'))).toEqual(['remove']);
});

test('preconditions: absence, the values that change, or all that goes', () => {
  const byAddress = new Map(
    everything()
      .plan()
      .changes.map((change) => [change.address, change]),
  );

  expect(byAddress.get(campaign('new'))?.precondition).toBe('absent');
  expect(byAddress.get(sale)?.precondition).toEqual(byAddress.get(sale)?.before);
  expect(byAddress.get(campaign('old'))?.precondition).toEqual(byAddress.get(campaign('old'))?.before);
  expect(Object.keys(byAddress.get(campaign('moved'))?.precondition ?? {})).toContain('entity_status');
});

test('the plan parses with its own schema, also after a way through JSON', () => {
  const plan = everything().plan();
  const read: unknown = JSON.parse(JSON.stringify(plan));

  expect(planSchema.parse(read)).toEqual(plan);
});

test('the summary counts every resource once', () => {
  const { summary, changes } = everything().plan();

  expect(summary).toEqual({
    create: 2,
    update: 3,
    replace: 1,
    delete: 2,
    adopt: 1,
    move: 0,
    forget: 1,
    unchanged: 2,
    unmanaged: 3,
    out_of_scope: 1,
    unchecked: 0,
  });
  const actions = ['create', 'update', 'replace', 'delete', 'adopt', 'move', 'forget'] as const;
  expect(actions.reduce((sum, action) => sum + summary[action], 0)).toBe(changes.length);
});

test('the same input gives the same bytes; only created_at differs', () => {
  const first = everything().plan();
  const later = everything().with({ createdAt: '2027-01-01T00:00:00Z' }).plan();

  expect(JSON.stringify(everything().plan())).toBe(JSON.stringify(first));
  expect(JSON.stringify({ ...later, created_at: first.created_at })).toBe(JSON.stringify(first));
  expect(later.created_at).not.toBe(first.created_at);
});

test('the basis names the document, the live records and the journal', () => {
  const { basis } = everything().plan();

  expect(basis).toMatchObject({ document: 'sha256:0', state: 17 });
  expect(basis.live).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(everything().outside(sale, { name: 'x' }).plan().basis.live).not.toBe(basis.live);
});

const unrelated: readonly (readonly [story: string, change: (world: PlanWorld) => PlanWorld])[] = [
  ['another time', (world) => world.with({ createdAt: '2030-01-01T00:00:00Z' })],
  ['another version of adsync', (world) => world.with({ adsyncVersion: '9.9.9' })],
  ['another journal number', (world) => world.with({ journal: 99 })],
  ['another digest of the document', (world) => world.document({ digest: 'sha256:1' })],
  ['another record of somebody else', (world) => world.foreign('campaign', 'another')],
  ['a consent', (world) => world.consent({ override: ['max_deletes'] })],
  [
    'another line in the document',
    (world) => world.edit(sale, {}, { source: { file: 'campaigns.yaml', line: 99, column: 9 } }),
  ],
];

test.each(unrelated)('the effect stays: %s', (_, change) => {
  expect(change(everything()).plan().effect).toBe(everything().plan().effect);
});

const related: readonly (readonly [story: string, change: (world: PlanWorld) => PlanWorld])[] = [
  ['another amount', (world) => world.edit(sale, { [daily]: 56 * million })],
  ['one change more', (world) => world.declared(campaign('more'))],
  [
    'one more that is only forgotten',
    (world) => world.dropped(campaign('kept')).removed(campaign('kept'), false),
  ],
  ['another batch size', (world) => world.limits({ batch: { campaigns: 1 } })],
  ['another name of what is created', (world) => world.edit(campaign('new'), { name: 'Other' })],
  [
    'one change less',
    (world) =>
      world.edit(sale, { [daily]: 10 * million, [total]: 1400 * million, purchase_order_number: undefined }),
  ],
];

test.each(related)('the effect differs: %s', (_, change) => {
  expect(change(everything()).plan().effect).not.toBe(everything().plan().effect);
});

test('the effect can be checked from the plan alone', () => {
  const plan = everything().plan();

  expect(effectDigest(plan.steps, plan.changes)).toBe(plan.effect);
});

test('what has no JSON has the digest of nothing', () => {
  expect(digestOf(undefined)).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('digests are those of canonical JSON', () => {
  expect(digestOf({ b: 1, a: [2, 'ü'] })).toBe(digestOf({ a: [2, 'ü'], b: 1 }));
  // Of the four bytes "null".
  expect(digestOf(null)).toBe('sha256:74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b');
});

test('parents of what changes are named, so that a report can group by campaign', () => {
  const plan = new PlanWorld()
    .ours('acme', { name: 'Acme US' })
    .ours(sale, { name: 'Sale' })
    .ours(item('sale', 'x'), { name: 'Clicks' })
    .declared(tag('sale', 'x', 't'))
    .ours(campaign('other'))
    .plan();

  expect(plan.names).toEqual({ acme: 'Acme US', [sale]: 'Sale', [item('sale', 'x')]: 'Clicks' });
  expect(plan.changes.map(({ name }) => name)).toEqual(['t']);
});

test('parents are named as they will be, or as they are where nothing is said, in the order of addresses', () => {
  const plan = new PlanWorld()
    .declared(campaign('new'), { name: 'New' })
    .declared(item('new', 'x'), { name: 'Clicks' })
    .declared(tag('new', 'x', 't'))
    .ours(campaign('kept'), { name: 'Before' })
    .edit(campaign('kept'), { name: 'After' })
    .declared(item('kept', 'y'), { name: 'Views' })
    .dropped(campaign('gone'), { name: 'Gone' })
    .dropped(item('gone', 'z'), { name: 'Last' })
    .plan();

  expect(Object.entries(plan.names)).toEqual([
    [campaign('gone'), 'Gone'],
    [campaign('kept'), 'After'],
    [campaign('new'), 'New'],
    [item('new', 'x'), 'Clicks'],
  ]);
});

test('an update says what it changes, and not a word of what it does not do', () => {
  const { changes } = new PlanWorld()
    .ours(sale)
    .edit(sale, { name: 'Summer', purchase_order_number: 'PO-77' })
    .plan();

  expect(changes).toStrictEqual([
    {
      address: sale,
      kind: 'campaign',
      account_id: '18ce54d4x5t',
      id: 'sale',
      name: 'Summer',
      currency: 'USD',
      action: 'update',
      cause: 'config',
      irreversible: false,
      source: { file: 'campaigns.yaml', line: 2, column: 1 },
      before: { name: 'sale', purchase_order_number: null },
      after: { name: 'Summer', purchase_order_number: 'PO-77' },
      patch: [
        { op: 'replace', path: '/name', value: 'Summer' },
        { op: 'replace', path: '/purchase_order_number', value: 'PO-77' },
      ],
      precondition: { name: 'sale', purchase_order_number: null },
      fields: [
        { field: 'name', cause: 'config', applied: 'sale' },
        { field: 'purchase_order_number', cause: 'config' },
      ],
    },
  ]);
});

const people = 'acme/audiences/buyers/users';
const byHand = { name: 'Sale', [daily]: 10 * million };

test.each([
  ['a new one', new PlanWorld().declared(sale, { name: 'Sale' }), 'create', null, 'Sale', undefined],
  [
    'one that goes',
    new PlanWorld().dropped(sale, { name: 'Sale' }),
    'delete',
    'sale',
    'Sale',
    'no longer declared',
  ],
  [
    'one that was deleted outside',
    new PlanWorld().ours(sale, { name: 'Sale' }).vanish(sale),
    'create',
    null,
    'Sale',
    'was deleted outside adsync',
  ],
  [
    'one that was deleted and made again outside',
    new PlanWorld().ours(sale, { name: 'Sale' }).vanish(sale).foreign('campaign', 'again', byHand),
    'adopt',
    'again',
    'Sale',
    undefined,
  ],
  [
    'one that two changes make anew',
    new PlanWorld()
      .ours(sale)
      .ours(item('sale', 'x'))
      .edit(item('sale', 'x'), { objective: 'REACH', placements: ['TWITTER_TIMELINE'] }),
    'replace',
    'sale.x',
    'x',
    'objective, placements cannot be updated',
  ],
  [
    'one that a field is left to the platform of',
    new PlanWorld().ours(sale, { [total]: 50 * million }).edit(sale, { [total]: undefined }),
    'forget',
    'sale',
    'sale',
    undefined,
  ],
  [
    'one whose time has come',
    new PlanWorld()
      .dropped('acme/scheduled_posts/spring', { name: 'Spring', scheduled_at: '2026-11-20T10:00:00Z' })
      .vanish('acme/scheduled_posts/spring'),
    'forget',
    'spring',
    'spring',
    'already published at its scheduled time; adsync leaves it as it is',
  ],
  [
    'one that no answer shows',
    new PlanWorld().dropped(people, { users: 'sha256:1' }).vanish(people),
    'forget',
    'buyers',
    'users',
    'let go by the document',
  ],
])('a change names its record, and says why where the document does not: %s', (_, world, ...said) => {
  const [change] = world.plan().changes;

  expect([change?.action, change?.id, change?.name, change?.reason]).toEqual(said);
});

test('what cannot be read is no precondition of a deletion', () => {
  const [change] = new PlanWorld()
    .dropped(sale)
    .outside(sale, { [daily]: undefined })
    .plan().changes;

  expect(Object.keys(change?.before ?? {})).toContain('name');
  expect(Object.keys(change?.before ?? {})).not.toContain(daily);
  expect(change?.source).toBeNull();
});

test('money has the currency of what pays for it', () => {
  const plan = new PlanWorld()
    .foreign('funding_instrument', 'fi2', { currency: 'EUR' })
    // Ids are those of a kind: this one pays for nothing.
    .foreign('campaign', 'fi2', { currency: 'GBP' })
    .declared(campaign('euro'), { funding_instrument_id: 'fi2' })
    .declared(item('euro', 'x'))
    .declared('acme/funding_instruments/new', { currency: 'CHF' })
    .ours(campaign('live'), { funding_instrument_id: 'unread' })
    .outside(campaign('live'), { currency: 'JPY' })
    .edit(campaign('live'), { name: 'Renamed' })
    .declared(campaign('lost'), { funding_instrument_id: 'unread' })
    .declared(item('lost', 'x'))
    .plan();

  expect(plan.changes.map(({ address, currency }) => [address, currency])).toEqual([
    [campaign('euro'), 'EUR'],
    [item('euro', 'x'), 'EUR'],
    ['acme/funding_instruments/new', 'CHF'],
    [campaign('live'), 'JPY'],
    [campaign('lost'), null],
    [item('lost', 'x'), null],
  ]);
});

test('consents survive the way through a saved plan', () => {
  const consents = {
    adopt: {
      all: true,
      addresses: new Map([
        [sale, '8wku2'],
        [campaign('b'), undefined],
      ]),
    },
    undoDrift: [campaign('z'), campaign('a')],
    allowRecreate: [sale],
    takeAlong: [],
    override: ['max_deletes'],
    keepStopped: false,
  };

  const list = consentList(consents);

  expect(list).toEqual([
    { consent: 'adopt', address: '*' },
    { consent: 'adopt', address: campaign('b') },
    { consent: 'adopt', address: `${sale}=8wku2` },
    { consent: 'undo-drift', address: campaign('a') },
    { consent: 'undo-drift', address: campaign('z') },
    { consent: 'allow-recreate', address: sale },
    { consent: 'override', address: 'max_deletes' },
  ]);
  expect(consentsFrom(list)).toEqual({ ...consents, undoDrift: [campaign('a'), campaign('z')] });
  expect(consentList(consentsFrom([]))).toEqual([]);
});

test('what became of open requests, the command and the paths are handed on', () => {
  const resolved = [{ address: sale, outcome: 'took effect' as const }];
  const plan = new PlanWorld().with({ resolved, paths: ['ads', 'more.yaml'] }).plan();

  expect(plan).toMatchObject({
    format_version: '1.2',
    adsync_version: '0.1.0',
    created_at: '2026-11-20T10:00:00Z',
    command: 'apply',
    paths: ['ads', 'more.yaml'],
    resolved,
  });
});
