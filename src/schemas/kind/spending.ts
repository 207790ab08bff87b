import type { Value, Values } from '../values.ts';

/** The status field that decides whether a record spends. */
export interface Activation {
  readonly field: string;
  readonly active: string;
  readonly paused: string;
  /** The limit under `limits` of the account that counts active records of the kind. */
  readonly limit: 'active_campaigns' | 'line_items';
}

/**
 * What one record can spend a day: an amount in micro units of a currency, no bound, or a bound beyond exact numbers.
 * Such a bound, which others may have set, counts as none; only reports tell the two apart.
 */
export type Exposure = { readonly currency: string; readonly daily: number | 'uncapped' | 'too large' };

/** What a daily budget bounds: a live amount beyond exact numbers is the text of its digits. */
export function dailyBound(budget: Value | undefined): Exposure['daily'] {
  if (typeof budget === 'number') return budget;
  return typeof budget === 'string' ? 'too large' : 'uncapped';
}

/**
 * How a record spends. Without it a record spends nothing by itself, has no status, and no limit counts it. Read by
 * `planner/exposure`, by the guards on money, and by whatever pauses and activates: `planner/graph/operations.ts`,
 * `planner/match/outcome.ts`, `appliers/guard-claims.ts`.
 */
export interface SpendingCapability {
  readonly activation: Activation;
  /**
   * The wire fields of the times between which it can spend: from the start on, before the end; null is no bound.
   * Default: it spends on the days on which anything beneath it can.
   */
  readonly flight?: { readonly start: string; readonly end: string };
  /**
   * The wire field that names the funding instrument, in whose currency its amounts and those beneath it are. Default:
   * that of its parent.
   */
  readonly fundedBy?: string;
  /** The wire field of the most that it spends in all, itself or what spends beneath it. */
  readonly totalBudget: string;
  /** Wire values of a parent under which its own daily budget counts. Default: it counts under any. */
  readonly budgetsUnder?: Values;
  /** What it can spend a day while ACTIVE, given its own and its parent's wire values; `undefined`: nothing. */
  exposure(own: Values, parent: Values | undefined): Exposure | undefined;
}
