import type { MembersDifference } from './difference.ts';

/** How many of the members of an audience that were pushed last a push removes. */
export interface Removal {
  readonly removed: number;
  /** As many were pushed last. */
  readonly pushed: number;
}

/** The removal in a difference; who is sent again for a longer time stays. */
export function removalIn({ remove, replaced, stay }: MembersDifference): Removal {
  return { removed: remove.length, pushed: remove.length + replaced.size + stay };
}
