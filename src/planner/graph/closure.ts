import type { Subject } from '../match/subject.ts';
import type { Bond } from './bonds.ts';

/** Subjects of a closure, each with the one among those it began with that it is there for. */
export type Closure = ReadonlyMap<Subject, Subject>;

/** What is chosen with the given subjects: all that they are bound to, at any distance. */
export function chosenWith(begun: readonly Subject[], bonds: readonly Bond[]): Closure {
  return reached(
    begun,
    Map.groupBy(bonds, ({ from }) => from),
    ({ to }) => to,
  );
}

/** What is left out with the given subjects: all that is bound to them, at any distance. */
export function leftWith(begun: readonly Subject[], bonds: readonly Bond[]): Closure {
  return reached(
    begun,
    Map.groupBy(bonds, ({ to }) => to),
    ({ from }) => from,
  );
}

function reached(
  begun: readonly Subject[],
  bonds: ReadonlyMap<Subject, readonly Bond[]>,
  next: (bond: Bond) => Subject,
): Closure {
  // A map that grows while it is walked: what is reached leads on.
  const known = new Map(begun.map((subject) => [subject, subject]));
  for (const [subject, origin] of known) {
    for (const bond of bonds.get(subject) ?? []) {
      const other = next(bond);
      if (!known.has(other)) known.set(other, origin);
    }
  }
  return known;
}
