import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { spendingLevel } from '../../../src/schemas/raises-spending.ts';
import { allKinds } from '../../../src/schemas/registry.ts';
import type { Value, Values } from '../../../src/schemas/values.ts';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { daily, total } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const x = item('sale', 'x');
const perItem = { budget_optimization: 'LINE_ITEM', [daily]: null, [total]: 900 * million };
const end = (day: string): Values => ({ end_time: `${day}T00:00:00Z` });
const asked = (world: PlanWorld): readonly string[] =>
  refused(world.plan()).filter((line) => line.startsWith('undo_drift'));

test('a cap set outside where the document said null from the start is drift, and removing it needs consent', () => {
  const world = new PlanWorld()
    .ours(sale, perItem)
    .ours(x, { [daily]: null })
    .outside(x, { [daily]: 5 * million });

  expect(world.plan().changes).toMatchObject([{ address: x, cause: 'drift' }]);
  expect(world.drift().resources.find(({ address }) => address === x)).toMatchObject({
    status: 'modified',
    fields: [{ path: `/${daily}`, applied: null, live: 5 * million, declared: null }],
  });
  expect(asked(world)).toEqual([
    `undo_drift ${x}: daily_budget was lowered outside adsync to 5.00 USD; applying would raise it to no bound`,
  ]);
  expect(asked(world.consent({ undoDrift: [x] }))).toEqual([]);
});

test('so it does where an older state never knew of the null', () => {
  const world = new PlanWorld()
    .ours(sale, perItem)
    .ours(x)
    .edit(x, { [daily]: null })
    .outside(x, { [daily]: 5 * million });

  expect(asked(world)).toHaveLength(1);
});

test.each<[string, Values, Values, string[]]>([
  [
    'shortened, and made longer again',
    {},
    end('2026-12-10'),
    [
      'end_time was moved outside adsync to 2026-12-10T00:00:00Z; applying would move it to 2026-12-31T00:00:00Z',
    ],
  ],
  [
    'given a later start, and started earlier again',
    {},
    { start_time: '2026-12-20T00:00:00Z' },
    [
      'start_time was moved outside adsync to 2026-12-20T00:00:00Z; applying would move it to 2026-12-01T00:00:00Z',
    ],
  ],
  ['made longer, and cut again', {}, end('2027-02-01'), []],
  [
    'given an end, and none again',
    { end_time: null },
    end('2026-12-10'),
    ['end_time was moved outside adsync to 2026-12-10T00:00:00Z; applying would move it to no bound'],
  ],
])('a flight that was %s', (_, declared, outside, messages) => {
  const world = new PlanWorld().ours(sale).ours(x, declared).outside(x, outside);

  expect(asked(world)).toEqual(messages.map((message) => `undo_drift ${x}: ${message}`));
});

const capped = { frequency_cap: 10, duration_in_days: 7 };

test.each<[string, Values, Values, string[]]>([
  [
    'lowered',
    capped,
    { frequency_cap: 2 },
    ['frequency_cap was lowered outside adsync to 2; applying would raise it to 10'],
  ],
  [
    'lowered by a longer period',
    capped,
    { duration_in_days: 30 },
    ['duration_in_days was raised outside adsync to 30; applying would lower it to 7'],
  ],
  ['raised', capped, { frequency_cap: 12 }, []],
  ['raised by a shorter period', capped, { duration_in_days: 1 }, []],
  [
    'set where there was none',
    { frequency_cap: null, duration_in_days: null },
    capped,
    ['frequency_cap was lowered outside adsync to 10; applying would raise it to no bound'],
  ],
])('how often one person sees it, %s', (_, declared, outside, messages) => {
  const world = new PlanWorld().ours(sale).ours(x, declared).outside(x, outside);

  expect(asked(world)).toEqual(messages.map((message) => `undo_drift ${x}: ${message}`));
});

test('a flight that the document makes longer takes no consent', () => {
  expect(asked(new PlanWorld().ours(sale).ours(x).edit(x, end('2027-02-01')))).toEqual([]);
});

test.each<[string, (world: PlanWorld) => PlanWorld, string[]]>([
  [
    'paused outside',
    (world) => world.outside(sale, { entity_status: 'PAUSED' }),
    ['was paused outside adsync; applying would switch it on again'],
  ],
  [
    'lowered outside',
    (world) => world.outside(sale, { [daily]: 2 * million }),
    ['daily_budget was lowered outside adsync to 2.00 USD; applying would raise it to 10.00 USD'],
  ],
  [
    'deleted outside',
    (world) => world.vanish(sale),
    [`was ${sale} and deleted outside adsync; applying would create it again`],
  ],
  [
    'renamed and lowered outside',
    (world) => world.outside(sale, { name: 'Other', [daily]: 2 * million }),
    ['daily_budget was lowered outside adsync to 2.00 USD; applying would raise it to 10.00 USD'],
  ],
  ['left as it was', (world) => world, []],
])('another key for a campaign that was %s', (_, change, messages) => {
  const fields = { name: 'Sale', entity_status: 'ACTIVE' };
  const old = change(new PlanWorld().ours(sale, fields)).without(sale);
  const world = old.declared(campaign('other'), fields).consent({ allowRecreate: ['acme'] });

  expect(asked(world)).toEqual(messages.map((message) => `undo_drift ${campaign('other')}: ${message}`));
});

test('another key for a line item that was deleted outside', () => {
  const world = new PlanWorld().ours(sale).ours(x, { name: 'Item' }).vanish(x).without(x);

  expect(asked(world.declared(item('sale', 'y'), { name: 'Item' }))).toEqual([
    `undo_drift ${item('sale', 'y')}: was ${x} and deleted outside adsync; applying would create it again`,
  ]);
});

test('what was ignored when it was lowered asks once the document says otherwise, or ignores it no longer', () => {
  const ignoring = { lifecycle: { ignoreChanges: [daily] } };
  const world = (): PlanWorld =>
    new PlanWorld().ours(sale, {}, ignoring).outside(sale, { [daily]: 2 * million });

  expect(world().result()).toMatchObject({ plan: { changes: [] }, stateChanges: [] });
  expect(asked(world().edit(sale, { [daily]: 11 * million }))).toHaveLength(1);
  expect(asked(world().edit(sale, {}, { lifecycle: { ignoreChanges: [] } }))).toHaveLength(1);
});

test('a field that adsync never applied and the document ignores is not remembered as applied', () => {
  const world = new PlanWorld()
    .ours(sale, {}, { lifecycle: { ignoreChanges: [daily] } })
    .remember(sale, { declared: {}, answered: {} });

  expect(world.plan().changes).toEqual([]);
});

// Every field that bounds spending, of every kind that can be active.
const spending = allKinds.flatMap((kind) =>
  kind.spending === undefined
    ? []
    : Object.values(kind.fields)
        .filter(({ wire }) => spendingLevel(kind, wire, null) !== undefined)
        .map(({ wire, spending: sort }) => ({ kind, wire, sort })),
);
const valuesFor = (sort: string | undefined): readonly Value[] => {
  if (sort === 'status') return ['PAUSED', 'ACTIVE'];
  if (sort !== undefined) return [million, 2 * million, 3 * million, null];
  return ['2026-12-02T00:00:00Z', '2026-12-03T00:00:00Z', '2026-12-04T00:00:00Z', null];
};

test('fields that bound spending are known: status, budgets, bids and flights', () => {
  expect(spending.map(({ kind, wire }) => `${kind.name}.${wire}`)).toEqual(
    expect.arrayContaining([
      'campaign.entity_status',
      `campaign.${daily}`,
      `campaign.${total}`,
      'line_item.entity_status',
      'line_item.bid_amount_local_micro',
      'line_item.start_time',
      'line_item.end_time',
    ]),
  );
});

test('without consent nothing is left able to spend more than where people lowered it', () => {
  const trial = fc.constantFrom(...spending).chain(({ kind, wire, sort }) => {
    const value = fc.constantFrom(...valuesFor(sort));
    const known = fc.option(value, { nil: undefined });
    return fc.record({
      kind: fc.constant(kind),
      wire: fc.constant(wire),
      applied: value,
      live: value,
      declared: known,
      ignored: fc.boolean(),
      leftOut: fc.boolean(),
      route: fc.constantFrom('update', 'replace', 'key'),
    });
  });
  fc.assert(
    fc.property(trial, ({ kind, wire, applied, live, declared, ignored, leftOut, route }) => {
      const address = kind.name === 'campaign' ? sale : x;
      const lifecycle = { ignoreChanges: ignored ? [wire] : [] };
      const world = new PlanWorld().ours(sale, kind.name === 'campaign' ? {} : perItem);
      world.ours(address, { [wire]: applied }, { lifecycle });
      if (leftOut) {
        const left = world.edit(address, { [wire]: undefined }).result().stateChanges;
        for (const entry of left.flatMap(({ put }) => put)) world.remember(address, entry);
      }
      world.outside(address, { [wire]: live }).edit(address, { [wire]: declared });
      if (route === 'replace')
        world.edit(
          address,
          kind.name === 'campaign' ? { funding_instrument_id: 'fi2' } : { placements: ['TWITTER_TIMELINE'] },
        );
      if (route === 'key') {
        const other = kind.name === 'campaign' ? campaign('other') : item('sale', 'y');
        const name = address.split('/').at(-1) ?? '';
        world
          .without(address)
          .declared(other, { name, ...(declared === undefined ? {} : { [wire]: declared }) });
        world.consent({ allowRecreate: ['acme'] });
      }
      const level = (each: Value | undefined): number => spendingLevel(kind, wire, each) ?? 0;
      const plan = world.plan();
      if (level(live) >= level(applied) || plan.violations.length > 0) return;

      // Nothing was asked, so what stands is at most what people left.
      const sentValues = plan.steps
        .flatMap((step) => step.operations)
        .filter(({ address: at }) => at === address || route === 'key');
      const after = sentValues.reduce<Value | undefined>(
        (known, { params, operation_type: type }) =>
          wire in params ? params[wire] : type === 'Create' ? null : known,
        live,
      );
      expect(level(after)).toBeLessThanOrEqual(level(live));
    }),
    { numRuns: Number(process.env['ADSYNC_WORLDS'] ?? 1000) },
  );
});

test('a bid that people lowered is not taken away by another bid strategy without consent', () => {
  const bidding = { bid_strategy: 'MAX', bid_amount_local_micro: 2 * million };
  const world = new PlanWorld()
    .ours(sale)
    .ours(x, bidding)
    .edit(x, { bid_strategy: 'AUTO', bid_amount_local_micro: undefined });

  expect(world.plan().changes).toMatchObject([
    { after: { bid_strategy: 'AUTO', bid_amount_local_micro: null } },
  ]);
  expect(asked(world)).toEqual([]);
  expect(asked(world.outside(x, { bid_amount_local_micro: million }))).toEqual([
    `undo_drift ${x}: bid_amount was lowered outside adsync to 1.00 USD; applying would raise it to no bound`,
  ]);
});

test('a strategy without a bid leaves nothing to unset where no bid is live', () => {
  const world = new PlanWorld().ours(sale).ours(x, { bid_strategy: 'AUTO' });

  expect(world.result()).toMatchObject({ plan: { changes: [] }, stateChanges: [] });
});
