import { fieldByWire, kindNamed } from '../../schemas/registry.ts';
import { canSpendUnder, spendingBeneath } from '../../schemas/spends-under.ts';
import { endsActive, isMade, isWrite } from '../match/outcome.ts';
import { type FieldChange, parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';
import type { GuardInput } from './guard.ts';
import { loweringIn } from './lowering.ts';
import type { Unread } from './taken-along.ts';

/**
 * The kinds that were read in part and that the plan depends on as a whole: those that can spend, where it may raise a
 * figure that others have a share in; and those of which it makes a record, since only who knows all that are there can
 * tell afterwards which one is new.
 */
export function unreadKinds({ budgets, subjects, live }: GuardInput): Unread['whole'] {
  const isLowering = loweringIn(subjects);
  return budgets.flatMap(({ account: { id: accountId }, claims }) => {
    const partial = live.partialKinds(accountId);
    if (partial.length === 0) return [];
    const ofAccount = subjects.filter((subject) => subject.accountId === accountId);
    const own = ofAccount.filter(isWrite);
    const going = new Set(own.filter(({ verdict }) => verdict === 'delete').map(({ address }) => address));
    const isBounded =
      claims.size > 0 ||
      own.some(
        (subject) =>
          movesFlight(subject, going) ||
          (endsActive(subject) && touchesFigures(subject) && !isLowering(subject)),
      );
    const made = new Set(own.filter(isMade).map(({ kind }) => kind.name));
    const bounding = isBounded ? partial.filter((kind) => kindNamed(kind).spending !== undefined) : [];
    const beneath = bounding.flatMap((kind) => spendingUnder(kind, ofAccount));
    const kinds = [...partial.filter((kind) => made.has(kind)), ...bounding, ...beneath];
    return [...new Set(kinds)]
      .filter((kind) => !live.isComplete(accountId, kind))
      .map((kind) => ({ accountId, kind }));
  });
}

/** The kinds whose records will spend by their own budgets under one of a kind. */
function spendingUnder(kind: string, subjects: readonly Subject[]): readonly string[] {
  const parents = subjects
    .filter((subject) => subject.kind.name === kind && subject.live !== undefined)
    .map(valuesAfter);
  return spendingBeneath(kind)
    .filter((child) => parents.some((values) => canSpendUnder(child, values)))
    .map(({ name }) => name);
}

/**
 * True for a flight that comes, goes or moves: what it stands in spends on the days of all that stand there, read or not,
 * and on every day without any, unless it goes itself.
 */
function movesFlight({ kind, verdict, fields, address }: Subject, going: ReadonlySet<string>): boolean {
  const flight = kind.spending?.flight;
  if (flight === undefined || going.has(parentOf(address))) return false;
  return verdict !== 'update' || fields.some(({ wire }) => wire === flight.start || wire === flight.end);
}

/** True for a change in a field that decides on how much is spent, or when, and for what is new. */
function touchesFigures(subject: Subject): boolean {
  const { verdict, fields } = subject;
  return verdict !== 'update' || fields.some((change) => decidesOnSpending(subject, change));
}

function decidesOnSpending({ kind }: Subject, { wire }: FieldChange): boolean {
  const { flight, fundedBy } = { ...kind.spending };
  const field = fieldByWire(kind, wire);
  return (
    field?.spending !== undefined ||
    field?.whilePaused === true ||
    [flight?.start, flight?.end, fundedBy].includes(wire)
  );
}
