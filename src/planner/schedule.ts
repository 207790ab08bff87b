import type { DesiredAccount } from '../schemas/desired.ts';
import type { Plan } from '../schemas/plan.ts';
import type { BatchSize } from './batch-size.ts';
import type { CurrencyLookup } from './currency.ts';
import type { LiveIndex } from './live-index.ts';
import type { Quantities } from './measure.ts';
import type { Operation } from './operations.ts';
import type { SetChanges } from './restrict.ts';
import { allotRoom, effectOf, type Weighed } from './room.ts';
import { stepsOf } from './steps.ts';
import { createWorld, type World } from './world.ts';

/** The requests of a plan, and the order that their operations go in. */
export interface Scheduled {
  readonly steps: Plan['steps'];
  readonly order: readonly Weighed[];
  readonly accounts: readonly { readonly account: DesiredAccount; readonly before: Quantities }[];
}

/** What requests are formed by. */
export interface Scheduling {
  readonly currencyOf: CurrencyLookup['ofInstrument'];
  readonly sizeOf: BatchSize;
  readonly bundles: SetChanges['bundles'];
}

/** Weighs every operation, gives claims their room, and puts all of them in order. */
export function schedule(
  operations: readonly Operation[],
  accounts: readonly DesiredAccount[],
  live: LiveIndex,
  { currencyOf, sizeOf, bundles }: Scheduling,
): Scheduled {
  const worlds = accounts.map((account) => {
    const world = createWorld(account, live.all(), currencyOf);
    return { account, world, before: world.quantities() };
  });
  const weighed = worlds.flatMap(({ account, world, before }) => {
    const own = weigh(operations, account, world);
    allotRoom(own, before, account.limits);
    return own;
  });
  const { steps, order } = stepsOf(weighed, sizeOf, bundles);
  return { steps: [...steps], order, accounts: worlds };
}

/** Carries operations out in an order that respects what they require, so that each shows its effect. */
function weigh(operations: readonly Operation[], account: DesiredAccount, world: World): readonly Weighed[] {
  const own = operations.filter(({ subject }) => subject.accountId === account.id);
  const byNumber = new Map(own.map((operation) => [operation.number, operation]));
  const weighed = new Map<number, Weighed>();
  const visit = (operation: Operation | undefined): void => {
    if (operation === undefined || weighed.has(operation.number)) return;
    for (const number of operation.requires) visit(byNumber.get(number));
    const effects = world.carryOut(operation);
    weighed.set(operation.number, { operation, accountId: account.id, effects, effect: effectOf(effects) });
  };
  for (const operation of own) visit(operation);
  // Sorted by number, the plan does not depend on the order of the visits.
  return [...weighed.values()].sort((a, b) => a.operation.number - b.operation.number);
}
