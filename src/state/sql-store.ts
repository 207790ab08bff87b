import { limitLeases, takeLocks } from './acquire.ts';
import type { Backend } from './backend.ts';
import { readHistory } from './history.ts';
import { createLease } from './lease.ts';
import { breakLocks, readLocks } from './locks.ts';
import { readMembers } from './members.ts';
import { rowReader } from './rows.ts';
import { readSnapshot } from './snapshot.ts';
import { beginStop, endStop, recordStopped } from './stops.ts';
import type { StateStore } from './store.ts';

/** The store over a database whose tables are current, or for reading older. */
export function createStore(backend: Backend): StateStore {
  const { location, version, shared } = backend;
  return {
    location,
    read: () => backend.read((tx) => readSnapshot(tx, backend)),
    acquire: async (start, holder) => {
      // Apart, so that it stays also where the lock is held. Of a database on a server, all have one clock.
      if (!shared) await backend.write(limitLeases);
      const tokens = await backend.write((write) => takeLocks(write, start, { holder, location, shared }));
      return createLease(backend, holder.run, tokens);
    },
    // Version 1 had none.
    members: (address) => (version === 1 ? noMembers() : readMembers(backend, address)),
    history: () => readHistory(backend),
    locks: () => backend.read((tx) => readLocks(tx, backend)),
    breakLocks: (locks, by) => backend.write((write) => breakLocks(write, locks, by)),
    beginStop: (stop, by, inPlaceOf) =>
      backend.write((write) =>
        beginStop(write, stop, by, { inPlaceOf, reader: rowReader(backend.location) }),
      ),
    endStop: (stop, by) => backend.write((write) => endStop(write, stop, by)),
    recordStopped: (changes) => backend.write((write) => recordStopped(write, changes)),
    close: () => backend.close(),
  };
}

async function* noMembers(): AsyncGenerator<never> {}
