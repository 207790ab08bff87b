import type { DesiredAccount } from '../../schemas/desired.ts';
import type { Plan } from '../../schemas/plan.ts';
import type { Commitment } from '../exposure/commitment.ts';
import type { CurrencyLookup } from '../exposure/currency.ts';
import { createExposureModel, type ExposureModel } from '../exposure/exposure-model.ts';
import type { Load } from '../exposure/load.ts';
import type { BatchSize } from '../graph/batch-size.ts';
import { type Requirements, requirementsOf, usableWaitsOf } from '../graph/edges.ts';
import type { Operation } from '../graph/operations.ts';
import type { SetChanges } from '../graph/set-changes.ts';
import type { Graph } from '../graph/writes.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { effectOf, roomEdges, type Weighed } from './headroom.ts';
import { type RecordedWaits, stepsOf } from './steps.ts';

/** The requests of a plan, and the order that their operations go in. */
export interface Scheduled {
  readonly steps: Plan['steps'];
  readonly order: readonly Weighed[];
  /** Why operations and steps wait, as it was recorded while they were put in order. */
  readonly waits: RecordedWaits;
  readonly accounts: readonly {
    readonly account: DesiredAccount;
    readonly before: Load;
    /** What can still be spent in all once everything is carried out, by currency. */
    readonly committed: ReadonlyMap<string, Commitment>;
  }[];
}

/** What requests are formed by. */
export interface Scheduling {
  readonly currencyOf: CurrencyLookup['ofInstrument'];
  readonly sizeOf: BatchSize;
  readonly bundles: SetChanges['bundles'];
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Weighs every operation, gives claims their room, and puts all of them in order. */
export function schedule(
  { operations, edges, usable }: Graph,
  accounts: readonly DesiredAccount[],
  live: LiveIndex,
  { currencyOf, sizeOf, bundles, nowMs }: Scheduling,
): Scheduled {
  const models = accounts.map((account) => {
    const isRead = (kind: string): boolean => live.isComplete(account.id, kind);
    const model = createExposureModel({ account, live: live.all(), currencyOf, isRead, nowMs });
    return { account, model, before: model.load() };
  });
  const required = requirementsOf(edges);
  const weighed = models.map(({ account, model, before }) => {
    const own = withoutLateReleases(weigh(operations, required, account, model), required);
    return { own, edges: roomEdges(own, before, account.limits) };
  });
  const { steps, order, waits } = stepsOf(
    weighed.flatMap(({ own }) => own),
    {
      requirements: requirementsOf([...edges, ...weighed.flatMap((each) => each.edges)]),
      usable: usableWaitsOf(usable),
      sizeOf,
      bundles,
    },
  );
  return {
    steps: [...steps],
    order,
    waits,
    accounts: models.map(({ account, model, before }) => ({ account, before, committed: model.committed() })),
  };
}

/** Carries operations out in an order that respects what they require, so that each shows its effect. */
function weigh(
  operations: readonly Operation[],
  requirements: Requirements,
  account: DesiredAccount,
  model: ExposureModel,
): readonly Weighed[] {
  const own = operations.filter(({ subject }) => subject.accountId === account.id);
  const byNumber = new Map(own.map((operation) => [operation.number, operation]));
  const weighed = new Map<number, Weighed>();
  const visit = (operation: Operation | undefined): void => {
    if (operation === undefined || weighed.has(operation.number)) return;
    for (const number of requirements.of(operation.number).keys()) visit(byNumber.get(number));
    const effects = model.carryOut(operation);
    weighed.set(operation.number, { operation, accountId: account.id, effects, effect: effectOf(effects) });
  };
  for (const operation of own) visit(operation);
  // Sorted by number, the plan does not depend on the order of the visits.
  return [...weighed.values()].sort((a, b) => a.operation.number - b.operation.number);
}

/**
 * A release that can only follow a claim frees nothing in time for any other: claims wait for all releases, so that the
 * two would wait for each other. It counts as neutral.
 */
function withoutLateReleases(weighed: readonly Weighed[], requirements: Requirements): readonly Weighed[] {
  const byNumber = new Map(weighed.map((each) => [each.operation.number, each]));
  const followsClaim = new Map<number, boolean>();
  const isLate = ({ operation: { number } }: Weighed): boolean => {
    const known = followsClaim.get(number);
    if (known !== undefined) return known;
    // Until it is known, for a circle of requirements, which is refused elsewhere.
    followsClaim.set(number, false);
    const required = [...requirements.of(number).keys()]
      .map((each) => byNumber.get(each))
      .filter((each) => each !== undefined);
    const late = required.some((each) => each.effect === 'claim' || isLate(each));
    followsClaim.set(number, late);
    return late;
  };
  return weighed.map((each) =>
    each.effect === 'release' && isLate(each) ? { ...each, effect: 'neutral' } : each,
  );
}
