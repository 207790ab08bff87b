import { z } from 'zod';
import { withinAnyPattern } from './address-pattern.ts';

/** A stop of one account: who paused what, when and why; while it stands, nothing beneath it is switched on. */
export const stopSchema = z.strictObject({
  /** The same for all accounts that were stopped at once. */
  id: z.string(),
  accountId: z.string(),
  /** Address patterns of what is stopped; none: all that adsync owns in the account. */
  patterns: z.array(z.string()).readonly(),
  /** Whether it stops everything in the account, also what no document declares. */
  all: z.boolean(),
  reason: z.string(),
  /** `user@machine`. */
  by: z.string(),
  /** ISO 8601, by the clock of who stopped it. */
  at: z.string(),
});
export type Stop = z.infer<typeof stopSchema>;

/** A record that a stop pauses. */
export const stoppedRecordSchema = z.strictObject({
  stopId: z.string(),
  accountId: z.string(),
  kind: z.string(),
  id: z.string(),
  /** What people call it. */
  name: z.string(),
  /** Where a document declared it; `null` where none did. */
  address: z.string().nullable(),
  /**
   * `pausing`: the request that pauses it may have been sent; `paused`: the platform has paused it for that;
   * `resuming`: so it has, and a request that switches it on again may have been sent.
   */
  phase: z.enum(['pausing', 'paused', 'resuming']),
  /** Platform time right before the latest such request, in milliseconds since 1970. */
  at: z.int(),
  /** When the platform last changed it: as read before it is paused, as answered once it is. */
  updatedAt: z.string().nullable(),
  /** The status that the last apply before the stop declared; `null`: it declared none. */
  declared: z.string().nullable().optional(),
});
export type StoppedRecord = z.infer<typeof stoppedRecordSchema>;

/** The stops that stand, and what they paused. */
export interface StandingStops {
  readonly stops: readonly Stop[];
  readonly stopped: readonly StoppedRecord[];
}

/** Whether something stands beneath a stop of its account; `address` is `null` for what no document declares. */
export function isBeneath(
  { patterns, all }: Pick<Stop, 'patterns' | 'all'>,
  address: string | null,
): boolean {
  if (all || address === null) return all;
  return patterns.length === 0 || withinAnyPattern(patterns)(address);
}

/** Whether a stop stands over a record: by its address, or because the stop pauses it, whatever its address is now. */
export function standsOver(
  stop: Stop,
  { address, record }: { readonly address: string | null; readonly record: RecordName | undefined },
  stopped: readonly StoppedRecord[],
): boolean {
  if (isBeneath(stop, address)) return true;
  return stopped.some(
    ({ stopId, accountId, kind, id }) =>
      stopId === stop.id && accountId === stop.accountId && kind === record?.kind && id === record.id,
  );
}

/** A record by its kind and the platform's id. */
interface RecordName {
  readonly kind: string;
  readonly id: string;
}

/** What a request changed of a record that a stop may have paused: when the platform had changed it last, before and after. */
export interface OwnChange {
  readonly kind: string;
  readonly id: string;
  readonly before: string;
  readonly after: string;
}
