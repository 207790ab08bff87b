/** Time that a test can turn. Milliseconds. */
export interface Clock {
  now(): number;
  /** Counts on evenly however the machine's time is set; `now` where it is left out. */
  monotonic?(): number;
  /** May end early, with or without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
