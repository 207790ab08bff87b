/** Why a stream has to be opened again: its connection broke, the platform is not well, or it allows no more for now. */
export type StreamTrouble = 'broken' | 'unavailable' | 'rate_limit';

interface Pace {
  readonly longestMs: number;
  after(attempt: number): number;
}

const longestAskedMs = 16 * 60_000;

// As the platform asks for (F-event-12).
const paces: Readonly<Record<StreamTrouble, Pace>> = {
  broken: { longestMs: 16_000, after: (attempt) => 250 * attempt },
  unavailable: { longestMs: 320_000, after: (attempt) => 5000 * 2 ** (attempt - 1) },
  rate_limit: { longestMs: longestAskedMs, after: (attempt) => 60_000 * 2 ** (attempt - 1) },
};

/**
 * How long to wait before a stream is opened again, in milliseconds, after so many attempts in a row that brought nothing
 * (from 1): what the platform asks for where it does, else longer each time. `random` is from 0 to 1.
 */
export function reconnectDelayMs(
  trouble: StreamTrouble,
  { attempt, askedMs, random }: { attempt: number; askedMs?: number | undefined; random: number },
): number {
  if (askedMs !== undefined && askedMs > 0) return Math.min(longestAskedMs, askedMs) + random * 1000;
  const pace = paces[trouble];
  return Math.min(pace.longestMs, pace.after(attempt)) * (0.5 + random / 2);
}
