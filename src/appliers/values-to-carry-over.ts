import type { DesiredResource } from '../schemas/desired.ts';
import type { Plan } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { referencesIn, sameValue, type Value, type Values } from '../schemas/values.ts';

/** All values that the plan gives the new records of what it replaces, by address and by wire name. */
export function valuesOfReplacements({
  changes,
  steps,
}: Pick<Plan, 'changes' | 'steps'>): ReadonlyMap<string, Values> {
  const replaced = new Set(
    changes.filter(({ action }) => action === 'replace').map(({ address }) => address),
  );
  const values = new Map<string, Values>();
  for (const { address, id, params } of steps.flatMap(({ operations }) => operations))
    if (id === null && replaced.has(address)) values.set(address, { ...values.get(address), ...params });
  return values;
}

/**
 * The entry after the record of a replaced resource is deleted: it keeps those values of the new record that the
 * document does not manage, so that a run after this one can give them to it. `null` where there are none.
 */
export function entryWhileReplaced(
  previous: StateEntry | undefined,
  resource: DesiredResource | undefined,
  created: Values | undefined,
): StateEntry | null {
  if (previous === undefined || resource === undefined || created === undefined) return null;
  const { ignoreChanges } = resource.lifecycle;
  const toCarryOver = Object.values(kindNamed(previous.kind).fields).flatMap(
    ({ wire, default: standard }): readonly (readonly [string, Value])[] => {
      const value = created[wire] ?? null;
      const isDeclared = Object.hasOwn(resource.fields, wire);
      // Of an ignored field, none counts too: it is what others left in place of the declared value.
      const isLeft = isDeclared
        ? ignoreChanges.includes(wire)
        : value !== null && !sameValue(value, standard);
      return isLeft && referencesIn(value).length === 0 ? [[wire, value]] : [];
    },
  );
  return toCarryOver.length === 0 ? null : { ...previous, toCarryOver: Object.fromEntries(toCarryOver) };
}
