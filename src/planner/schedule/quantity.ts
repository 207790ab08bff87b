import type { Operation } from '../graph/operations.ts';

/** One bounded quantity under the operations of an account: a count, or what can be spent on one day. */
export interface Quantity {
  readonly accountId: string;
  /** `active_campaigns`, `line_items`, `uncapped USD`, or `exposure USD`. */
  readonly name: string;
  readonly before: number;
  readonly bound: number;
  readonly amounts: readonly Amount[];
}

/** What one operation, or several together, take of a quantity, or, below 0, free. */
export interface Amount {
  readonly members: readonly Operation[];
  readonly amount: number;
}
