import type { Clock } from './clock.ts';

/**
 * Measures how much time has passed since now, in milliseconds. Of the machine's time and its even count the longer
 * one counts: the one can be set back, the other may stand still while the machine sleeps.
 */
export function startStopwatch({ now, monotonic = now }: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const begun = { time: now(), count: monotonic() };
  return () => Math.trunc(Math.max(0, now() - begun.time, monotonic() - begun.count));
}

/**
 * Measures how much time has passed since now for certain, in milliseconds: by the machine's even count alone, which
 * setting its time does not move.
 */
export function startCount({ now, monotonic = now }: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const begun = monotonic();
  return () => Math.trunc(monotonic() - begun);
}
