import type { LiveRecord } from '../schemas/live-record.ts';
import { isShownOtherwise } from '../schemas/shown-otherwise.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isBeneath, type Stop, type StoppedRecord } from '../schemas/stop.ts';
import { momentOf } from '../schemas/times.ts';
import { exposures, isActive, parentId, type SpendingKind, spendingKinds } from './choose-targets.ts';
import type { Target } from './target.ts';

/**
 * A record that a stop paused and its end leaves as it is, with why. `declared`: an apply since declared that it is
 * PAUSED; `beneath`: somebody else changed what decides on how much it can spend.
 */
export interface LeftRecord {
  readonly stopped: StoppedRecord;
  readonly because: 'gone' | 'active' | 'changed' | 'stopped' | 'declared' | 'beneath';
}

/** What the end of stops does about one record that they paused. */
type Verdict =
  | { readonly stopped: StoppedRecord; readonly target: Target; readonly isOn: boolean }
  | (LeftRecord & { readonly target?: undefined })
  | { readonly stopped: StoppedRecord; readonly late: true; readonly target?: undefined };

/** What the end of stops switches on again, by kind, and what it leaves. */
export interface Resumed {
  /** What stands beneath others comes first: it spends only once those are active. */
  readonly groups: readonly { readonly kind: SpendingKind; readonly targets: readonly Target[] }[];
  readonly left: readonly LeftRecord[];
  /** What the end of these stops has switched on already. */
  readonly on: readonly Target[];
  /** What the list shows as it was before the stop paused it. */
  readonly late: readonly StoppedRecord[];
}

/** What is known of an account whose stops end. */
export interface Resuming {
  readonly stopped: readonly StoppedRecord[];
  /** All of the kinds that spend. */
  readonly records: readonly LiveRecord[];
  /** Of the account. */
  readonly entries: readonly StateEntry[];
  /** What any stop of the account paused. */
  readonly held: readonly StoppedRecord[];
  /** Stops that stand on. */
  readonly others: readonly Stop[];
}

/**
 * What the end of some stops of an account switches on again: exactly what they paused, what nobody changed since, and
 * what no apply has declared PAUSED since. What stands beneath another stop too stays paused.
 */
export function chooseResumed(resuming: Resuming): Resumed {
  const byId = new Map(resuming.records.map((record) => [`${record.kind} ${record.id}`, record]));
  const verdicts = resuming.stopped.map((each) => judge(resuming, each, byId.get(`${each.kind} ${each.id}`)));
  const targets = withExposure(
    verdicts.flatMap((each) => (each.target === undefined || each.isOn ? [] : [each.target])),
    resuming.records,
  );
  return {
    groups: spendingKinds
      .toReversed()
      .map((kind) => ({ kind, targets: targets.filter(({ record }) => record.kind === kind.name) })),
    left: verdicts.flatMap((verdict) => ('because' in verdict ? [verdict] : [])),
    on: verdicts.flatMap((each) => (each.target !== undefined && each.isOn ? [each.target] : [])),
    late: verdicts.flatMap((verdict) => ('late' in verdict ? [verdict.stopped] : [])),
  };
}

function judge(resuming: Resuming, stopped: StoppedRecord, record: LiveRecord | undefined): Verdict {
  if (record === undefined || record.deleted) return { stopped, because: 'gone' };
  const { name, address } = stopped;
  const target = { record, name, address, exposure: undefined };
  if (isLate(stopped, record)) return { stopped, late: true };
  if (spends(record))
    return stopped.phase === 'resuming' ? { stopped, target, isOn: true } : { stopped, because: 'active' };
  if (record.updatedAt !== (stopped.updatedAt ?? undefined)) return { stopped, because: 'changed' };
  if (resuming.others.some((other) => isBeneath(other, address))) return { stopped, because: 'stopped' };
  if (isDeclaredPaused(resuming, stopped)) return { stopped, because: 'declared' };
  if (isChangedBeneath(resuming, stopped, record)) return { stopped, because: 'beneath' };
  return { stopped, target, isOn: false };
}

/**
 * A list may be late: it shows what was there before the platform answered that the record is paused. Times are whole
 * seconds, so that what was active in the second of that answer may be what was there before.
 */
function isLate({ updatedAt, phase }: StoppedRecord, record: LiveRecord): boolean {
  if (updatedAt === null || record.updatedAt === undefined) return false;
  const since = momentOf(record.updatedAt) - momentOf(updatedAt);
  return since < 0 || (since === 0 && phase !== 'resuming' && spends(record));
}

/** An apply beneath the stop may have declared that the record is PAUSED: then it is not brought back. */
function isDeclaredPaused({ entries }: Resuming, stopped: StoppedRecord): boolean {
  const entry = entries.find(({ kind, id }) => kind === stopped.kind && id === stopped.id);
  const activation = spendingKinds.find(({ name }) => name === stopped.kind)?.spending.activation;
  const declared = activation && entry?.declared[activation.field];
  return declared === activation?.paused && stopped.declared !== undefined && declared !== stopped.declared;
}

/** Whether somebody else changed something, since the stop, that decides on how much a record can spend. */
function isChangedBeneath(resuming: Resuming, stopped: StoppedRecord, record: LiveRecord): boolean {
  const { records } = resuming;
  if (stopped.updatedAt === null || !isDecidedBeneath(record)) return false;
  const since = momentOf(stopped.updatedAt);
  const lower = spendingKinds.filter(({ parent }) => parent === record.kind);
  return lower.some((kind) =>
    records.some(
      (child) =>
        child.kind === kind.name &&
        parentId(kind, child) === record.id &&
        isChangedByOthers(resuming, child, since),
    ),
  );
}

/** Whether what stands beneath a record decides on how much it can spend, once it is active. */
function isDecidedBeneath({ kind: name, fields }: LiveRecord): boolean {
  const kind = spendingKinds.find((each) => each.name === name);
  if (kind === undefined) return false;
  const { activation } = kind.spending;
  return (
    kind.spending.exposure({ ...fields, [activation.field]: activation.active }, undefined) === undefined
  );
}

/** What an apply of ours answered is no change by others, and neither is what a stop did. */
function isChangedByOthers({ entries, held }: Resuming, record: LiveRecord, since: number): boolean {
  if (record.deleted || record.updatedAt === undefined || momentOf(record.updatedAt) <= since) return false;
  if (held.some(({ kind, id }) => kind === record.kind && id === record.id)) return false;
  const entry = entries.find(({ kind, id }) => kind === record.kind && id === record.id);
  return entry === undefined || isShownOtherwise(entry, record);
}

/** Targets with the most that each can spend a day once all of them are active. */
function withExposure(targets: readonly Target[], records: readonly LiveRecord[]): readonly Target[] {
  const chosen = new Set(targets.map(({ record }) => record));
  const active = new Map(
    spendingKinds.map(({ name, spending: { activation } }) => [
      name,
      { [activation.field]: activation.active },
    ]),
  );
  const after = records.map((record) =>
    chosen.has(record) ? { ...record, fields: { ...record.fields, ...active.get(record.kind) } } : record,
  );
  const byId = new Map(after.map((record) => [`${record.kind} ${record.id}`, record]));
  const exposureOf = new Map(spendingKinds.map((kind) => [kind.name, exposures(kind, after)]));
  return targets.map((target) => {
    const { kind, id } = target.record;
    const record = byId.get(`${kind} ${id}`);
    return record === undefined ? target : { ...target, exposure: exposureOf.get(kind)?.(record) };
  });
}

function spends(record: LiveRecord): boolean {
  return spendingKinds.some(
    ({ name, spending }) => name === record.kind && isActive(record, spending.activation),
  );
}
