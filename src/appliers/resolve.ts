import type { Kind } from '../schemas/define-kind.ts';
import { type LiveAccount, type LiveRecord, wasReadCompletely } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation, Intent, StateEntry } from '../schemas/state-entry.ts';
import { momentOf } from '../schemas/times.ts';
import { type Effects, effectsOf } from './effects-of.ts';
import { sendWithinMs } from './send-within.ts';
import { hasNaturalKey, holdsLasting, holdsRest, holdsSent } from './sent-fields.ts';

/** What became of a request whose answer is missing. */
export type Resolution =
  | ({
      readonly outcome: 'found';
      readonly records: readonly LiveRecord[];
      /** Updates whose records somebody has changed since: what was sent counts as last applied, and is not live. */
      readonly overtaken: readonly IntendedOperation[];
    } & Effects)
  /** It was not carried out, and will not be any more. */
  | { readonly outcome: 'absent' }
  /** It may still arrive, or show; platform time after which a reading counts, in milliseconds since 1970. */
  | { readonly outcome: 'wait'; readonly untilMs: number }
  /** Reading cannot tell: ids of the records that might be what the address created, none where nothing shows it. */
  | { readonly outcome: 'ambiguous'; readonly address: string; readonly candidates: readonly string[] };

export interface ResolveInput {
  readonly intent: Intent;
  /** The intent's account with the kinds of its operations read; for creates read completely. */
  readonly live: LiveAccount;
  /** All entries of the state. */
  readonly entries: readonly StateEntry[];
  /** Platform time of the reading, in milliseconds since 1970. */
  readonly now: number;
  /** How long after its timeout a request may still take effect, in milliseconds. */
  readonly settleMs: number;
  /**
   * The operations of the account's other requests without an answer, where there are no more of them: only then can
   * what somebody changed after its creation be told from what another request made.
   */
  readonly others?: readonly IntendedOperation[];
}

/** What the live records say of one operation. */
type Verdict =
  | { readonly done: true; readonly record: LiveRecord | undefined }
  | { readonly done: false }
  | { readonly done: 'doubtful'; readonly candidates: readonly string[] };

/**
 * Finds out from the live records whether an intent took effect. A batch is all or nothing (F-batch-01), so its
 * creates tell for all of it, or else its deletes, or else its updates. A new record counts at once; an update or a
 * delete that shows, after the settling time, since the reading may be older than the intent; what does not show,
 * only after the time in which the request can have been sent, its timeout and the settling time. Updates whose records
 * somebody has changed since count as carried out, so that what that person did is never undone as if nobody had done it.
 * Other updates, and deletes, do no harm when they are sent twice; where only some of the creates are there, nothing is
 * certain.
 */
export function resolve(input: ResolveInput): Resolution {
  const { intent, now, settleMs } = input;
  const witnesses = witnessesOf(intent).map((operation) => ({ operation, verdict: judge(input, operation) }));
  for (const { operation, verdict } of witnesses)
    if (verdict.done === 'doubtful') return ambiguous(operation, verdict.candidates);
  const undone = undoneDelete(input);
  const arrived = witnesses.every(({ verdict }) => verdict.done === true);
  if (arrived && undone === undefined) {
    // What stands in an old record, or that it is gone, may be from before the latest writes; a new record is not.
    const shownAt = intent.at + settleMs;
    if (now >= shownAt || intent.operations.some(({ type }) => type === 'Create')) return found(input);
    return { outcome: 'wait', untilMs: shownAt };
  }

  const untilMs = latestEffect(input);
  if (now <= untilMs) return { outcome: 'wait', untilMs };
  if (arrived && undone !== undefined) return ambiguous(undone, []);
  const overtaken = overtakenUpdates(input);
  if (overtaken.length > 0) return found(input, overtaken);
  const missing = witnesses.find(
    ({ operation, verdict }) => operation.type === 'Create' && verdict.done === false,
  );
  if (missing === undefined) return { outcome: 'absent' };
  const changed = changedSince(input, missing.operation);
  if (changed.length > 0) return ambiguous(missing.operation, changed);
  return witnesses.some(({ verdict }) => verdict.done === true)
    ? ambiguous(missing.operation, [])
    : { outcome: 'absent' };
}

/** The platform's time after which the request takes no effect any more, in milliseconds since 1970. */
function latestEffect({ intent, settleMs }: ResolveInput): number {
  return intent.at + sendWithinMs(intent.timeoutMs) + intent.timeoutMs + settleMs;
}

/** Whether the record was made when the request may have been carried out. The platform's times are whole seconds (F-value-03). */
function wasMadeMeanwhile(input: ResolveInput, { createdAt }: LiveRecord): boolean {
  const at = createdAt === undefined ? Number.NaN : momentOf(createdAt);
  return at + 1000 > input.intent.at && at <= latestEffect(input);
}

/**
 * Ids of records that a creation may have made and somebody has changed since, so that they hold what no update can
 * change and no longer all that was sent. Another of them must not be created.
 */
function changedSince(input: ResolveInput, operation: IntendedOperation): readonly string[] {
  const { others } = input;
  if (others === undefined) return [];
  const kind = kindNamed(operation.kind);
  const elsewhere = [...others, ...input.intent.operations].filter(
    (each) => each !== operation && each.type === 'Create' && each.kind === kind.name,
  );
  const isOthers = (record: LiveRecord): boolean =>
    elsewhere.some(({ params }) => holdsSent(kind, record, params));
  return strangersOf(input, operation, kind)
    .filter((record) => wasMadeMeanwhile(input, record))
    .filter((record) => holdsLasting(kind, record, operation.params) && !isOthers(record))
    .map(({ id }) => id);
}

/** Live records of the kind that were not known before and that no entry of the state has; deleted ones where the request may have made them. */
function strangersOf(input: ResolveInput, operation: IntendedOperation, kind: Kind): readonly LiveRecord[] {
  const { accountId, records } = input.live;
  const owned = new Set(
    input.entries
      .filter((entry) => entry.kind === kind.name && entry.accountId === accountId)
      .map((entry) => entry.id),
  );
  return records.filter(
    (record) =>
      record.kind === kind.name &&
      (!record.deleted || wasMadeMeanwhile(input, record)) &&
      !operation.known.includes(record.id) &&
      !owned.has(record.id),
  );
}

/**
 * Of a request of updates alone, those that do not show, where somebody else has changed each of their records since: it
 * may have taken effect, and a person may have taken that back. None where a record still stands as it was before the
 * request, which none of the updates then changed, or where no record says when it was changed.
 */
function overtakenUpdates(input: ResolveInput): readonly IntendedOperation[] {
  const { intent, live } = input;
  if (intent.operations.some(({ type }) => type !== 'Update')) return [];
  const missing = intent.operations.filter((operation) => judge(input, operation).done === false);
  const records = missing.map((operation) => recordOf(live, operation)).filter((each) => each !== undefined);
  const isChanged = ({ updatedAt }: LiveRecord): boolean =>
    updatedAt !== undefined && momentOf(updatedAt) > intent.at;
  return records.length > 0 && records.every(isChanged) ? missing : [];
}

/** A delete whose record is still there: then what was created beside it was somebody else's doing. */
function undoneDelete(input: ResolveInput): IntendedOperation | undefined {
  return input.intent.operations.find(
    (operation) => operation.type === 'Delete' && judge(input, operation).done === false,
  );
}

function witnessesOf({ operations }: Intent): readonly IntendedOperation[] {
  const ofType = (type: IntendedOperation['type']): readonly IntendedOperation[] =>
    operations.filter((operation) => operation.type === type);
  const creates = ofType('Create');
  if (creates.length > 0) return creates;
  const deletes = ofType('Delete');
  return deletes.length > 0 ? deletes : operations;
}

function judge(input: ResolveInput, operation: IntendedOperation): Verdict {
  const kind = kindNamed(operation.kind);
  if (operation.type === 'Create') return judgeCreate(input, operation, kind);
  const record = recordOf(input.live, operation);
  if (operation.type === 'Delete')
    return record === undefined && showsAbsence(input, operation, kind)
      ? { done: true, record }
      : { done: false };
  const holds = record !== undefined && holdsSent(kind, record, operation.params);
  return holds ? { done: true, record } : { done: false };
}

/** Whether the reading would have shown the record if it were there. */
function showsAbsence(
  { live }: ResolveInput,
  { parentId }: IntendedOperation,
  { name, operations: { list } }: Kind,
): boolean {
  return list !== undefined && (list.below === undefined || wasReadCompletely(live, name, parentId));
}

/** A record with all that was sent, not known before, and nobody's by the state, is what the operation created. */
function judgeCreate(input: ResolveInput, operation: IntendedOperation, kind: Kind): Verdict {
  const strangers = strangersOf(input, operation, kind);
  const exact = strangers.filter((record) => holdsSent(kind, record, operation.params));
  // One of the same natural key that differs may be ours, changed since or normalised: another must not be created.
  const alike = strangers.filter((record) => hasNaturalKey(kind, record, operation.params));
  const fitting = [...new Set([...exact, ...(exact.length > 0 ? alike : [])])];
  if (fitting.length > 1) return { done: 'doubtful', candidates: fitting.map(({ id }) => id) };
  if (exact.length === 1) return { done: true, record: exact[0] };
  // Where the platform puts another value in the place of a sent one, what is new and holds the others is ours.
  const rest = strangers.filter((record) => holdsRest(kind, record, operation.params));
  if (rest.length === 1) return { done: true, record: rest[0] };
  if (rest.length > 1) return { done: 'doubtful', candidates: rest.map(({ id }) => id) };
  const readable = wasReadCompletely(input.live, kind.name, operation.parentId);
  if (alike.length > 0 || !readable) return { done: 'doubtful', candidates: alike.map(({ id }) => id) };
  return { done: false };
}

function found(input: ResolveInput, overtaken: readonly IntendedOperation[] = []): Resolution {
  const done = input.intent.operations.map((operation) => {
    const verdict = judge(input, operation);
    // The witnesses tell for the batch: an update whose record was changed again since counts with what was sent.
    return { operation, record: verdict.done === true ? verdict.record : undefined };
  });
  const byAddress = new Map(input.entries.map((entry) => [entry.address, entry]));
  const effects = effectsOf(done, byAddress);
  const records = done.map(({ record }) => record).filter((record) => record !== undefined);
  return { outcome: 'found', records, overtaken, ...effects };
}

/** The live record that an operation is about; `undefined` where it was not read, or is deleted. */
export function recordOf(live: LiveAccount, { kind, id }: IntendedOperation): LiveRecord | undefined {
  return live.records.find((record) => record.kind === kind && record.id === id && !record.deleted);
}

function ambiguous({ address }: IntendedOperation, candidates: readonly string[]): Resolution {
  return { outcome: 'ambiguous', address, candidates };
}
