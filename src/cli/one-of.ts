import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** The word as one of a few. Throws ADSYNC_USAGE, which names them. */
export function oneOf<Word extends string>(words: readonly Word[], given: string, what: string): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new AdsyncError('ADSYNC_USAGE', `there is no ${what} called ${given}`, {
    remedy: `Write one of ${words.join(', ')}.`,
  });
}
