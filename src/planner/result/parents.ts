import type { Plan } from '../../schemas/plan.ts';
import { ancestors, type Subject } from '../match/subject.ts';

/** What is told of the resources that stand above what changes, by address: their names, and where they are declared. */
export function parentsOf(
  changes: Plan['changes'],
  subjects: readonly Subject[],
): Required<Pick<Plan, 'names' | 'places'>> {
  const above = new Set(changes.flatMap(({ address }) => ancestors(address)));
  const parents = subjects
    .filter(({ address }) => above.has(address))
    .toSorted((left, right) => (left.address < right.address ? -1 : 1));
  const names = parents.flatMap(({ address, wanted, live }): [string, string][] => {
    const name = wanted['name'] ?? live?.fields['name'];
    return typeof name === 'string' ? [[address, name]] : [];
  });
  const places = parents.flatMap(({ address, desired }) =>
    desired === undefined ? [] : [[address, { ...desired.source }] as const],
  );
  return { names: Object.fromEntries(names), places: Object.fromEntries(places) };
}
