import { InvalidArgumentError } from 'commander';
import { momentOf, parseTime } from '../schemas/times.ts';
import { duration } from './duration.ts';

/** A moment as the command line names it: a time, or so many milliseconds ago. */
export type Moment = { readonly at: number } | { readonly ago: number };

/** Takes a time with an offset, or a duration such as `5m`. Throws InvalidArgumentError. */
export function moment(text: string): Moment {
  const read = parseTime(text);
  if ('time' in read) return { at: momentOf(read.time) };
  try {
    return { ago: duration(text) };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError('write a time such as 2026-11-20T10:00:00Z, or how long ago: 5m, 2h.');
  }
}

/** In milliseconds since 1970. */
export function sinceOf(given: Moment | undefined, nowMs: number): number | undefined {
  if (given === undefined) return undefined;
  return 'at' in given ? given.at : nowMs - given.ago;
}
