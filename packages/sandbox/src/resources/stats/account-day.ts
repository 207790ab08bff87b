const dayMs = 24 * 3600_000;

/** The instant (milliseconds since 1970) at which the day, `2026-12-01`, begins in the time zone. */
export function midnightIn(timezone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetAt(timezone, midnight);
  // The offset may change between the guess and the day that it was made from.
  return midnight - offsetAt(timezone, guess);
}

/** The number of the day in the time zone that the instant falls on. */
export function dayIn(timezone: string, instant: number): number {
  return Math.floor((instant + offsetAt(timezone, instant)) / dayMs);
}

/** Whether a day begins within the hour that begins at the instant. */
export function isMidnightIn(timezone: string, instant: number): boolean {
  return dayIn(timezone, instant - 1) !== dayIn(timezone, instant);
}

/** How far the time zone is ahead of UTC, in milliseconds; 0 for a name that is none. */
function offsetAt(timezone: string, instant: number): number {
  try {
    // Swedish has its dates in the order of ISO 8601.
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(instant);
    return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
