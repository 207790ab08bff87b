import type { Values } from '../values.ts';

/**
 * What is peculiar about updating and reading a record. Without it an update sends what changes and touches nothing else,
 * and lists show every field. Read by `planner/graph/operations.ts`, `planner/match/match.ts` and `live`.
 */
export interface UpdateCapability {
  /** An update sends every declared field, because what becomes of the others is not known. */
  readonly sentWhole?: true;
  /** Wire fields that only a single read shows, not a list (F-account-03). Default: lists show all. */
  readonly onSingleRead?: readonly string[];
  /** Wire fields that the platform unsets where a record gets these wire values. */
  cleared?(values: Values): readonly string[];
}
