import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** A state whose content is not what was written: it is of no more use, and `state rebuild` may set it aside. */
export class DamagedStateError extends AdsyncError {}

const rebuildRemedy =
  'Restore the state from a backup, or run `adsync state rebuild`: it sets the damaged state aside, and finds the resources again by name.';

/**
 * ADSYNC_STATE_UNREADABLE for a location: the reason is the second half of a sentence
 * (`is a folder`), the remedy says what to do.
 */
export function unreadable(location: string, reason: string, remedy: string, cause?: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_STATE_UNREADABLE', `The state ${location} ${reason}`, { remedy, cause });
}

/** ADSYNC_STATE_UNREADABLE for a state that can be opened but not be trusted; the reason as in `unreadable`. */
export function damaged(location: string, reason: string, cause?: unknown): DamagedStateError {
  const detail = { remedy: rebuildRemedy, cause };
  return new DamagedStateError('ADSYNC_STATE_UNREADABLE', `The state ${location} ${reason}`, detail);
}
