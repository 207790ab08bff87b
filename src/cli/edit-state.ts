import { randomUUID } from 'node:crypto';
import { startHeartbeat } from '../appliers/heartbeat.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';
import { currentHolder } from '../state/holder.ts';
import { openStore } from '../state/open-store.ts';
import type { Lease, RunStart, StateSnapshot, StateStore } from '../state/store.ts';
import { approve } from './approve.ts';
import type { Context } from './context.ts';
import { Interrupted, type Interrupts, watchInterrupts } from './interrupts.ts';
import { limitSnapshot } from './scope.ts';
import { stateUrlFrom } from './settings.ts';
import { untilFree } from './until-free.ts';

/** The state under the lock of the accounts that are edited. */
export interface Editing {
  readonly snapshot: StateSnapshot;
  readonly lease: Lease;
  /** Asks, unless that was agreed to beforehand; throws ADSYNC_DECLINED, Interrupted. */
  readonly confirm: (question: string, yes: boolean) => Promise<void>;
}

/** Opens the state, does the work, and closes it; a state that does not exist is empty for reading. */
export async function withState<T>(
  context: Context,
  mode: 'read' | 'write',
  work: (store: StateStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(stateUrlFrom(context), { mode });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Edits a state that exists: `choose` gives the ids of the accounts to lock, and throws for what cannot be done before
 * anything is opened for writing. Gives the exit code. Throws ADSYNC_LOCK_HELD, and what `edit` throws.
 */
export async function editState(
  context: Context,
  choose: (snapshot: StateSnapshot) => readonly string[],
  edit: (editing: Editing) => Promise<number>,
): Promise<number> {
  const read = async (store: StateStore): Promise<StateSnapshot> =>
    limitSnapshot(await store.read(), context.globals.account);
  const before = await withState(context, 'read', read);
  const accounts = bindingsOf(before, choose(before));
  return await untilInterrupted(context, async (interrupts) =>
    withState(context, 'write', async (store) =>
      underLock(context, { store, accounts, interrupts }, async (lease) =>
        edit({
          snapshot: await read(store),
          lease,
          confirm: async (question, yes) => await confirm(context, question, { yes, interrupts }),
        }),
      ),
    ),
  );
}

/** Does work that asks, and gives 130 where the user interrupts it. */
export async function untilInterrupted(
  context: Context,
  work: (interrupts: Interrupts) => Promise<number>,
): Promise<number> {
  const interrupts = watchInterrupts(context);
  try {
    return await work(interrupts);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    throw error;
  } finally {
    interrupts.done();
  }
}

export interface Locking {
  readonly store: StateStore;
  readonly accounts: readonly Binding[];
  readonly interrupts: Interrupts;
  /** The digest of the document that is worked with, where there is one. */
  readonly document?: string;
  /** As the history tells it; `state` unless said. */
  readonly command?: RunStart['command'];
}

/** Holds the locks of the accounts while the work is done. Throws ADSYNC_LOCK_HELD. */
export async function underLock<T>(
  context: Context,
  { store, accounts, interrupts, document = '', command = 'state' }: Locking,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const start = { accounts, document, command };
  const holder = currentHolder(randomUUID());
  const take = async (): Promise<Lease> => await store.acquire(start, holder);
  const lease = await untilFree(context, interrupts.signal, take);
  // A lock that is lost shows at the next record, which checks it.
  const stopHeartbeat = startHeartbeat(lease, () => undefined);
  try {
    return await work(lease);
  } finally {
    stopHeartbeat();
    await lease.release();
  }
}

/** Asks on the terminal unless `yes`. Throws ADSYNC_DECLINED for any answer but yes, Interrupted. */
export async function confirm(
  context: Context,
  question: string,
  { yes, interrupts }: { readonly yes: boolean; readonly interrupts: Interrupts },
): Promise<void> {
  if (yes) return;
  try {
    await approve(context, question, interrupts);
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    const asked = context.io.stdin.isTTY === true;
    throw new AdsyncError(
      'ADSYNC_DECLINED',
      asked
        ? 'the answer was not yes; nothing was changed'
        : 'there is no terminal to ask on; nothing was changed',
      { remedy: 'With --yes the command does not ask.', cause: error },
    );
  }
}

function bindingsOf(snapshot: StateSnapshot, accountIds: readonly string[]): readonly Binding[] {
  const wanted = new Set(accountIds);
  return snapshot.bindings.filter(({ accountId }) => wanted.has(accountId));
}
