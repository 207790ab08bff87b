import * as fc from 'fast-check';
import type { LiveRecord } from '../../../../src/schemas/live-record.ts';
import { type WholeSpec, wholeSpec } from '../whole/whole-spec.ts';

/** A record of the account as the platform has it. */
export type Kept = Omit<LiveRecord, 'accountId'>;

/** Something that people do to a record; `at` chooses the record, `seconds` go by before. */
export interface Act {
  readonly what: 'rename' | 'status' | 'budget' | 'delete' | 'restore' | 'draft' | 'move' | 'copy' | 'end';
  readonly at: number;
  readonly seconds: number;
}

/** What happens between two readings, and how the next one is made. */
export interface Interval {
  readonly acts: readonly Act[];
  /** Seconds by which a clock is set once, before the act of that number. */
  readonly step: {
    readonly clock: 'platform' | 'machine';
    readonly seconds: number;
    readonly before: number;
  };
  readonly secondsAfter: number;
  /** Done between the pages of a reading that nobody compares, one between two pages. */
  readonly during: readonly Act[] | undefined;
  /** What else is not as it was at the reading before. */
  readonly lost: 'nothing' | 'kept lists' | 'the sandbox';
}

/** A world, and what people do in it. */
export interface History {
  readonly spec: WholeSpec;
  readonly pageSize: number;
  /** By how many seconds lists lag. */
  readonly lag: number;
  readonly intervals: readonly Interval[];
}

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom('rename', 'status', 'budget', 'delete', 'restore', 'draft', 'move', 'copy', 'end'),
  at: fc.nat(30),
  seconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 600 })),
});

const seconds = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 2, arbitrary: fc.integer({ min: -5000, max: 5000 }) },
);

const interval: fc.Arbitrary<Interval> = fc.record({
  acts: fc.array(act, { maxLength: 6 }),
  step: fc.record({
    clock: fc.constantFrom('platform', 'machine'),
    seconds,
    before: fc.nat(6),
  }),
  secondsAfter: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 100_000 }),
  ),
  during: fc.option(fc.array(act, { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 3 }),
  lost: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'kept lists', 'the sandbox'),
});

export const anyHistory: fc.Arbitrary<History> = fc.record({
  spec: wholeSpec,
  pageSize: fc.integer({ min: 1, max: 5 }),
  lag: fc.constantFrom(0, 0, 2, 5),
  intervals: fc.array(interval, { minLength: 2, maxLength: 6 }),
});

/** The records once something was done to one of them, dated as the platform does. */
export function withAct(
  records: ReadonlyMap<string, Kept>,
  { what, at }: Act,
  now: string,
): ReadonlyMap<string, Kept> {
  const spending = [...records.values()].filter(({ kind }) => kind === 'campaign' || kind === 'line_item');
  const chosen = spending[at % Math.max(1, spending.length)];
  if (chosen === undefined) return records;
  const changed = changedBy(what, chosen, spending, records.size);
  return new Map([...records, [changed.id, { ...changed, updatedAt: now }]]);
}

function changedBy(what: Act['what'], record: Kept, all: readonly Kept[], size: number): Kept {
  const { fields } = record;
  const set = (values: Kept['fields']): Kept => ({ ...record, fields: { ...fields, ...values } });
  if (what === 'move') {
    const campaigns = all.filter(({ kind }) => kind === 'campaign');
    const to = campaigns[size % campaigns.length]?.id;
    return record.kind === 'line_item' && to !== undefined
      ? set({ campaign_id: to })
      : set({ name: 'moved' });
  }
  const changes: Readonly<Record<typeof what, () => Kept>> = {
    rename: () => set({ name: `renamed ${size}` }),
    status: () => set({ entity_status: fields['entity_status'] === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' }),
    budget: () => set({ daily_budget_amount_local_micro: 7_000_000 }),
    draft: () => set({ entity_status: 'DRAFT' }),
    end: () => set(record.kind === 'line_item' ? { end_time: '2027-05-05T00:00:00Z' } : { name: 'ended' }),
    delete: () => ({ ...record, deleted: true }),
    restore: () => ({ ...record, deleted: false }),
    copy: () => ({ ...record, id: `copy${size}`, deleted: false }),
  };
  return changes[what]();
}
