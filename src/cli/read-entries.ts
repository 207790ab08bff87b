import type { StateEntry } from '../schemas/state-entry.ts';
import { openStore } from '../state/open-store.ts';
import type { Context } from './context.ts';
import { limitSnapshot } from './scope.ts';
import { stateUrlFrom } from './settings.ts';

/** The entries of the state by address, of one account with `--account`; needs neither document nor platform. */
export async function readEntries(context: Context): Promise<readonly StateEntry[]> {
  const store = await openStore(stateUrlFrom(context), { mode: 'read' });
  try {
    return limitSnapshot(await store.read(), context.globals.account).entries;
  } finally {
    await store.close();
  }
}
