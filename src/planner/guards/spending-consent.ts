import { isWithinAny } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { raisesSpending, spendingLevel } from '../../schemas/raises-spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ownValue, type Values } from '../../schemas/values.ts';
import { naturalKeyIn } from '../match/live-index.ts';
import { isWrite } from '../match/outcome.ts';
import { isPausedOnTheWay } from '../match/resume.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';
import { undoneText } from './undone-text.ts';

/**
 * Undoing an outside change that lowered spending takes consent; the safe direction needs none. Compared is what people
 * left with what will stand, whatever the plan does in between: an update, a new record in place of the old one, or one
 * under another key.
 */
export function undoneDrift(input: GuardInput): readonly Violation[] {
  const { subjects, consents, document } = input;
  if (document.policy.undoDrift === 'allow') return [];
  const earlier = earlierByKey(input);
  return subjects
    .filter((subject) => isWrite(subject) && !isWithinAny(subject.address, consents.undoDrift))
    .flatMap((subject) => {
      const { address } = subject;
      return undoneBy(subject, earlier).map(({ what, remedy }) =>
        violation('undo_drift', address, what, remedy, { override: `--undo-drift ${address}` }),
      );
    });
}

/** What a resource was when it was last applied, and what people left of it. */
interface Left {
  readonly entry: StateEntry;
  /** Live values by wire name; `undefined` where somebody deleted it. */
  readonly live: Values | undefined;
}

/**
 * Resources that the document declares no longer, and those of files that were not read, by every natural key that they
 * have or had.
 */
function earlierByKey(input: GuardInput): ReadonlyMap<string, Left> {
  const { all, ownership, live } = input;
  const ids = new Map(all.map((subject) => [subject.address, subject.live?.id]));
  const letGo = new Set(ownership.letGo.map(({ address }) => address));
  const dropped = all.flatMap(({ address, desired, entry, live: record, absence }): readonly Left[] => {
    const isKept = desired !== undefined || absence !== undefined || letGo.has(address);
    return entry === undefined || isKept ? [] : [{ entry, live: record?.fields }];
  });
  const unread = ownership.outOfScope.map((entry) => ({
    entry,
    live: live.byId(entry.accountId, entry.kind, entry.id)?.fields,
  }));
  const earlier = new Map<string, Left>();
  for (const left of [...unread, ...dropped]) {
    const { address, accountId, kind: name, answered } = left.entry;
    const kind = kindNamed(name);
    const parent = ids.get(parentOf(address));
    const above =
      kind.parentField === undefined || parent === undefined ? {} : { [kind.parentField]: parent };
    for (const values of [{ ...above, ...answered }, { ...left.live }]) {
      const key = naturalKeyIn(accountId, kind, values);
      if (key !== undefined) earlier.set(key, left);
    }
  }
  return earlier;
}

/** What a plan undoes, and how the document comes to say what people left. */
interface Undone {
  readonly what: string;
  readonly remedy: string;
}

const leaveDeleted = 'To leave it deleted, take it out of the document.';
const keepLeft = 'To keep what people left, write it into the document.';

/** None, or one. */
function undoneBy(subject: Subject, earlier: ReadonlyMap<string, Left>): readonly Undone[] {
  const { address, kind, verdict, accountId, goneOutside, entry, live, wanted } = subject;
  // Taking over what is somebody's has a consent of its own.
  if (kind.spending === undefined || verdict === 'adopt') return [];
  if (verdict !== 'create') {
    const remedy = `To keep what is live, run adsync drift --accept ${address}, which writes it into the document.`;
    return entry === undefined ? [] : raisedAgain(subject, { entry, live: live?.fields }, remedy);
  }
  if (entry?.toCarryOver !== undefined)
    return raisedAgain(subject, { entry, live: entry.toCarryOver }, keepLeft);
  if (goneOutside)
    return [{ what: 'was deleted outside adsync; applying would create it again', remedy: leaveDeleted }];
  const known = earlier.get(naturalKeyIn(accountId, kind, wanted) ?? '');
  if (known === undefined) return [];
  if (known.live !== undefined) return raisedAgain(subject, known, keepLeft);
  const what = `was ${known.entry.address} and deleted outside adsync; applying would create it again`;
  return [{ what, remedy: leaveDeleted }];
}

/** The fields that people lowered, and with which more could be spent than they left; none, or one for all of them. */
function raisedAgain(subject: Subject, { entry, live }: Left, remedy: string): readonly Undone[] {
  const { kind } = subject;
  const after = valuesAfter(subject);
  const undone = Object.entries(kind.fields).filter(([, { wire }]) => {
    const [applied, left] = [ownValue(entry.answered, wire), ownValue(live, wire)];
    if (left === undefined || !raisesSpending(kind, wire, left, after[wire])) return false;
    if (wire === kind.spending?.activation.field && isPausedOnTheWay(subject)) return false;
    if (applied !== undefined) return raisesSpending(kind, wire, left, applied);
    // A bound that the document does not manage is somebody's too: taking it away is no change of the document.
    if (spendingLevel(kind, wire, after[wire]) === Number.POSITIVE_INFINITY) return true;
    const remembered = ownValue(entry.noLongerManaged?.answered, wire);
    return remembered !== undefined && raisesSpending(kind, wire, left, remembered);
  });
  const fields = undone.map(([name, field]) => ({
    name,
    field,
    left: live?.[field.wire],
    after: after[field.wire],
  }));
  return fields.length === 0 ? [] : [{ what: undoneText(fields), remedy }];
}
