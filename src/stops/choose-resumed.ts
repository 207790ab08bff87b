import type { LiveRecord } from '../schemas/live-record.ts';
import { isBeneath, type Stop, type StoppedRecord } from '../schemas/stop.ts';
import { isActive, type SpendingKind, spendingKinds } from './choose-targets.ts';
import type { Target } from './target.ts';

/** A record that a stop paused and its end leaves as it is, with why. */
export interface LeftRecord {
  readonly stopped: StoppedRecord;
  readonly because: 'gone' | 'active' | 'changed' | 'stopped';
}

/** What the end of stops does about one record that they paused. */
type Verdict =
  | { readonly stopped: StoppedRecord; readonly target: Target }
  | (LeftRecord & { readonly target?: undefined });

/** What the end of stops switches on again, by kind, and what it leaves. */
export interface Resumed {
  /** What stands beneath others comes first: it spends only once those are active. */
  readonly groups: readonly { readonly kind: SpendingKind; readonly targets: readonly Target[] }[];
  readonly left: readonly LeftRecord[];
}

/**
 * What the end of some stops of an account switches on again: exactly what they paused, and what nobody changed since.
 * What stands beneath another stop too stays paused; `others` are those. `records` are all of the kinds that spend.
 */
export function chooseResumed(
  stopped: readonly StoppedRecord[],
  records: readonly LiveRecord[],
  others: readonly Stop[],
): Resumed {
  const byId = new Map(records.map((record) => [`${record.kind} ${record.id}`, record]));
  const verdicts = stopped.map((each) => judge(each, byId.get(`${each.kind} ${each.id}`), others));
  const targets = verdicts.flatMap(({ target }) => (target === undefined ? [] : [target]));
  return {
    groups: spendingKinds
      .toReversed()
      .map((kind) => ({ kind, targets: targets.filter(({ record }) => record.kind === kind.name) })),
    left: verdicts.flatMap((verdict) => (verdict.target === undefined ? [verdict] : [])),
  };
}

function judge(stopped: StoppedRecord, record: LiveRecord | undefined, others: readonly Stop[]): Verdict {
  if (record === undefined || record.deleted) return { stopped, because: 'gone' };
  if (spends(record)) return { stopped, because: 'active' };
  if (record.updatedAt !== (stopped.updatedAt ?? undefined)) return { stopped, because: 'changed' };
  const { name, address } = stopped;
  if (others.some((other) => isBeneath(other, address))) return { stopped, because: 'stopped' };
  return { stopped, target: { record, name, address, exposure: undefined } };
}

function spends(record: LiveRecord): boolean {
  return spendingKinds.some(
    ({ name, spending }) => name === record.kind && isActive(record, spending.activation),
  );
}
