import { isActiveLimit, mostUnder } from '../../schemas/active-limits.ts';
import type { AccountLimits } from '../../schemas/desired.ts';
import { createDaySums } from '../exposure/day-sums.ts';
import { changesByDay, currenciesIn, type Load } from '../exposure/load.ts';
import { type Edge, edgesTo } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';

/** Whether an operation frees some of a bounded quantity, takes some, or touches none. */
export type Effect = 'release' | 'neutral' | 'claim';

/** What an operation does to the load of its account, for better or worse. */
export interface Weighed {
  readonly operation: Operation;
  readonly accountId: string;
  readonly effects: Load;
  readonly effect: Effect;
}

/** What an operation with these effects is: a claim where it takes anything on any day. */
export function effectOf({ counts, spending }: Load): Effect {
  const byDay = [...Map.groupBy(spending, ({ currency }) => currency).values()].flatMap(changesByDay);
  const amounts = [...counts.values(), ...byDay.map(({ daily }) => daily)];
  if (amounts.some((amount) => amount > 0)) return 'claim';
  return amounts.length > 0 ? 'release' : 'neutral';
}

/** One bounded quantity under the operations of an account: a count, or what can be spent on one day. */
interface Quantity {
  readonly before: number;
  readonly bound: number;
  readonly amounts: readonly { readonly weighed: Weighed; readonly amount: number }[];
}

/**
 * Gives each claim of one account the room it needs: what is free already first, then what releases will free. A claim
 * requires the releases whose room it uses, so that the bounds hold whichever operations fail.
 */
export function roomEdges(weighed: readonly Weighed[], before: Load, limits: AccountLimits): readonly Edge[] {
  const effects = weighed.map((each) => each.effects);
  const names = new Set(effects.flatMap(({ counts }) => [...counts.keys()]));
  const quantities = [
    ...[...names].map((name) => countNamed(name, weighed, before, limits)),
    ...currenciesIn(effects).flatMap((currency) => crowdedDays(currency, weighed, before)),
  ];
  return quantities.flatMap(allot);
}

function countNamed(
  name: string,
  weighed: readonly Weighed[],
  { counts }: Load,
  limits: AccountLimits,
): Quantity {
  const amounts = weighed.map((each) => ({ weighed: each, amount: each.effects.counts.get(name) ?? 0 }));
  const before = counts.get(name) ?? 0;
  const after = amounts.reduce((total, { amount }) => total + amount, before);
  return { before, bound: boundOf(name, before, after, limits), amounts };
}

/** The bound of a count: a limit of the account, else what it is before or after, whichever is more. */
function boundOf(name: string, before: number, after: number, limits: AccountLimits): number {
  return isActiveLimit(name) ? mostUnder(name, limits) : Math.max(before, after);
}

/**
 * The days on which the operations of an account could together pass the bound, which is what can be spent on the
 * highest day before or after, whichever is more; days between two changes are one.
 */
function crowdedDays(currency: string, weighed: readonly Weighed[], load: Load): readonly Quantity[] {
  const inCurrency = (load: Load): ReturnType<typeof changesByDay> =>
    changesByDay(load.spending.filter((each) => each.currency === currency));
  const start = inCurrency(load);
  const changes = weighed.flatMap((each) =>
    inCurrency(each.effects).map((change) => ({ weighed: each, change })),
  );
  // What is freed first, so that no sum on the way is larger than those at the ends.
  const freedFirst = changes.map(({ change }) => change).sort((a, b) => a.daily - b.daily);
  const borders = [...start, ...freedFirst].flatMap(({ from, to }) => [from, to]);
  const before = createDaySums(borders);
  const after = createDaySums(borders);
  const most = createDaySums(borders);
  for (const change of start) for (const sums of [before, after, most]) sums.add(change, change.daily);
  for (const change of freedFirst) {
    after.add(change, change.daily);
    most.add(change, Math.max(0, change.daily));
  }
  const bound = Math.max(before.highest(), after.highest());
  return most.days
    .filter((day) => most.amountOn(day) > bound)
    .map((day) => ({
      before: before.amountOn(day),
      bound,
      amounts: changes
        .filter(({ change }) => change.from <= day && day < change.to)
        .map(({ weighed: operation, change }) => ({ weighed: operation, amount: change.daily })),
    }));
}

/** Gives the claims of one quantity their room, in order. */
function allot({ before, bound, amounts }: Quantity): readonly Edge[] {
  // What takes elsewhere goes after all releases itself: its room must not be waited for.
  const pool = amounts
    .filter(({ weighed, amount }) => amount < 0 && weighed.effect === 'release')
    .map(({ weighed, amount }) => ({ operation: weighed.operation, left: -amount }));
  let free = bound - before;
  // Above the bound already: the first releases only bring it down to the bound.
  if (free < 0) take(pool, -free);
  return amounts
    .filter(({ amount }) => amount > 0)
    .flatMap(({ weighed, amount }) => {
      const fromFree = Math.max(0, Math.min(free, amount));
      free -= fromFree;
      return edgesTo([weighed.operation], take(pool, amount - fromFree), 'room');
    });
}

/** Takes an amount out of the pool, the earliest first, and says which operations it came from. */
function take(pool: { readonly operation: Operation; left: number }[], amount: number): readonly Operation[] {
  const from: Operation[] = [];
  let open = amount;
  for (const source of pool) {
    if (open <= 0) break;
    if (source.left <= 0) continue;
    const part = Math.min(source.left, open);
    source.left -= part;
    open -= part;
    from.push(source.operation);
  }
  return from;
}
