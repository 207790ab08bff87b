import type { Requirements } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';
import { levelsOf } from './levels.ts';
import type { Quantity } from './quantity.ts';
import type { Weighed } from './weighed.ts';

/**
 * An order of the operations that respects what they require, in which those that free some of these quantities go as
 * early as there is room for what they take of others. Operations that free nothing come behind them, and those that
 * no order has room for.
 */
export function roomOrder(
  weighed: readonly Weighed[],
  quantities: readonly Quantity[],
  requirements: Requirements,
): readonly Weighed[] {
  const levels = levelsOf(weighed, requirements);
  const levelOf = ({ operation }: Weighed): number => Number(levels.get(operation.number));
  const inRounds = [...weighed].sort((a, b) => levelOf(a) - levelOf(b));
  const early = withRequired(freeingOf(quantities), requirements);
  const first = placedWithRoom(
    inRounds.filter(({ operation }) => early.has(operation.number)),
    quantities,
    requirements,
  );
  const placed = new Set(first);
  return [...first, ...inRounds.filter((each) => !placed.has(each))];
}

/** The operations, in rounds, that can go one after another without passing a bound: all of them, or all but a rest. */
function placedWithRoom(
  inRounds: readonly Weighed[],
  quantities: readonly Quantity[],
  requirements: Requirements,
): readonly Weighed[] {
  const room = createRoom(quantities);
  const waiting = new Map(inRounds.map((each) => [each.operation.number, each]));
  const placed: Weighed[] = [];
  let passed: number;
  do {
    passed = placed.length;
    for (const [number, each] of waiting) {
      const isReady = [...requirements.of(number).keys()].every((required) => !waiting.has(required));
      if (!isReady || !room.take(each.operation)) continue;
      waiting.delete(number);
      placed.push(each);
    }
  } while (placed.length > passed);
  return placed;
}

/** What is left of some quantities while operations take of them and free some. */
interface Room {
  /** Takes what an operation needs, and adds what it frees; `false`, and nothing, where one quantity has too little. */
  take(operation: Operation): boolean;
}

function createRoom(quantities: readonly Quantity[]): Room {
  const changes = quantities.flatMap(({ before, bound, amounts }) => {
    const room = { free: bound - before };
    return amounts.map(({ members, amount }) => ({ members, amount, room, waiting: new Set(members) }));
  });
  const byOperation = Map.groupBy(
    changes.flatMap((change) => change.members.map((member) => ({ member, change }))),
    ({ member }) => member,
  );
  return {
    take: (operation) => {
      const own = (byOperation.get(operation) ?? []).map(({ change }) => change);
      // Of several that take room together, the first takes it; of those that free some, the last frees it.
      const taking = own.filter(
        ({ members, amount, waiting }) => amount > 0 && waiting.size === members.length,
      );
      if (taking.some(({ amount, room }) => room.free < amount)) return false;
      for (const { waiting } of own) waiting.delete(operation);
      const freeing = own.filter(({ amount, waiting }) => amount < 0 && waiting.size === 0);
      for (const { amount, room } of [...taking, ...freeing]) room.free -= amount;
      return true;
    },
  };
}

function freeingOf(quantities: readonly Quantity[]): ReadonlySet<number> {
  return new Set(
    quantities
      .flatMap(({ amounts }) => amounts)
      .filter(({ amount }) => amount < 0)
      .flatMap(({ members }) => members.map(({ number }) => number)),
  );
}

/** These operations, by number, with all that they require, directly or not. */
function withRequired(numbers: ReadonlySet<number>, requirements: Requirements): ReadonlySet<number> {
  // A set that grows while it is gone through comes to its new members as well.
  const all = new Set(numbers);
  for (const number of all) for (const required of requirements.of(number).keys()) all.add(required);
  return all;
}
