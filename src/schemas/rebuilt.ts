import type { Change, Violation } from './plan.ts';
import type { StateEntry } from './state-entry.ts';

/** What `state rebuild` found. */
export interface Rebuilt {
  /** Why the state there is cannot be used, `null` where it can. */
  readonly damage: string | null;
  readonly found: readonly StateEntry[];
  /** Addresses that several live records fit. */
  readonly ambiguous: readonly Pick<Violation, 'address' | 'message' | 'remedy'>[];
  /** Of what was found, changes to live values that are not as the document declares them. */
  readonly differing: readonly Change[];
  /** Addresses that no live record fits. */
  readonly missing: readonly string[];
}
