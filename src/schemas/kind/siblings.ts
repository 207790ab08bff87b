import type { Values } from '../values.ts';

/**
 * How a kind stands among those under the same parent. Without it, resources under one parent are created and deleted in
 * any order, and say nothing about their parent. Read by `planner/graph` (order, requests) and `planner/guards`.
 */
export interface SiblingsCapability {
  /** Kinds under the same parent that are created before this one, and deleted after it. Default: none. */
  readonly createdAfter?: readonly string[];
  /** Wire fields that all under one parent share. A differing one is created only after the old siblings are deleted. */
  readonly sharedBySiblings?: readonly string[];
  /** They narrow what an active parent does, so that they change all at once, or while the parent is paused. */
  readonly restrictsParent?: true;
  /** An active parent without any reaches everybody: refused unless the document says so by an empty list. */
  readonly neededWhileActive?: true;
  /** Whether the platform makes such a record by itself under such a parent. Then it is never drift and never deleted. */
  madeByPlatform?(own: Values, parent: Values): boolean;
  /** The place of one with these wire values among those created under one parent: lower first. Default: 0. */
  creationRank?(own: Values): number;
}
