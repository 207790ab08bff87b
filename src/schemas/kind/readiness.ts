import type { Value } from '../values.ts';

/**
 * When others can use a record, and how long it is there. Without it a record can be used at once, and stays until it is
 * deleted. Read by `planner/graph/readiness.ts`, `appliers/await-usable.ts` and `planner/match/find-live.ts`.
 */
export interface ReadinessCapability {
  /** What a record shows before the kinds `by` that refer to it can use it. A plan waits for that. */
  readonly usableWhen?: {
    readonly field: string;
    readonly value: Value;
    readonly by: readonly string[];
  };
  /** The wire field of the time at which it becomes something else and leaves the lists. Its absence then is no drift. */
  readonly expiresAt?: string;
}
