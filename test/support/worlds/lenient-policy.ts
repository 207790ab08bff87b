import type { DesiredDocument } from '../../../src/schemas/desired.ts';

/** A policy that refuses nothing but what undoes the changes of people. */
export const lenientPolicy: DesiredDocument['policy'] = {
  maxDeletes: { percent: 100 },
  maxUpdates: undefined,
  maxDailyBudget: undefined,
  maxDailyBudgetIncrease: undefined,
  maxBudgetFactor: Number.POSITIVE_INFINITY,
  maxBid: undefined,
  maxBidFactor: Number.POSITIVE_INFINITY,
  maxMemberRemovals: { percent: 100 },
  undoDrift: 'ask',
  forbid: [],
  flights: { maxDays: undefined, earliest: undefined, latest: undefined },
  freeze: [],
  names: {},
};
