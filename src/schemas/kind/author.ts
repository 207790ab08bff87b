import type { Value } from '../values.ts';

/**
 * Who says it, for kinds that a user of the platform says. Without it nobody is named, and who asks does not matter. Read
 * by `planner/guards/author-guards.ts`; the caller is read from the platform only where a kind has it.
 */
export interface AuthorCapability {
  /** The wire field that names the user. */
  readonly field: string;
  /** The role that it takes to name somebody else than oneself. */
  readonly roleToActForOthers: string;
  /** What only oneself may say. */
  readonly ownOnly: { readonly field: string; readonly value: Value };
}
