import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** The error for a file that is there and is no profile that can be used: what is wrong with it, and what to do. */
export function profileInvalid(shown: string, what: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_PROFILE_INVALID', `${shown} cannot be used as a profile: ${what}`, {
    remedy,
  });
}
