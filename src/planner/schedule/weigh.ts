import type { DesiredAccount } from '../../schemas/desired.ts';
import type { Carried, ExposureModel } from '../exposure/exposure-model.ts';
import { type Load, sumLoads } from '../exposure/load.ts';
import type { Requirements } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';
import { effectOf, type Share, type Weighed } from './weighed.ts';

interface CarriedOperation extends Carried {
  readonly operation: Operation;
}

/**
 * Carries the operations of an account out in an order that respects what they require, so that each shows its effect.
 * Those that change flights beneath one resource share theirs: which of them opens a day, or closes it, depends on
 * their order.
 */
export function weigh(
  operations: readonly Operation[],
  requirements: Requirements,
  account: DesiredAccount,
  model: ExposureModel,
): { readonly weighed: readonly Weighed[]; readonly shares: readonly Share[] } {
  const own = operations.filter(({ subject }) => subject.accountId === account.id);
  const byNumber = new Map(own.map((operation) => [operation.number, operation]));
  const carried = new Map<number, CarriedOperation>();
  const visit = (operation: Operation | undefined): void => {
    if (operation === undefined || carried.has(operation.number)) return;
    for (const number of requirements.of(operation.number).keys()) visit(byNumber.get(number));
    carried.set(operation.number, { operation, ...model.carryOut(operation) });
  };
  for (const operation of own) visit(operation);
  // Sorted by number, the plan does not depend on the order of the visits.
  const all = [...carried.values()].sort((a, b) => a.operation.number - b.operation.number);
  const families = [...Map.groupBy(all, ({ operation, above }) => above?.name ?? operation.number).values()];
  const shared = families.map((members) => ({
    members,
    load: sumLoads(members.flatMap(({ above }) => (above === undefined ? [] : [[above.load, 1] as const]))),
  }));
  const weighed = shared.flatMap(({ members, load }) =>
    members.map((each) => ({
      operation: each.operation,
      accountId: account.id,
      effects: each.load,
      effect: effectOf(
        sumLoads([
          [ownLoad(each), 1],
          [load, 1],
        ]),
      ),
    })),
  );
  return {
    weighed: weighed.sort((a, b) => a.operation.number - b.operation.number),
    shares: [
      ...all.map((each) => ({ members: [each.operation], load: ownLoad(each) })),
      ...shared.map(({ members, load }) => ({ members: members.map(({ operation }) => operation), load })),
    ].filter(({ load: { counts, spending } }) => counts.size + spending.length > 0),
  };
}

/** What a write changes apart from what the resource above spends. */
function ownLoad({ load, above }: Carried): Load {
  return above === undefined
    ? load
    : sumLoads([
        [load, 1],
        [above.load, -1],
      ]);
}
