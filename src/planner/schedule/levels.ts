import type { Requirements } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';
import type { Weighed } from './weighed.ts';

/**
 * The earliest round in which each operation can go, by its number: after everything it requires, and a claim after
 * every release of its account, so that the two are never on their way together. Throws RangeError on a cycle, which
 * only a fault of ours can make.
 */
export function levelsOf(
  weighed: readonly Weighed[],
  requirements: Requirements,
): ReadonlyMap<number, number> {
  const byNumber = new Map(weighed.map((each) => [each.operation.number, each]));
  const releases = Map.groupBy(
    weighed.filter(({ effect }) => effect === 'release'),
    ({ accountId }) => accountId,
  );
  const barriers = new Map<string, number>();
  const levels = new Map<number, number>();
  const pending = new Set<number>();

  const barrierOf = (accountId: string): number => {
    const known = barriers.get(accountId);
    if (known !== undefined) return known;
    const level = (releases.get(accountId) ?? []).reduce(
      (highest, { operation }) => Math.max(highest, levelOf(operation) + 1),
      0,
    );
    barriers.set(accountId, level);
    return level;
  };
  const levelOf = (operation: Operation): number => {
    const known = levels.get(operation.number);
    if (known !== undefined) return known;
    if (pending.has(operation.number)) throw new RangeError(`operation ${operation.number} waits for itself`);
    pending.add(operation.number);
    const self = byNumber.get(operation.number);
    let level = self?.effect === 'claim' ? barrierOf(self.accountId) : 0;
    for (const number of requirements.of(operation.number).keys()) {
      const required = byNumber.get(number);
      if (required !== undefined) level = Math.max(level, levelOf(required.operation) + 1);
    }
    levels.set(operation.number, level);
    return level;
  };
  for (const { operation } of weighed) levelOf(operation);
  return levels;
}
