import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { StateStore } from './store.ts';

/** What a state that does not exist yet holds, for reading only: taking a lock is ADSYNC_INTERNAL. */
export function emptyStore(location: string): StateStore {
  return {
    location,
    read: () => Promise.resolve({ entries: [], bindings: [], openIntents: [], journal: 0 }),
    acquire: () =>
      Promise.reject(new AdsyncError('ADSYNC_INTERNAL', `The state ${location} was opened for reading only`)),
    close: () => Promise.resolve(),
  };
}
