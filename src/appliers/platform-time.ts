/** The platform's time, carried on between its answers by the local clock. */
export interface PlatformTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes the `Date` of an answer, in milliseconds since 1970. */
  note(date: number): void;
}

/** Starts from the `Date` of the latest answer; a wrong local clock counts only in the differences that it measures. */
export function platformTime(clock: { now(): number }, date: number): PlatformTime {
  let last = date;
  let notedAt = clock.now();
  return {
    now: () => last + Math.max(0, Math.trunc(clock.now() - notedAt)),
    note: (date) => {
      last = date;
      notedAt = clock.now();
    },
  };
}
