import type { StateEntry } from './state-entry.ts';
import type { Values } from './values.ts';

/**
 * The entry as it counts for a document that declares `fields`, by wire name: a field that the document left out for a
 * time, and declares again, is as it was last applied, so that a later change of it on the platform is an outside one.
 */
export function withDeclaredAgain(entry: StateEntry, fields: Values): StateEntry {
  const { noLongerManaged, ...rest } = entry;
  if (noLongerManaged === undefined) return entry;
  const again = pairsOf(noLongerManaged, (wire) => Object.hasOwn(fields, wire));
  return {
    ...rest,
    declared: { ...again.declared, ...entry.declared },
    answered: { ...again.answered, ...entry.answered },
    ...rememberedOf(noLongerManaged, (wire) => !Object.hasOwn(fields, wire)),
  };
}

type Pairs = Pick<StateEntry, 'declared' | 'answered'>;

/** What an entry keeps of fields that are not managed; nothing where none is kept. */
export function rememberedOf(
  applied: Pairs,
  isKept: (wire: string) => boolean,
): Pick<StateEntry, 'noLongerManaged'> {
  const kept = pairsOf(applied, isKept);
  return Object.keys(kept.declared).length === 0 ? {} : { noLongerManaged: kept };
}

function pairsOf({ declared, answered }: Pairs, isMeant: (wire: string) => boolean): Pairs {
  const pairs = Object.entries(declared).filter(([wire]) => isMeant(wire));
  return {
    declared: Object.fromEntries(pairs),
    answered: Object.fromEntries(pairs.map(([wire]) => [wire, answered[wire] ?? null])),
  };
}
