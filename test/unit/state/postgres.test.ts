import { afterAll, beforeAll } from 'vitest';
import { type OpenOptions, openStore } from '../../../src/state/open-store.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type Place, storeSuite } from './store-suite.ts';

let server: PostgresServer;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.remove());

/** A schema of its own in the one database; it goes with the server. */
function postgresPlace(): Promise<Place> {
  schemas += 1;
  const url = server.url('postgres', `?search_path=state_${schemas}`);
  const opened: StateStore[] = [];
  const open = async (options?: OpenOptions) => {
    const store = await openStore(url, options);
    opened.push(store);
    return store;
  };
  const remove = async () => {
    await Promise.all(opened.map((store) => store.close()));
  };
  return Promise.resolve({ url, open, remove });
}

storeSuite('PostgreSQL', postgresPlace, true);
