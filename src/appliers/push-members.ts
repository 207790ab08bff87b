import type { PlatformClient } from '../platform/client.ts';
import type { Values } from '../schemas/values.ts';
import type { MemberChanges } from '../state/store.ts';

/** Members to be brought to the audience above an address. */
interface MembersToPush {
  /** Of the operation: `acme-us/audiences/buyers/users`. */
  readonly address: string;
  readonly accountId: string;
  /** Of the calls, with the ids filled in. */
  readonly path: string;
  /** What was planned for it, by wire name. */
  readonly planned: Values;
  readonly client: PlatformClient;
  readonly stop: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
  /** Makes durable what an answered call has changed. */
  readonly record: (changes: MemberChanges) => Promise<void>;
}

/**
 * Pushes members in as many calls as it takes, each of which may be sent again without harm; `interrupted` where it was
 * stopped between two calls. Throws PlatformError for a call that failed for good, and another AdsyncError for what is
 * wrong with the members themselves.
 */
export type PushMembers = (members: MembersToPush) => Promise<'pushed' | 'interrupted'>;
