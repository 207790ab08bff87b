import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredAccount } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import { plainText, type Value, type Values } from '../schemas/values.ts';
import { digestOf } from './digest.ts';
import { compareIds, type LiveIndex } from './live-index.ts';
import { recordKey } from './matching.ts';
import type { Subject } from './subject.ts';
import { losesRecord } from './surroundings.ts';

/** The values of a live record at a moment; `undefined` where the record is gone. */
type ValuesOf = (record: LiveRecord) => Values | undefined;

/**
 * For each account, by its key, a digest of the live records that can spend before the plan or after it: id, budgets
 * and times of each. Two plans with equal figures can rest on different records; their digests differ then.
 */
export function spendingDigests(
  accounts: readonly DesiredAccount[],
  live: LiveIndex,
  subjects: readonly Subject[],
): Record<string, string> {
  const after = valuesAfter(subjects);
  const records = live
    .all()
    .filter(({ kind }) => kindNamed(kind).activation !== undefined)
    .sort(compareIds);
  return Object.fromEntries(
    accounts.map(({ key, id }) => [
      key,
      digestOf(
        records.filter(({ accountId }) => accountId === id).flatMap((record) => told(record, live, after)),
      ),
    ]),
  );
}

/** A record in the account of what can spend; nothing where it can spend neither before nor after. */
function told(record: LiveRecord, live: LiveIndex, after: ValuesOf): readonly Value[] {
  const moments = [spendingOf(record, live, ({ fields }) => fields), spendingOf(record, live, after)];
  if (moments.every((moment) => moment === null)) return [];
  return [[record.kind, record.id, ...moments]];
}

/** The amounts and times that bound what a record spends; `null` where it, or what it stands beneath, is not active. */
function spendingOf(record: LiveRecord, live: LiveIndex, valuesOf: ValuesOf): Values | null {
  const kind = kindNamed(record.kind);
  const own = valuesOf(record);
  if (own === undefined || !isActive(kind, own)) return null;
  const above = parentOf(kind, record, live);
  const parent = above === undefined ? undefined : valuesOf(above);
  if (above !== undefined && (parent === undefined || !isActive(kindNamed(above.kind), parent))) return null;
  const exposure = kind.exposure?.(own, parent) ?? null;
  return { ...boundsOf(kind, own), exposure: exposure === null ? null : { ...exposure } };
}

/** The parent, where the parent can be active itself and was read. */
function parentOf(kind: Kind, { accountId, fields }: LiveRecord, live: LiveIndex): LiveRecord | undefined {
  const { parent, parentField } = kind;
  if (parent === undefined || parentField === undefined) return undefined;
  if (kindNamed(parent).activation === undefined) return undefined;
  return live.byId(accountId, parent, plainText(fields[parentField]));
}

function isActive({ activation }: Kind, values: Values): boolean {
  return activation !== undefined && values[activation.field] === activation.active;
}

function boundsOf(kind: Kind, values: Values): Values {
  const bounds = Object.values(kind.fields).filter(
    ({ spending, type }) => spending === 'budget' || type.name === 'time',
  );
  return Object.fromEntries(bounds.map(({ wire }) => [wire, values[wire] ?? null]));
}

/** The values of live records once the subjects' changes are made. */
function valuesAfter(subjects: readonly Subject[]): ValuesOf {
  const byRecord = new Map(
    subjects.flatMap((subject) =>
      subject.live === undefined ? [] : [[recordKey(subject.live), subject] as const],
    ),
  );
  return (record) => {
    const subject = byRecord.get(recordKey(record));
    if (subject === undefined) return record.fields;
    if (losesRecord(subject)) return undefined;
    const changed = subject.fields.map(({ wire, after }) => [wire, after] as const);
    return { ...record.fields, ...Object.fromEntries(changed) };
  };
}
