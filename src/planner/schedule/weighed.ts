import { changesByDay, type Load } from '../exposure/load.ts';
import type { Operation } from '../graph/operations.ts';

/** Whether an operation frees some of a bounded quantity, takes some, or touches none. */
export type Effect = 'release' | 'neutral' | 'claim';

/** What an operation does to the load of its account, for better or worse. */
export interface Weighed {
  readonly operation: Operation;
  readonly accountId: string;
  /** By how much it changes the load when its turn comes. */
  readonly effects: Load;
  readonly effect: Effect;
}

/** What one operation, or several together in whatever order, change of the load of their account. */
export interface Share {
  readonly members: readonly Operation[];
  readonly load: Load;
}

/** What operations with these effects are: claims where they take anything on any day. */
export function effectOf({ counts, spending }: Load): Effect {
  const byDay = [...Map.groupBy(spending, ({ currency }) => currency).values()].flatMap(changesByDay);
  const amounts = [...counts.values(), ...byDay.map(({ daily }) => daily)];
  if (amounts.some((amount) => amount > 0)) return 'claim';
  return amounts.length > 0 ? 'release' : 'neutral';
}
