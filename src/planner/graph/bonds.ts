import { referencesIn } from '../../schemas/values.ts';
import { isMade, isSwitchedOn, isWrite, losesRecord, restrictsParent } from '../match/outcome.ts';
import { namesOf, referredNames } from '../match/record-names.ts';
import { ancestors, parentOf, type Subject } from '../match/subject.ts';
import type { Operation } from './operations.ts';
import type { Graph, Writes } from './writes.ts';

/** Whoever chooses `from` chooses `to`: `from` cannot be done without it, or never goes without it. */
export interface Bond {
  readonly from: Subject;
  readonly to: Subject;
}

/** What binds the subjects of a whole document; `writes` are those of all of them. */
export function bondsOf(all: readonly Subject[], writes: Writes): readonly Bond[] {
  const byAddress = new Map(all.map((subject) => [subject.address, subject]));
  const changing = all.filter(isWrite);
  return [
    ...referenceBonds(all, byAddress),
    ...orderBonds(writes.graph),
    ...removalBonds(changing, writes),
    ...setBonds(changing),
    ...activationBonds(changing, byAddress),
    ...moveBonds(changing, byAddress),
    ...accountBonds(all, byAddress),
  ];
}

/**
 * What binds subjects only where one is left out: what narrows a record that goes is taken away only with that record,
 * which would reach more otherwise while it stays. Choosing it chooses no record: nothing goes because a part of it does.
 */
export function bondsOfLeft(all: readonly Subject[]): readonly Bond[] {
  const going = new Map(
    all.filter(({ verdict }) => verdict === 'delete').map((subject) => [subject.address, subject]),
  );
  return all.filter(isWrite).flatMap((from) => {
    const to = going.get(parentOf(from.address));
    return to !== undefined && restrictsParent(from) ? [{ from, to }] : [];
  });
}

/** What a subject stands in and refers to, where that has no record yet that stays. */
function referenceBonds(all: readonly Subject[], byAddress: ReadonlyMap<string, Subject>): readonly Bond[] {
  return all.flatMap((from) =>
    Object.values(from.wanted)
      .flatMap(referencesIn)
      .flatMap(({ id_of }) => byAddress.get(id_of) ?? [])
      .map((to) => ({ from, to })),
  );
}

/** What must have succeeded before an operation, less what only has its place before it where both are done. */
function orderBonds({ operations, edges }: Graph): readonly Bond[] {
  const byNumber = new Map(operations.map((operation) => [operation.number, operation]));
  return edges.flatMap(({ from: waiting, to: required }) => {
    const [from, to] = [byNumber.get(waiting), byNumber.get(required)];
    if (from === undefined || to === undefined || from.subject === to.subject) return [];
    const isOrderOnly = to.role === 'pause' || isBeneathActivation(to, from);
    return isOrderOnly ? [] : [{ from: from.subject, to: to.subject }];
  });
}

function isBeneathActivation(required: Operation, { role, subject }: Operation): boolean {
  return role === 'activate' && ancestors(required.subject.address).includes(subject.address);
}

/** A record that goes, and what stands beneath it or refers to it and changes because of that. */
function removalBonds(changing: readonly Subject[], { neighbours }: Writes): readonly Bond[] {
  const going = changing.filter(losesRecord);
  const byName = new Map(
    going.flatMap((subject) => namesOf(subject).map((name) => [name, subject] as const)),
  );
  const beneath = going.flatMap((from) => neighbours.goneBeneath(from).map((to) => ({ from, to })));
  const released = changing.flatMap((to) =>
    referredNames(to.kind, to.accountId, { ...to.live?.fields })
      .flatMap((name) => byName.get(name) ?? [])
      .map((from) => ({ from, to })),
  );
  return [...beneath, ...released];
}

/** The members of a whole set that change do so together: each is bound to the first one, and that to each. */
function setBonds(changing: readonly Subject[]): readonly Bond[] {
  const members = changing.filter(({ kind }) => kind.form === 'set');
  const sets = Map.groupBy(members, ({ address, kind }) => `${parentOf(address)} ${kind.name}`);
  return [...sets.values()].flatMap((set) =>
    set.slice(0, 1).flatMap((first) =>
      set.flatMap((member) => [
        { from: member, to: first },
        { from: first, to: member },
      ]),
    ),
  );
}

/**
 * What is switched on is switched on complete: with the sets that restrict it, and, where it is there already or takes
 * another one's place, with all that is made beneath it. One that is new is made PAUSED instead (`heldBack`).
 */
function activationBonds(
  changing: readonly Subject[],
  byAddress: ReadonlyMap<string, Subject>,
): readonly Bond[] {
  return changing.flatMap((to) =>
    ancestors(to.address)
      .flatMap((address) => byAddress.get(address) ?? [])
      .filter(
        (from) => isSwitchedOn(from) && (restricts(to, from) || (isMade(to) && from.verdict !== 'create')),
      )
      .map((from) => ({ from, to })),
  );
}

function restricts(subject: Subject, parent: Subject): boolean {
  return restrictsParent(subject) && parentOf(subject.address) === parent.address;
}

/** What is paused while its members change is known to the state by the address that it has by then. */
function moveBonds(changing: readonly Subject[], byAddress: ReadonlyMap<string, Subject>): readonly Bond[] {
  return changing.flatMap((from) => {
    const to = restrictsParent(from) ? byAddress.get(parentOf(from.address)) : undefined;
    return to?.movedFrom === undefined ? [] : [{ from, to }];
  });
}

/** An account gets another key with everything in it, so that no part of it is recorded under a key of its own. */
function accountBonds(all: readonly Subject[], byAddress: ReadonlyMap<string, Subject>): readonly Bond[] {
  return all.flatMap((from) => {
    const to = byAddress.get(from.accountKey);
    return to?.movedFrom === undefined || to === from ? [] : [{ from, to }];
  });
}
