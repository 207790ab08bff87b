import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/state/open-store.ts';
import type { StateSnapshot } from '../../../src/state/store.ts';
import type { PostgresServer } from '../../support/postgres.ts';

/** Where the state of a trial is kept. */
export interface StatePlace {
  /** Of the program; a path is one in the trial's folder. */
  readonly url: string;
  /** Reads it as it lies there, changing nothing of it. */
  read(): Promise<StateSnapshot>;
}

/** A state in a file below the folder, read from a copy, so that the program finds it as the kill left it. */
export function fileState(folder: string): StatePlace {
  const kept = join(folder, '.adsync');
  const copy = join(folder, 'copy');
  return {
    url: 'sqlite:.adsync/state.db',
    read: async () => {
      await rm(copy, { recursive: true, force: true });
      await mkdir(kept, { recursive: true });
      await cp(kept, copy, { recursive: true });
      return await readState(`sqlite:${join(copy, 'state.db')}`);
    },
  };
}

/** A state in a database of its own on the server. */
export async function databaseState({ query, url }: PostgresServer, database: string): Promise<StatePlace> {
  await query(`create database ${database}`);
  return { url: url(database), read: async () => await readState(url(database)) };
}

/** Reads a state as `adsync plan` does. */
async function readState(url: string): Promise<StateSnapshot> {
  const store = await openStore(url, { mode: 'read' });
  try {
    return await store.read();
  } finally {
    await store.close();
  }
}
