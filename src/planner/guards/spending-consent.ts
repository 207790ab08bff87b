import { isWithinAny } from '../../schemas/address.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import type { Violation } from '../../schemas/plan.ts';
import { raisesSpending, spendingLevel } from '../../schemas/raises-spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ownValue, plainText, type Values } from '../../schemas/values.ts';
import { type CurrencyLookup, currencyLookup } from '../exposure/currency.ts';
import { naturalKeyIn } from '../match/live-index.ts';
import { endsActive, isWrite } from '../match/outcome.ts';
import { pauserOf } from '../match/resume.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';
import { type MovedBudget, movedBudgets } from './moved-budgets.ts';
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
  const movedBudget = movedBudgets(input);
  const parents = new Map(input.world.map((subject) => [subject.address, subject]));
  // Where the budget moves from a resource to what it stands in, that bounds it from then on.
  const movedFrom = ({ address }: Subject): MovedBudget | undefined => {
    const parent = parents.get(parentOf(address));
    const moved = parent === undefined ? undefined : movedBudget(parent);
    return moved?.isUpwards === true ? moved : undefined;
  };
  const gone = new Set(input.all.filter(({ goneOutside }) => goneOutside).map(({ address }) => address));
  // What went with the resource that it stood in is asked for there.
  const isAskedAbove = ({ kind, address }: Subject): boolean =>
    kind.spending === undefined && gone.has(parentOf(address));
  return subjects
    .filter((subject) => isWrite(subject) && !isWithinAny(subject.address, consents.undoDrift))
    .filter((subject) => !isAskedAbove(subject))
    .flatMap((subject) => {
      const { address } = subject;
      return undoneBy(subject, earlier, movedBudget(subject) ?? movedFrom(subject)).map(({ what, remedy }) =>
        violation('undo_drift', address, what, remedy, { override: `--undo-drift ${address}` }),
      );
    });
}

/** What a resource was when it was last applied, and what people left of it. */
interface Left {
  readonly entry: StateEntry;
  /** `undefined` where somebody deleted it, or an earlier run did in order to make it anew. */
  readonly record: LiveRecord | undefined;
  /** The values that people left, by wire name; `undefined` where somebody deleted it. */
  readonly values: Values | undefined;
}

function leftOf(entry: StateEntry, record: LiveRecord | undefined): Left {
  return { entry, record, values: record?.fields };
}

/** What the state knows; dropped is what the files that were read declare no longer. */
interface Known extends Left {
  readonly isDropped: boolean;
}

/** Finds what a new resource takes the place of. */
interface Earlier {
  of(subject: Subject): Left | undefined;
  readonly currencyOf: CurrencyLookup['of'];
}

/**
 * Resources that the document declares no longer, and those of files that were not read, by every natural key that they
 * have or had; where none has the key, by what they are called under another parent, where they were cut out and pasted.
 */
function earlierByKey(input: GuardInput): Earlier {
  const { all, ownership, live } = input;
  const ids = new Map(all.map((subject) => [subject.address, subject.live?.id]));
  const letGo = new Set(ownership.letGo.map(({ address }) => address));
  const dropped = all.flatMap(({ address, desired, entry, live: record, absence }): readonly Known[] => {
    const isKept = desired !== undefined || absence !== undefined || letGo.has(address);
    return entry === undefined || isKept ? [] : [{ ...leftOf(entry, record), isDropped: true }];
  });
  const unread = ownership.outOfScope.map((entry) => ({
    ...leftOf(entry, live.byId(entry.accountId, entry.kind, entry.id)),
    isDropped: false,
  }));
  const byAddress = new Map(all.map((subject) => [subject.address, subject]));
  // An address that the document does not know stands for something that stays.
  const isThere = (address: string): boolean => {
    const subject = byAddress.get(address);
    return subject === undefined || (subject.live !== undefined && subject.verdict !== 'delete');
  };
  const byKey = new Map<string, Left>();
  const byName = new Map<string, Left>();
  for (const left of [...unread, ...dropped]) {
    const { address, accountId, kind: name, answered } = left.entry;
    const kind = kindNamed(name);
    const parent = ids.get(parentOf(address));
    const above =
      kind.parentField === undefined || parent === undefined ? {} : { [kind.parentField]: parent };
    for (const values of [{ ...above, ...answered }, { ...left.values }]) {
      const key = naturalKeyIn(accountId, kind, values);
      if (key !== undefined) byKey.set(key, left);
    }
    // What another file declares stays there, whatever this one calls its own.
    const called = left.isDropped ? nameIn(accountId, kind, { ...left.values, ...answered }) : undefined;
    if (called !== undefined) byName.set(called, left);
  }
  const of = ({ address, accountId, kind, wanted }: Subject): Left | undefined => {
    const known = byKey.get(naturalKeyIn(accountId, kind, wanted) ?? '');
    if (known !== undefined) return known;
    const namesake = byName.get(nameIn(accountId, kind, wanted) ?? '');
    if (namesake === undefined) return undefined;
    const [now, then] = [parentOf(address), parentOf(namesake.entry.address)];
    if (isThere(now) || isThere(then)) return namesake;
    // What went with its parent, while another parent comes, is another thing of the same name.
    const parent = byAddress.get(now);
    return parent !== undefined && of(parent)?.entry.address === then ? namesake : undefined;
  };
  return { of, currencyOf: currencyLookup(all, live).of };
}

/** What a resource is called, wherever it stands; `undefined` for what has no name of its own, or no parent to change. */
function nameIn(accountId: string, kind: Kind, values: Values): string | undefined {
  const wires = kind.naturalKey.filter((wire) => wire !== kind.parentField);
  if (wires.length === 0 || wires.length === kind.naturalKey.length) return undefined;
  return JSON.stringify([accountId, kind.name, ...wires.map((wire) => plainText(values[wire]))]);
}

/** What a plan undoes, and how the document comes to say what people left. */
interface Undone {
  readonly what: string;
  readonly remedy: string;
}

const leaveDeleted = 'To leave it deleted, take it out of the document.';
const pauseInDoubt: Undone = {
  what: 'was left paused by an earlier run, and changed outside adsync since; applying would switch it on',
  remedy: 'To leave it paused, write its status PAUSED into the document.',
};
const keepLeft = 'To keep what people left, write it into the document.';

function undoneBy(subject: Subject, earlier: Earlier, moved: MovedBudget | undefined): readonly Undone[] {
  const { address, kind, verdict, goneOutside, entry, live } = subject;
  const currency = earlier.currencyOf(subject);
  // Taking over what is somebody's has a consent of its own.
  if ((kind.spending === undefined && kind.shownToPeople !== true) || verdict === 'adopt') return [];
  if (verdict !== 'create') {
    const remedy = `To keep what is live, run adsync drift --accept ${address}, which writes it into the document.`;
    return entry === undefined ? [] : raisedAgain(subject, leftOf(entry, live), { remedy, currency, moved });
  }
  if (entry?.toCarryOver !== undefined) {
    const left = { entry, record: undefined, values: entry.toCarryOver };
    return raisedAgain(subject, left, { remedy: keepLeft, currency });
  }
  if (goneOutside)
    return [{ what: 'was deleted outside adsync; applying would create it again', remedy: leaveDeleted }];
  const known = earlier.of(subject);
  if (known === undefined) return [];
  const former = known.entry.address;
  if (known.values === undefined) {
    const what = `was ${former} and deleted outside adsync; applying would create it again`;
    return [{ what, remedy: leaveDeleted }];
  }
  const isMoved = parentOf(former) !== parentOf(address);
  return raisedAgain(subject, known, { remedy: keepLeft, currency }).map(({ what, remedy }) => ({
    what: isMoved ? `takes the place of ${former}: ${what}` : what,
    remedy,
  }));
}

/** How a raise is told, and the budget that moves between a campaign and its line items, if one does. */
interface Telling {
  readonly remedy: string;
  readonly currency: string | null;
  readonly moved?: MovedBudget | undefined;
}

/**
 * The fields that people lowered, and with which more could be spent than they left: all of them in one, and a pause that
 * is not known to be theirs by itself.
 */
function raisedAgain(
  subject: Subject,
  { entry, record, values }: Left,
  { remedy, currency, moved }: Telling,
): readonly Undone[] {
  const { kind } = subject;
  const status = kind.spending?.activation.field;
  const pauser = pauserOf({ kind, entry, live: record });
  const own = valuesAfter(subject);
  // A bound of its own stays one, whatever bounds what it stands in.
  const elsewhere = moved?.isUpwards === true && typeof own[moved.wire] === 'number' ? undefined : moved;
  const after: Values = { ...own, ...(elsewhere !== undefined && { [elsewhere.wire]: elsewhere.after }) };
  const undone = Object.entries(kind.fields).filter(([, { wire }]) => {
    const [applied, left] = [ownValue(entry.answered, wire), ownValue(values, wire)];
    if (left === undefined || !raisesSpending(kind, wire, left, after[wire])) return false;
    if (wire === status && pauser !== undefined) return false;
    if (applied !== undefined) return raisesSpending(kind, wire, left, applied);
    // A bound that the document does not manage is somebody's too: taking it away is no change of the document.
    if (spendingLevel(kind, wire, after[wire]) === Number.POSITIVE_INFINITY) return true;
    const remembered = ownValue(entry.noLongerManaged?.answered, wire);
    return remembered !== undefined && raisesSpending(kind, wire, left, remembered);
  });
  const fields = undone.map(([name, field]) => ({
    name,
    field,
    left: values?.[field.wire],
    after: after[field.wire],
    ...(elsewhere?.isUpwards === true && elsewhere.wire === field.wire && { on: elsewhere.to }),
  }));
  const isInDoubt = pauser === 'perhaps somebody else' && endsActive(subject);
  return [
    ...(isInDoubt ? [pauseInDoubt] : []),
    ...(fields.length === 0 ? [] : [{ what: undoneText(fields, currency), remedy }]),
  ];
}
