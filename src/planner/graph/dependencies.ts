import { raisesSpending } from '../../schemas/raises-spending.ts';
import { referencesIn } from '../../schemas/values.ts';
import { writesFlight } from '../exposure/exposure-model.ts';
import { losesRecord } from '../match/outcome.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import type { ChangeNeighbours } from './change-neighbours.ts';
import { type Edge, edgesTo } from './edges.ts';
import type { Operation, Role } from './operations.ts';

/**
 * Which operations must have succeeded before which others: parents before children, children gone before parents,
 * everything beneath before an activation, nothing beneath before a pause.
 */
export function dependencyEdges(
  operations: readonly Operation[],
  neighbours: ChangeNeighbours,
): readonly Edge[] {
  const bySubject = Map.groupBy(operations, (operation) => operation.subject);
  const operationsOf = (subject: Subject | undefined): readonly Operation[] =>
    (subject === undefined ? undefined : bySubject.get(subject)) ?? [];
  const get = (subject: Subject | undefined, role: Role): Operation | undefined =>
    operationsOf(subject).find((operation) => operation.role === role);
  const creationAt = (address: string): Operation | undefined =>
    get(neighbours.byAddress.get(address), 'create');

  return [...bySubject].flatMap(([subject, own]) => [
    ...chain(own),
    ...own.flatMap((operation) => referenceEdges(operation, creationAt)),
    ...neighbours.above(subject.address).flatMap((ancestor) => nest(own, operationsOf(ancestor))),
    ...(subject.kind.form === 'only' ? edgesTo(own, [creationAt(parentOf(subject.address))], 'parent') : []),
    ...(losesRecord(subject) ? neighbours.goneBeneath(subject) : []).flatMap((child) =>
      takeApart(subject, get, child, operationsOf(child)),
    ),
  ]);
}

/** The operations of one resource follow one another. */
function chain(own: readonly Operation[]): readonly Edge[] {
  return own.flatMap((operation, index) => edgesTo([operation], [own[index - 1]], 'own'));
}

function referenceEdges(
  operation: Operation,
  creationAt: (address: string) => Operation | undefined,
): readonly Edge[] {
  const references = Object.values(operation.params).flatMap(referencesIn);
  return references.flatMap(({ id_of: address }) =>
    edgesTo(
      [operation],
      [creationAt(address)],
      address === parentOf(operation.subject.address) ? 'parent' : 'reference',
    ),
  );
}

/** What stands beneath a resource comes after its pause and the changes that need it paused, and before its activation. */
function nest(own: readonly Operation[], ancestor: readonly Operation[]): readonly Edge[] {
  const pause = ancestor.find(({ role }) => role === 'pause');
  const activate = ancestor.filter(({ role }) => role === 'activate');
  const update = ancestor.find((operation) => operation.role === 'update' && needsPause(operation));
  const lowering = ancestor.find((operation) => operation.role === 'update' && lowersSpending(operation));
  return own.flatMap((operation) => [
    ...edgesTo([operation], [pause], 'parent'),
    ...(needsParent(operation) ? edgesTo([operation], [update], 'parent') : []),
    // Before it is lower, the budget above would be spent on further days; without its last flight, on every day.
    ...(writesFlight(operation) ? edgesTo([operation], [lowering], 'parent') : []),
    ...edgesTo(activate, [operation], 'beneath'),
  ]);
}

/** Its values may depend on what its parent becomes; leaving, or pausing and nothing else, does not. */
function needsParent({ role, params }: Operation): boolean {
  return role !== 'delete' && (role !== 'pause' || Object.keys(params).length > 1);
}

function needsPause({ subject, params }: Operation): boolean {
  return Object.values(subject.kind.fields).some(
    (field) => field.whilePaused === true && field.wire in params,
  );
}

function lowersSpending({ subject: { kind, live }, params }: Operation): boolean {
  return Object.entries(params).some(([wire, value]) =>
    raisesSpending(kind, wire, value, live?.fields[wire]),
  );
}

/** The record beneath, or the record that refers to the other, is gone first, and only after the other was paused. */
function takeApart(
  subject: Subject,
  get: (subject: Subject, role: Role) => Operation | undefined,
  child: Subject,
  ofChild: readonly Operation[],
): readonly Edge[] {
  const stands = parentOf(child.address) === subject.address;
  const going = ofChild.filter(({ role }) => role === 'pause' || role === 'delete');
  const remove = get(subject, 'delete');
  return [
    ...edgesTo(going, [get(subject, 'pause')], stands ? 'parent' : 'reference'),
    ...edgesTo(
      remove === undefined ? [] : [remove],
      going.filter(({ role }) => role === 'delete'),
      stands ? 'beneath' : 'reference',
    ),
  ];
}
