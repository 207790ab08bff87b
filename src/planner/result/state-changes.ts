import { rememberedOf } from '../../schemas/declared-again.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { sameValue, type Value, type Values } from '../../schemas/values.ts';
import { isPausedOnTheWay } from '../match/resume.ts';
import type { Subject } from '../match/subject.ts';
import { valuesLeftAlone } from '../match/values-after.ts';

/** What an apply records in the state without a request, for one account. */
export interface StateChange {
  readonly accountKey: string;
  readonly accountId: string;
  readonly put: readonly StateEntry[];
  readonly remove: readonly string[];
}

/**
 * Entries that adopting, moving and forgetting change, and entries that are brought up to date because the document
 * and the platform agree by now. Changes that take a request are recorded when the request is answered.
 */
export function stateChangesOf(
  subjects: readonly Subject[],
  entries: readonly StateEntry[],
): readonly StateChange[] {
  const known = new Map(entries.map((entry) => [entry.address, entry]));
  const byAccount = Map.groupBy(subjects, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, own]) => {
    const put = own.flatMap((subject) => {
      const entry = entryOf(subject);
      return entry === undefined || sameEntry(entry, known.get(entry.address)) ? [] : [entry];
    });
    const remove = own.flatMap(({ address, verdict, desired, movedFrom }) => {
      const gone = verdict === 'forget' && desired === undefined;
      const old = movedFrom ?? (gone ? address : undefined);
      return old !== undefined && known.has(old) ? [old] : [];
    });
    const [first] = own;
    return first === undefined || (put.length === 0 && remove.length === 0)
      ? []
      : [{ accountKey: first.accountKey, accountId, put, remove }];
  });
}

/** The entry as it is right before any request; `undefined` where there is nothing to remember. */
function entryOf(subject: Subject): StateEntry | undefined {
  const { address, verdict, desired, entry, live, kind } = subject;
  if (verdict === 'create') return entry?.toCarryOver === undefined ? undefined : movedEntry(subject);
  if (verdict === 'ambiguous' || verdict === 'absent') return undefined;
  if (desired === undefined) return verdict === 'delete' ? movedEntry(subject) : undefined;
  // What is not live, and is to stay so, moves with what it belongs to.
  if (live === undefined) return movedEntry(subject);
  const known = verdict === 'adopt' ? undefined : entry;
  const onlyReferredTo =
    known === undefined && verdict !== 'adopt' && Object.keys(desired.fields).length === 0;
  if (onlyReferredTo) return undefined;
  const applied = appliedValues(subject, desired.fields, known);
  return {
    address,
    kind: kind.name,
    accountKey: subject.accountKey,
    accountId: subject.accountId,
    id: live.id,
    origin: originOf(subject, known),
    ...applied,
    ...noLongerManaged(subject, known, applied.declared),
    ...desired.home,
    preventDestroy: desired.lifecycle.preventDestroy,
    ...markOf(subject),
  };
}

/** The entry under its new address; `undefined` for what does not move. */
function movedEntry({ address, entry, movedFrom }: Subject): StateEntry | undefined {
  return entry === undefined || movedFrom === undefined ? undefined : { ...entry, address };
}

/** That it is paused on the way stays remembered until it is switched on, or somebody says what its status is. */
function markOf(subject: Subject): Pick<StateEntry, 'pausedOnTheWay' | 'ownChangeAt'> {
  if (!isPausedOnTheWay(subject)) return {};
  const ownChangeAt = subject.entry?.ownChangeAt;
  return { pausedOnTheWay: true, ...(ownChangeAt === undefined ? {} : { ownChangeAt }) };
}

/** What is declared by its id exists already, whoever made it: it is never deleted, also once it is declared no longer. */
function originOf({ kind, desired, verdict }: Subject, known: StateEntry | undefined): StateEntry['origin'] {
  if (kind.creatable && desired?.id !== undefined) return 'external';
  if (known !== undefined) return known.origin;
  return verdict === 'adopt' || kind.creatable ? 'adopted' : 'external';
}

/** What the entry holds of each managed field: the pair of what was declared and what the platform made of it. */
function appliedValues(
  subject: Subject,
  said: Values,
  known: StateEntry | undefined,
): { declared: Values; answered: Values } {
  const { kind, wanted } = subject;
  // A status that is only given back is nothing that the document says.
  const givenBack = isPausedOnTheWay(subject) ? kind.spending?.activation.field : undefined;
  const declared: [string, Value][] = [];
  const answered: [string, Value][] = [];
  for (const [wire, value] of Object.entries({ ...defaultsKept(kind, known), ...wanted })) {
    // The parent's id is the address's business; what the platform unsets by itself is nothing that is declared.
    const isImplied = value === null && !Object.hasOwn(said, wire);
    const isUnsaid =
      isImplied || wire === kind.parentField || (wire === givenBack && known?.declared[wire] === undefined);
    const pair = isUnsaid ? undefined : appliedPair(subject, known, wire, value);
    if (pair === undefined) continue;
    declared.push([wire, pair[0]]);
    answered.push([wire, pair[1]]);
  }
  return {
    declared: Object.fromEntries(declared),
    answered: { ...Object.fromEntries(answered), ...knownBy(subject, known) },
  };
}

/**
 * What was applied of fields that the document leaves out now, for when it declares them again. What this plan itself
 * unsets, because the platform does for a value that is declared, is not among them.
 */
function noLongerManaged(
  { fields }: Subject,
  known: StateEntry | undefined,
  declared: Values,
): Pick<StateEntry, 'noLongerManaged'> {
  if (known === undefined) return {};
  const unset = new Set(fields.filter(({ after }) => after === null).map(({ wire }) => wire));
  return rememberedOf(
    {
      declared: { ...known.noLongerManaged?.declared, ...known.declared },
      answered: { ...known.noLongerManaged?.answered, ...known.answered },
    },
    (wire) => !Object.hasOwn(declared, wire) && !unset.has(wire),
  );
}

/** What other records refer to it by stays remembered beside what is declared, for where it is not read. */
function knownBy({ kind, live }: Subject, known: StateEntry | undefined): Values {
  const field = kind.referredBy;
  const value = field === undefined ? undefined : (live?.fields[field] ?? known?.answered[field]);
  return field === undefined || value === undefined ? {} : { [field]: value };
}

/** A field that agrees is as applied; one about to change keeps what is known of it, or starts from what is live. */
function appliedPair(
  subject: Subject,
  known: StateEntry | undefined,
  wire: string,
  wanted: Value,
): readonly [declared: Value, answered: Value] | undefined {
  const { live, fields } = subject;
  const unchecked: readonly string[] = subject.unchecked;
  const applied = known?.declared[wire];
  const answered = known?.answered[wire] ?? null;
  const alone = valuesLeftAlone(subject)[wire];
  const isLeftAlone = alone !== undefined && !sameValue(alone, wanted);
  const seen = unchecked.includes(wire) ? answered : (live?.fields[wire] ?? null);
  // Not changed although it differs: the document ignores what others made of it, and what was applied stays known.
  if (isLeftAlone && applied !== undefined) return [applied, answered];
  if (!fields.some((change) => change.wire === wire)) return [wanted, seen];
  return applied === undefined ? [seen, seen] : [applied, answered];
}

/** Defaults that were sent at creation stay remembered although the document does not name them. */
function defaultsKept(kind: Subject['kind'], known: StateEntry | undefined): Values {
  const kept = Object.values(kind.fields).flatMap((field): [string, Value][] => {
    const applied = known?.declared[field.wire];
    return field.default !== undefined && applied !== undefined && sameValue(applied, field.default)
      ? [[field.wire, applied]]
      : [];
  });
  return Object.fromEntries(kept);
}

function sameEntry(left: StateEntry, right: StateEntry | undefined): boolean {
  return right !== undefined && sameValue(comparable(left), comparable(right));
}

function comparable({
  pausedOnTheWay,
  ownChangeAt,
  project,
  noLongerManaged,
  toCarryOver,
  ...entry
}: StateEntry): Values {
  const mark = { pausedOnTheWay: pausedOnTheWay === true, ownChangeAt: ownChangeAt ?? '' };
  const optional = { ...mark, project: project ?? '' };
  return {
    ...entry,
    ...optional,
    noLongerManaged: noLongerManaged ?? null,
    toCarryOver: toCarryOver ?? {},
  };
}
