import { describe, expect, test } from 'vitest';
import type { LiveRecord } from '../../../src/schemas/live-record.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Stop, StoppedRecord } from '../../../src/schemas/stop.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { chooseResumed } from '../../../src/stops/choose-resumed.ts';
import { chooseTargets, spendingKinds } from '../../../src/stops/choose-targets.ts';
import { settleDoubts } from '../../../src/stops/doubts.ts';

const accountId = '18ce54d4x5t';
const time = '2026-11-20T10:00:00Z';

function record(kind: string, id: string, fields: Values, more: Partial<LiveRecord> = {}): LiveRecord {
  const own = { name: `Name of ${id}`, entity_status: 'ACTIVE', ...fields };
  return { kind, accountId, id, deleted: false, updatedAt: time, fields: own, ...more };
}

function budget(units: number): Values {
  return { budget_optimization: 'CAMPAIGN', daily_budget_amount_local_micro: units * 1_000_000 };
}

function entry(kind: string, id: string, address: string, more: Partial<StateEntry> = {}): StateEntry {
  const facts = { accountKey: 'acme', accountId, file: 'campaigns.yaml', preventDestroy: false } as const;
  return { kind, id, address, origin: 'created', declared: {}, answered: {}, ...facts, ...more };
}

/** A campaign that exists by id, and what the document says of it. */
function declaring(declared: Values): readonly StateEntry[] {
  return [entry('campaign', 'small', 'acme/campaigns/small', { origin: 'external', declared })];
}

describe('a stop pauses', () => {
  const beneath = { campaign_id: 'sum', daily_budget_amount_local_micro: 30_000_000 };
  const records = [
    record('campaign', 'small', budget(5)),
    record('campaign', 'large', budget(90)),
    record('campaign', 'sum', { budget_optimization: 'LINE_ITEM' }),
    record('campaign', 'paused', { ...budget(500), entity_status: 'PAUSED' }),
    record('campaign', 'gone', budget(500), { deleted: true }),
    record('campaign', 'foreign', budget(7)),
    record('line_item', 'one', beneath),
    record('line_item', 'two', beneath),
    record('line_item', 'off', { ...beneath, entity_status: 'PAUSED' }),
  ];
  const entries = [
    ...['small', 'large', 'sum', 'paused', 'gone'].map((id) => entry('campaign', id, `acme/campaigns/${id}`)),
    entry('line_item', 'one', 'acme/campaigns/sum/line_items/one'),
    entry('line_item', 'two', 'acme/campaigns/sum/line_items/two'),
  ];

  test.each<[string, Pick<Stop, 'patterns' | 'all'>, readonly string[]]>([
    ['all that is owned', { patterns: [], all: false }, ['large', 'sum', 'small']],
    ['everything', { patterns: [], all: true }, ['large', 'sum', 'foreign', 'small']],
    ['what stands at a pattern', { patterns: ['acme/campaigns/s*'], all: false }, ['sum', 'small']],
    [
      'line items that are named without their campaign',
      { patterns: ['acme/campaigns/sum/line_items/*'], all: false },
      ['one', 'two'],
    ],
    [
      'a campaign that is named with a line item of it, once',
      { patterns: ['acme/campaigns/sum', 'acme/campaigns/sum/line_items/one'], all: false },
      ['sum'],
    ],
  ])('%s, what can spend most first', (_, stop, expected) => {
    const targets = spendingKinds.flatMap((kind) => chooseTargets(kind, { stop, records, entries }));

    expect(targets.map(({ record: { id } }) => id)).toEqual(expected);
  });

  test('what exists by id only where the document says its status', () => {
    const stop = { patterns: [], all: false };
    const chosen = (declared: Values): number =>
      spendingKinds.flatMap((kind) => chooseTargets(kind, { stop, records, entries: declaring(declared) }))
        .length;

    expect([chosen({}), chosen({ entity_status: 'ACTIVE' })]).toEqual([0, 1]);
  });
});

function stopped(id: string, more: Partial<StoppedRecord> = {}): StoppedRecord {
  const facts = { stopId: 's1', accountId, kind: 'campaign', name: `Name of ${id}` } as const;
  return { ...facts, id, address: `acme/campaigns/${id}`, phase: 'paused', at: 0, updatedAt: time, ...more };
}

const paused = { entity_status: 'PAUSED' };

test('what a stop paused is switched on again unless it is gone, active, changed, or stopped otherwise', () => {
  const other: Stop = {
    id: 's2',
    accountId,
    patterns: ['acme/campaigns/also'],
    all: false,
    reason: 'r',
    by: 'jane@laptop',
    at: time,
  };
  const { groups, left } = chooseResumed({
    stopped: [
      ...['again', 'missing', 'deleted', 'active', 'changed', 'also'].map((id) => stopped(id)),
      stopped('item', { kind: 'line_item', address: null }),
    ],
    records: [
      record('campaign', 'again', paused),
      record('campaign', 'deleted', paused, { deleted: true }),
      record('campaign', 'active', {}, { updatedAt: '2026-11-20T10:00:01Z' }),
      record('campaign', 'changed', paused, { updatedAt: '2026-11-20T10:00:01Z' }),
      record('campaign', 'also', paused),
      record('line_item', 'item', paused),
    ],
    entries: [],
    held: [],
    others: [other],
  });

  const switched = groups.map(({ kind, targets }) => [kind.name, targets.map(({ record: { id } }) => id)]);
  expect(switched).toEqual([
    ['line_item', ['item']],
    ['campaign', ['again']],
  ]);
  expect(left.map(({ stopped: { id }, because }) => [id, because])).toEqual([
    ['missing', 'gone'],
    ['deleted', 'gone'],
    ['active', 'active'],
    ['changed', 'changed'],
    ['also', 'stopped'],
  ]);
  expect(kindNamed('line_item').parent).toBe('campaign');
});

function child(more: Partial<LiveRecord> = {}): LiveRecord {
  return record('line_item', 'one', { campaign_id: 'a', daily_budget_amount_local_micro: 3_000_000 }, more);
}

describe('beneath a stop that ends,', () => {
  const resumed = (
    row: Partial<StoppedRecord>,
    live: Partial<LiveRecord> & { readonly fields?: Values },
    more: Partial<Parameters<typeof chooseResumed>[0]> = {},
  ) => {
    const { fields = paused, ...rest } = live;
    const records = [record('campaign', 'a', fields, rest), ...(more.records ?? [])];
    const known = { stopped: [stopped('a', row)], entries: [], held: [], others: [], ...more };
    const { groups, left, on, late } = chooseResumed({ ...known, records });
    return {
      switched: groups.flatMap(({ targets }) => targets.map(({ exposure }) => exposure?.daily ?? null)),
      left: left.map(({ because }) => because),
      on: on.length,
      late: late.length,
    };
  };
  const nothing = { switched: [], left: [], on: 0, late: 0 };
  const lineItems = { ...paused, budget_optimization: 'LINE_ITEM' };
  const since = { updatedAt: '2026-11-20T10:00:05Z' };
  const ofDocument = (declared: Values): readonly StateEntry[] => [
    entry('campaign', 'a', 'acme/campaigns/a', { declared }),
  ];

  test.each<[string, ReturnType<typeof resumed>, Partial<ReturnType<typeof resumed>>]>([
    [
      'it is named with what it can spend',
      resumed({}, { fields: { ...budget(4), ...paused } }),
      { switched: [4_000_000] },
    ],
    [
      'a list that is older than the stop is late',
      resumed({}, { updatedAt: '2026-11-20T09:59:59Z' }),
      { late: 1 },
    ],
    ['what is active in the second of the stop may be late', resumed({}, { fields: {} }), { late: 1 }],
    [
      'what was switched on by a request without an answer is on',
      resumed({ phase: 'resuming' }, { fields: {} }),
      { on: 1 },
    ],
    [
      'what was declared PAUSED since is left',
      resumed({ declared: 'ACTIVE' }, {}, { entries: ofDocument(paused) }),
      { left: ['declared'] },
    ],
    [
      'what was declared PAUSED before, and switched on by people, is switched on',
      resumed({ declared: 'PAUSED' }, {}, { entries: ofDocument(paused) }),
      { switched: ['uncapped'] },
    ],
    [
      'what people changed beneath it since leaves it',
      resumed({}, { fields: lineItems }, { records: [child(since)] }),
      { left: ['beneath'] },
    ],
    [
      'what an apply changed beneath it since does not',
      resumed(
        {},
        { fields: lineItems },
        {
          records: [child(since)],
          entries: [
            entry('line_item', 'one', 'acme/campaigns/a/line_items/one', {
              answered: { daily_budget_amount_local_micro: 3_000_000 },
            }),
          ],
        },
      ),
      { switched: [3_000_000] },
    ],
    [
      'nor does what a stop paused, what was there before, or what is gone',
      resumed(
        {},
        { fields: lineItems },
        {
          records: [
            child({ id: 'before' }),
            child({ id: 'gone', deleted: true, ...since }),
            child({ id: 'held', ...since }),
          ],
          held: [stopped('held', { kind: 'line_item' })],
        },
      ),
      { switched: [6_000_000] },
    ],
  ])('%s', (_, seen, expected) => {
    expect(seen).toEqual({ ...nothing, ...expected });
  });
});

describe('a request whose answer was lost', () => {
  const sent = Date.parse(time) + 400;
  const lastsMs = 40_000;
  const secondsOn = (seconds: number): string =>
    new Date(Date.parse(time) + seconds * 1000).toISOString().replace('.000Z', 'Z');

  test.each<[string, LiveRecord | undefined, number, 'paused' | 'dropped' | 'open']>([
    ['paused the record', record('campaign', 'a', paused, { updatedAt: secondsOn(0) }), 5, 'paused'],
    ['paused the record late', record('campaign', 'a', paused, { updatedAt: secondsOn(40) }), 50, 'paused'],
    ['may still arrive', record('campaign', 'a', {}), 30, 'open'],
    ['never arrived', record('campaign', 'a', {}), 60, 'dropped'],
    ['is not what paused it', record('campaign', 'a', paused, { updatedAt: secondsOn(41) }), 50, 'dropped'],
    [
      'came after somebody else',
      record('campaign', 'a', paused, { updatedAt: secondsOn(-1) }),
      50,
      'dropped',
    ],
    ['met a record that is gone', undefined, 50, 'dropped'],
    ['met a deleted record', record('campaign', 'a', paused, { deleted: true }), 50, 'dropped'],
    [
      'cannot be told by a record without a time',
      record('campaign', 'a', paused, { updatedAt: undefined }),
      50,
      'dropped',
    ],
  ])('%s', (_, live, readAfter, expected) => {
    const doubt = stopped('a', { phase: 'pausing', at: sent });
    const settled = settleDoubts(
      [doubt],
      live === undefined ? [] : [live],
      Date.parse(time) + readAfter * 1000,
      lastsMs,
    );

    const counts = {
      paused: settled.paused.length,
      dropped: settled.dropped.length,
      open: settled.open.length,
    };
    expect(counts).toEqual({ paused: 0, dropped: 0, open: 0, [expected]: 1 });
    for (const row of settled.paused)
      expect(row).toMatchObject({ phase: 'paused', updatedAt: live?.updatedAt });
  });
});
