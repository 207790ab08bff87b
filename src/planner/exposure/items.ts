import type { Kind } from '../../schemas/define-kind.ts';
import { childKinds } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { Owned } from './commitment.ts';
import { type DaySpan, ownDays } from './days.ts';
import { createFlightSet, type FlightSet } from './flight-set.ts';
import type { Measured } from './load.ts';

/** A resource that can be active, as the exposure of its account needs it. */
export interface Item {
  readonly kind: Kind;
  readonly fields: Values;
  /** The name of its parent among the items, where the parent can be active itself. */
  readonly parent: string | undefined;
}

/** The items of one account by name, with the days on which each can spend. */
export interface Items {
  get(name: string): Item | undefined;
  names(): readonly string[];
  /** The names of the items that stand beneath one. */
  beneath(name: string): Iterable<string>;
  /** Adds an item, or takes the place of the one with its name. */
  put(name: string, item: Item): void;
  /** Takes an item out; nothing where none has the name. */
  remove(name: string): void;
  measured(name: string, item: Item): Measured;
  /** Every item with the one whose total budget bounds it. */
  owned(): readonly Owned[];
}

/** What days are counted by: the platform's time in milliseconds since 1970, and the kinds that were read completely. */
interface Calendar {
  readonly nowMs: number;
  readonly isRead: (kind: string) => boolean;
}

export function createItems({ nowMs, isRead }: Calendar): Items {
  const items = new Map<string, Item>();
  const children = new Map<string, Set<string>>();
  const flights = new Map<string, FlightSet>();
  const flightsOf = (parent: string): FlightSet => {
    const known = flights.get(parent) ?? createFlightSet();
    flights.set(parent, known);
    return known;
  };
  const daysOf = ({ kind, fields }: Item): readonly DaySpan[] => ownDays(kind, fields, nowMs);
  const parentOf = ({ parent }: Item): Item | undefined =>
    parent === undefined ? undefined : items.get(parent);
  const remove = (name: string): void => {
    const item = items.get(name);
    items.delete(name);
    if (item?.parent === undefined) return;
    children.get(item.parent)?.delete(name);
    for (const days of daysOf(item)) flightsOf(item.parent).remove(days);
  };
  const measured = (name: string, item: Item): Measured => {
    const isKnown = flyingBeneath(item.kind).every((child) => isRead(child.name));
    const hasFlights = (children.get(name)?.size ?? 0) > 0;
    // What has no flight of its own spends while anything beneath it runs; without anything there, at any time.
    const byChildren = item.kind.spending?.flight === undefined && isKnown && hasFlights;
    const days = byChildren ? flightsOf(name).days() : daysOf(item);
    return { kind: item.kind.name, fields: item.fields, parent: parentOf(item)?.fields, days };
  };
  return {
    get: (name) => items.get(name),
    names: () => [...items.keys()],
    beneath: (name) => children.get(name) ?? [],
    remove,
    put: (name, item) => {
      remove(name);
      items.set(name, item);
      if (item.parent === undefined) return;
      children.set(item.parent, (children.get(item.parent) ?? new Set()).add(name));
      for (const days of daysOf(item)) flightsOf(item.parent).add(days);
    },
    measured,
    owned: () =>
      [...items].map(([name, item]) => {
        const parent = parentOf(item);
        const owner = parent === undefined ? { ...item, name } : { ...parent, name: String(item.parent) };
        return { ...measured(name, item), owner };
      }),
  };
}

function flyingBeneath({ name }: Kind): readonly Kind[] {
  return childKinds(name).filter(({ spending }) => spending?.flight !== undefined);
}
