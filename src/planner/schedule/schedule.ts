import type { DesiredAccount } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import type { Plan } from '../../schemas/plan.ts';
import type { Commitment } from '../exposure/commitment.ts';
import type { CurrencyLookup } from '../exposure/currency.ts';
import { createExposureModel, type ExposureModel } from '../exposure/exposure-model.ts';
import type { Load } from '../exposure/load.ts';
import type { BatchSize } from '../graph/batch-size.ts';
import { requirementsOf, usableWaitsOf } from '../graph/edges.ts';
import type { SetChanges } from '../graph/set-changes.ts';
import type { Graph } from '../graph/writes.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { type AccountOperations, giveRoom } from './headroom.ts';
import { withoutLateReleases } from './late-releases.ts';
import type { Quantity } from './quantity.ts';
import { type RecordedWaits, stepsOf } from './steps.ts';
import { weigh } from './weigh.ts';
import type { Weighed } from './weighed.ts';

/** The requests of a plan, and the order that their operations go in. */
export interface Scheduled {
  readonly steps: Plan['steps'];
  readonly order: readonly Weighed[];
  /** Why operations and steps wait, as it was recorded while they were put in order. */
  readonly waits: RecordedWaits & {
    /** What each operation does to the load of its account, which says why it takes or frees room. */
    readonly loads: ReadonlyMap<number, Load>;
  };
  readonly accounts: readonly {
    readonly account: DesiredAccount;
    readonly before: Load;
    /** What can still be spent in all once everything is carried out, by currency. */
    readonly committed: ReadonlyMap<string, Commitment>;
    /** What of the load before and after is by records that nobody manages. */
    readonly others: { readonly before: Load; readonly after: Load };
  }[];
  /** What no order that was found keeps within its bound. */
  readonly lacking: readonly Quantity[];
}

/** What requests are formed by. */
export interface Scheduling {
  readonly currencyOf: CurrencyLookup['ofInstrument'];
  readonly sizeOf: BatchSize;
  readonly bundles: SetChanges['bundles'];
  /** True for a record that neither the document nor the state knows. */
  readonly isOthers: (record: LiveRecord) => boolean;
  /** The platform's time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Weighs every operation, gives claims their room, and puts all of them in order. */
export function schedule(
  { operations, edges, usable }: Graph,
  accounts: readonly DesiredAccount[],
  live: LiveIndex,
  { currencyOf, sizeOf, bundles, isOthers, nowMs }: Scheduling,
): Scheduled {
  const modelOf = (account: DesiredAccount): ExposureModel => {
    const isRead = (kind: string): boolean => live.isComplete(account.id, kind);
    return createExposureModel({ account, live: live.all(), currencyOf, isRead, isOthers, nowMs });
  };
  const models = accounts.map((account) => {
    const model = modelOf(account);
    return { account, model, before: model.load(), others: model.othersLoad() };
  });
  const required = requirementsOf(edges);
  const weighed = models.map(({ account, model, before }) => {
    const { weighed, shares } = weigh(operations, required, account, model);
    return { account, weighed: withoutLateReleases(weighed, required), shares, before };
  });
  const room = giveRoom(weighed, required);
  const formed = stepsOf(
    weighed.flatMap((each) => each.weighed),
    {
      requirements: requirementsOf([...edges, ...room.edges]),
      usable: usableWaitsOf(usable),
      sizeOf,
      bundles,
    },
  );
  const order = inPlace(formed.order, weighed, modelOf);
  const loads = new Map(order.map(({ effects }, index) => [index + 1, effects]));
  return {
    steps: [...formed.steps],
    order,
    waits: { ...formed.waits, loads },
    accounts: models.map(({ account, model, before, others }) => ({
      account,
      before,
      committed: model.committed(),
      others: { before: others, after: model.othersLoad() },
    })),
    lacking: room.lacking,
  };
}

/**
 * Operations with what each changes at its place in the order, which differs from what it changes at the place of its
 * number where several share what they change.
 */
function inPlace(
  order: readonly Weighed[],
  accounts: readonly AccountOperations[],
  modelOf: (account: DesiredAccount) => ExposureModel,
): readonly Weighed[] {
  const models = new Map(
    accounts
      .filter(({ shares }) => shares.some(({ members }) => members.length > 1))
      .map(({ account }) => [account.id, modelOf(account)]),
  );
  return order.map((each) => {
    const model = models.get(each.accountId);
    return model === undefined ? each : { ...each, effects: model.carryOut(each.operation).load };
  });
}
