import { takeLocks } from './acquire.ts';
import type { Backend } from './backend.ts';
import { createLease } from './lease.ts';
import { readSnapshot } from './snapshot.ts';
import type { StateStore } from './store.ts';

/** The store over a database whose tables are current. */
export function createStore(backend: Backend): StateStore {
  const { location, shared } = backend;
  return {
    location,
    read: () => backend.read((tx) => readSnapshot(tx, location)),
    acquire: async (start, holder) => {
      const tokens = await backend.write((write) => takeLocks(write, start, { holder, location, shared }));
      return createLease(backend, holder.run, tokens);
    },
    close: () => backend.close(),
  };
}
