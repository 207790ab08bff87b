import type { Values } from '../values.ts';

/**
 * What deleting a record, or making a new one in its place, means. Without it both can be undone by declaring the same
 * again, and nothing is lost. Read by `planner/match/replacement.ts`, `planner/guards/replace-guards.ts` and the pages of
 * kinds.
 */
export interface ReplacementCapability {
  /** Deleting cannot be undone (F-campaign-10). The plan says so. Default: it can. */
  readonly irreversible?: true;
  /** What is lost when a new record takes the place of the old one; it then needs `lifecycle: { allow_replace: true }`. */
  readonly loses?: string;
  /** `loses` applies only if another resource refers to this one. */
  readonly losesOnlyWhenReferred?: true;
  /**
   * No two records may agree in all of these wire fields: where the old one stays, a new one in its place must differ in
   * one of them. With the code that the platform refuses it with.
   */
  readonly uniqueTogether?: { readonly wires: readonly string[]; readonly code: string };
  /** Wire fields that only a new record can take from `live` to `wanted`, though each of them could be updated alone. */
  fields?(wanted: Values, live: Values): readonly string[];
}
