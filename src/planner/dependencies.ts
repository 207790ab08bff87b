import { raisesSpending } from '../schemas/raises-spending.ts';
import { referencesIn } from '../schemas/values.ts';
import type { Operation, Role } from './operations.ts';
import { parentOf, type Subject } from './subject.ts';
import { losesRecord, type Surroundings } from './surroundings.ts';

/**
 * Says for every operation which others must have succeeded before it: parents before children, children gone before
 * parents, everything beneath before an activation, nothing beneath before a pause. Fills `requires`.
 */
export function wireDependencies(operations: readonly Operation[], around: Surroundings): void {
  const bySubject = Map.groupBy(operations, (operation) => operation.subject);
  const operationsOf = (subject: Subject | undefined): readonly Operation[] =>
    (subject === undefined ? undefined : bySubject.get(subject)) ?? [];
  const get = (subject: Subject | undefined, role: Role): Operation | undefined =>
    operationsOf(subject).find((operation) => operation.role === role);

  for (const [subject, own] of bySubject) {
    chain(own);
    for (const operation of own)
      requireReferences(operation, (address) => get(around.byAddress.get(address), 'create'));
    for (const ancestor of around.above(subject.address)) nest(own, operationsOf(ancestor));
    if (subject.kind.form === 'only')
      requireAll(own, [get(around.byAddress.get(parentOf(subject.address)), 'create')]);
    if (!losesRecord(subject)) continue;
    for (const child of around.goneBeneath(subject)) {
      takeApart(get(subject, 'pause'), get(subject, 'delete'), operationsOf(child));
    }
  }
}

/** Each of the operations is skipped unless all of the others succeed. */
export function requireAll(
  operations: readonly Operation[],
  others: readonly (Operation | undefined)[],
): void {
  for (const operation of operations)
    for (const other of others) if (other !== undefined) operation.requires.add(other.number);
}

/** The operations of one resource follow one another. */
function chain(own: readonly Operation[]): void {
  own.forEach((operation, index) => {
    const previous = own[index - 1];
    if (previous !== undefined) operation.requires.add(previous.number);
  });
}

function requireReferences(
  operation: Operation,
  creationOf: (address: string) => Operation | undefined,
): void {
  for (const reference of Object.values(operation.params).flatMap(referencesIn))
    requireAll([operation], [creationOf(reference.id_of)]);
}

/** What stands beneath a resource comes after its pause and the changes that need it paused, and before its activation. */
function nest(own: readonly Operation[], ancestor: readonly Operation[]): void {
  const pause = ancestor.find(({ role }) => role === 'pause');
  const activate = ancestor.find(({ role }) => role === 'activate');
  const update = ancestor.find((operation) => operation.role === 'update' && needsPause(operation));
  const lowering = ancestor.find((operation) => operation.role === 'update' && lowersSpending(operation));
  for (const operation of own) {
    if (pause !== undefined) operation.requires.add(pause.number);
    if (update !== undefined && needsParent(operation)) operation.requires.add(update.number);
    // Before it is lower, the budget above would be spent on further days.
    if (lowering !== undefined && movesFlight(operation)) operation.requires.add(lowering.number);
    activate?.requires.add(operation.number);
  }
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

function movesFlight({ subject: { kind }, type, params }: Operation): boolean {
  const { flight } = kind;
  return flight !== undefined && (type === 'Create' || flight.start in params || flight.end in params);
}

/** The record beneath is gone before the record above it, and only after that one was paused. */
function takeApart(
  pause: Operation | undefined,
  remove: Operation | undefined,
  child: readonly Operation[],
): void {
  for (const operation of child.filter(({ role }) => role === 'pause' || role === 'delete')) {
    if (pause !== undefined) operation.requires.add(pause.number);
    if (operation.role === 'delete') remove?.requires.add(operation.number);
  }
}
