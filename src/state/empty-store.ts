import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { StateStore } from './store.ts';

/** What a state that does not exist yet holds, for reading only: taking a lock is ADSYNC_INTERNAL. */
export function emptyStore(location: string): StateStore {
  const refuse = () =>
    Promise.reject(new AdsyncError('ADSYNC_INTERNAL', `The state ${location} was opened for reading only`));
  return {
    location,
    read: () =>
      Promise.resolve({
        entries: [],
        bindings: [],
        policies: [],
        stops: [],
        stopped: [],
        openIntents: [],
        journal: 0,
        digestKey: undefined,
        sinceOutcomeMs: undefined,
      }),
    acquire: refuse,
    members: nothing,
    history: nothing,
    locks: () => Promise.resolve([]),
    beginStop: refuse,
    endStop: refuse,
    recordStopped: refuse,
    breakLocks: refuse,
    close: () => Promise.resolve(),
  };
}

async function* nothing(): AsyncGenerator<never> {}
