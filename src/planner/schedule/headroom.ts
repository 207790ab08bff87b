import { isActiveLimit, mostUnder } from '../../schemas/active-limits.ts';
import type { AccountLimits, DesiredAccount } from '../../schemas/desired.ts';
import { createDaySums } from '../exposure/day-sums.ts';
import { changesByDay, currenciesIn, type Load } from '../exposure/load.ts';
import { type Edge, edgesTo, type Requirements } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';
import type { Amount, Quantity } from './quantity.ts';
import { roomOrder } from './room-order.ts';
import type { Share, Weighed } from './weighed.ts';

/** The operations of one account, and what it holds before them. */
export interface AccountOperations {
  readonly account: DesiredAccount;
  readonly weighed: readonly Weighed[];
  readonly shares: readonly Share[];
  readonly before: Load;
}

/** Who waits for whose room, and what is too small for every order that was found. */
export interface Room {
  readonly edges: readonly Edge[];
  readonly lacking: readonly Quantity[];
}

/**
 * Gives each claim the room it needs in its account: what is free already first, then what releases will free, then
 * what other claims free that can go before it. A claim requires the operations whose room it uses, so that the bounds
 * hold whichever operations fail.
 */
export function giveRoom(accounts: readonly AccountOperations[], requirements: Requirements): Room {
  const weighed = accounts.flatMap((account) => account.weighed);
  const releases = new Set(
    weighed.filter(({ effect }) => effect === 'release').map((each) => each.operation),
  );
  const allotments = accounts.flatMap(quantitiesOf).map((quantity) => ({
    quantity,
    ...allot(quantity, releasesFirst(quantity.amounts, releases)),
  }));
  const tight = allotments.filter(({ lacks }) => lacks).map(({ quantity }) => quantity);
  const edges = allotments.filter(({ lacks }) => !lacks).flatMap((allotment) => allotment.edges);
  if (tight.length === 0) return { edges, lacking: [] };
  const order = roomOrder(weighed, tight, requirements);
  const inOrder = tight.map((quantity) => ({
    quantity,
    ...allot(quantity, byPlace(quantity.amounts, order)),
  }));
  return {
    edges: [...edges, ...inOrder.flatMap((allotment) => allotment.edges)],
    lacking: inOrder.filter(({ lacks }) => lacks).map(({ quantity }) => quantity),
  };
}

function quantitiesOf(operations: AccountOperations): readonly Quantity[] {
  const loads = operations.shares.map(({ load }) => load);
  const names = new Set(loads.flatMap(({ counts }) => [...counts.keys()]));
  return [
    ...[...names].map((name) => countNamed(name, operations)),
    ...currenciesIn(loads).flatMap((currency) => crowdedDays(currency, operations)),
  ];
}

function countNamed(name: string, { account, shares, before: { counts } }: AccountOperations): Quantity {
  const amounts = shares.flatMap(({ members, load: { counts } }) =>
    [counts.get(name)].flatMap((amount) => (amount === undefined ? [] : [{ members, amount }])),
  );
  const before = counts.get(name) ?? 0;
  const after = amounts.reduce((total, { amount }) => total + amount, before);
  return {
    accountId: account.id,
    name,
    before,
    bound: boundOf(name, before, after, account.limits),
    amounts,
  };
}

/** The bound of a count: a limit of the account, else what it is before or after, whichever is more. */
function boundOf(name: string, before: number, after: number, limits: AccountLimits): number {
  return isActiveLimit(name) ? mostUnder(name, limits) : Math.max(before, after);
}

/**
 * The days on which the operations of an account could together pass the bound, which is what can be spent on the
 * highest day before or after, whichever is more; days between two changes are one.
 */
function crowdedDays(
  currency: string,
  { account, shares, before: load }: AccountOperations,
): readonly Quantity[] {
  const inCurrency = (load: Load): ReturnType<typeof changesByDay> =>
    changesByDay(load.spending.filter((each) => each.currency === currency));
  const start = inCurrency(load);
  const changes = shares.flatMap(({ members, load }) =>
    inCurrency(load).map((change) => ({ members, change })),
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
      accountId: account.id,
      name: `exposure ${currency}`,
      before: before.amountOn(day),
      bound,
      amounts: changes
        .filter(({ change }) => change.from <= day && day < change.to)
        .map(({ members, change }) => ({ members, amount: change.daily })),
    }));
}

/** Releases, then what takes room: what claims free is left out, as most of them need not wait for each other. */
function releasesFirst(amounts: readonly Amount[], releases: ReadonlySet<Operation>): readonly Amount[] {
  return [
    ...amounts.filter(({ members, amount }) => amount < 0 && members.every((each) => releases.has(each))),
    ...amounts.filter(({ amount }) => amount > 0),
  ];
}

/** What takes room stands at its first operation of the order, what frees some at its last. */
function byPlace(amounts: readonly Amount[], order: readonly Weighed[]): readonly Amount[] {
  const places = new Map(order.map(({ operation }, index) => [operation, index]));
  const placeOf = ({ members, amount }: Amount): number => {
    const own = members.map((each) => Number(places.get(each)));
    return amount > 0 ? Math.min(...own) : Math.max(...own);
  };
  return amounts
    .map((each) => ({ each, place: placeOf(each) }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

/** Gives what takes of a quantity its room, from what stands before it; says whether there is too little for one. */
function allot(
  { before, bound }: Quantity,
  amounts: readonly Amount[],
): { readonly edges: readonly Edge[]; readonly lacks: boolean } {
  const pool: Source[] = [];
  const edges: Edge[] = [];
  let free = bound - before;
  let lacks = false;
  for (const { members, amount } of amounts) {
    if (amount < 0) {
      // Above the bound already: what is freed first only brings it down to the bound.
      const absorbed = Math.min(-amount, Math.max(0, -free));
      free += absorbed;
      pool.push({ members, left: -amount - absorbed });
    } else {
      const fromFree = Math.max(0, Math.min(free, amount));
      free -= fromFree;
      const { from, missing } = take(pool, amount - fromFree);
      for (const edge of edgesTo(members, from, 'room')) edges.push(edge);
      if (missing > 0) lacks = true;
    }
  }
  return { edges, lacks };
}

/** Operations that free room together, and how much of that nobody took yet. */
interface Source {
  readonly members: readonly Operation[];
  left: number;
}

/** Takes an amount out of the pool, the earliest first: the operations it came from, and what is missing. */
function take(
  pool: readonly Source[],
  amount: number,
): { readonly from: readonly Operation[]; readonly missing: number } {
  const from: Operation[] = [];
  let missing = amount;
  for (const source of pool) {
    if (missing <= 0) break;
    if (source.left <= 0) continue;
    const part = Math.min(source.left, missing);
    source.left -= part;
    missing -= part;
    from.push(...source.members);
  }
  return { from, missing };
}
