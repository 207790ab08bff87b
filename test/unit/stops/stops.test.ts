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
  const { groups, left } = chooseResumed(
    [
      ...['again', 'missing', 'deleted', 'active', 'changed', 'also'].map((id) => stopped(id)),
      stopped('item', { kind: 'line_item', address: null }),
    ],
    [
      record('campaign', 'again', paused),
      record('campaign', 'deleted', paused, { deleted: true }),
      record('campaign', 'active', {}),
      record('campaign', 'changed', paused, { updatedAt: '2026-11-20T10:00:01Z' }),
      record('campaign', 'also', paused),
      record('line_item', 'item', paused),
    ],
    [other],
  );

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
