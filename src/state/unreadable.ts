import { AdsyncError } from '../diagnostics/adsync-error.ts';

export const restoreRemedy =
  'Restore the state from a backup. Without one, begin a new one elsewhere with --state: the next plan finds the resources again by name and asks before it adopts them.';

/**
 * ADSYNC_STATE_UNREADABLE for a location: the reason is the second half of a sentence
 * (`is a folder`), the remedy says what to do.
 */
export function unreadable(location: string, reason: string, remedy: string, cause?: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_STATE_UNREADABLE', `The state ${location} ${reason}`, { remedy, cause });
}
