const minuteMs = 60_000;
/** The most that `backfill_minutes` reaches back (F-event-01). */
const longestBackfill = 5;

/**
 * The parameters that ask a stream for what happened since a moment, both in milliseconds since 1970: the last minutes where
 * these are few, which no clock of this machine can get wrong, else the time itself (F-event-01).
 */
export function missedQuery(sinceMs: number, nowMs: number): Readonly<Record<string, string>> {
  const minutes = Math.max(1, Math.ceil((nowMs - sinceMs) / minuteMs));
  if (minutes <= longestBackfill) return { backfill_minutes: String(minutes) };
  return { start_time: `${new Date(sinceMs).toISOString().slice(0, 19)}Z` };
}
