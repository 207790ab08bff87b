import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredAccount } from '../../schemas/desired.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { plainText, type Values } from '../../schemas/values.ts';
import { compareIds, type LiveIndex } from '../match/live-index.ts';
import { losesRecord } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { digestOf } from './digest.ts';

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
  const after = plannedValues(subjects);
  const records = live
    .all()
    .filter(({ kind }) => kindNamed(kind).spending !== undefined)
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

/** A record as the digest takes it; nothing where it can spend neither before nor after. */
function told(record: LiveRecord, live: LiveIndex, after: ValuesOf): readonly string[] {
  const moments = [spendingOf(record, live, fieldsNow), spendingOf(record, live, after)];
  if (moments.every((moment) => moment === undefined)) return [];
  return [JSON.stringify([record.kind, record.id, ...moments.map((moment) => moment ?? null)])];
}

function fieldsNow({ fields }: LiveRecord): Values {
  return fields;
}

/** What bounds the spending of a record; `undefined` where it, or what it stands beneath, is not active. */
function spendingOf(record: LiveRecord, live: LiveIndex, valuesOf: ValuesOf): readonly unknown[] | undefined {
  const kind = kindNamed(record.kind);
  const own = valuesOf(record);
  if (own === undefined || !isActive(kind, own)) return undefined;
  const above = parentOf(kind, record, live);
  const parent = above === undefined ? undefined : valuesOf(above);
  if (above !== undefined && (parent === undefined || !isActive(kindNamed(above.kind), parent)))
    return undefined;
  return [kind.spending?.exposure(own, parent) ?? null, ...boundsOf(kind).map((wire) => own[wire] ?? null)];
}

/** The parent, where the parent can be active itself and was read. */
function parentOf(kind: Kind, { accountId, fields }: LiveRecord, live: LiveIndex): LiveRecord | undefined {
  const { parent, parentField } = kind;
  const isTop = parent === undefined || parentField === undefined || kindNamed(parent).spending === undefined;
  if (isTop) return undefined;
  return live.byId(accountId, parent, plainText(fields[parentField]));
}

function isActive({ spending }: Kind, values: Values): boolean {
  const activation = spending?.activation;
  return activation !== undefined && values[activation.field] === activation.active;
}

const bounds = new Map<string, readonly string[]>();

/** The wire names of a kind's budgets and times, found once for each kind. */
function boundsOf({ name, fields }: Kind): readonly string[] {
  const known = bounds.get(name);
  if (known !== undefined) return known;
  const found = Object.values(fields)
    .filter(({ spending, type }) => spending === 'budget' || type.name === 'time')
    .map(({ wire }) => wire);
  bounds.set(name, found);
  return found;
}

/** The values of live records once the subjects' changes are made. */
function plannedValues(subjects: readonly Subject[]): ValuesOf {
  const byRecord = new Map(
    subjects.flatMap((subject) =>
      subject.live === undefined ? [] : [[recordKey(subject.live), subject] as const],
    ),
  );
  return (record) => {
    const subject = byRecord.get(recordKey(record));
    if (subject === undefined) return record.fields;
    return losesRecord(subject) ? undefined : valuesAfter(subject);
  };
}
