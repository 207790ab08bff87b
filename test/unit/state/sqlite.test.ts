import { type OpenOptions, openStore } from '../../../src/state/open-store.ts';
import type { StateStore } from '../../../src/state/store.ts';
import { makeStateFile } from './fixtures/state-file.ts';
import { type Place, storeSuite } from './store-suite.ts';

/** SQLite in a folder of its own. */
function sqlitePlace(): Promise<Place> {
  const file = makeStateFile();
  const opened: StateStore[] = [];
  const open = async (options?: OpenOptions) => {
    const store = await openStore(file.url, options);
    opened.push(store);
    return store;
  };
  const remove = async () => {
    await Promise.all(opened.map((store) => store.close()));
    file.remove();
  };
  return Promise.resolve({ url: file.url, open, remove });
}

storeSuite('SQLite', sqlitePlace);
