import { randomUUID } from 'node:crypto';
import { startHeartbeat } from '../../appliers/heartbeat.ts';
import { causeText } from '../../diagnostics/cause-text.ts';
import type { Binding } from '../../schemas/state-entry.ts';
import { currentHolder } from '../../state/holder.ts';
import { openStore } from '../../state/open-store.ts';
import {
  type Lease,
  leaseDurationMs,
  type RunStart,
  type StateSnapshot,
  type StateStore,
} from '../../state/store.ts';
import { closeAfter } from '../close-after.ts';
import type { Run } from '../run.ts';
import { limitSnapshot } from '../scope.ts';
import { waitForLock } from '../wait-for-lock.ts';

/** The state under the lock of the accounts that are edited. */
export interface Editing {
  readonly snapshot: StateSnapshot;
  readonly lease: Lease;
}

/** Opens the state, does the work, and closes it; a state that does not exist is empty for reading. */
export async function withState<T>(
  run: Pick<Run, 'stateUrl' | 'frontend'>,
  mode: 'read' | 'write',
  work: (store: StateStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(run.stateUrl, { mode });
  return await closeAfter(run, store, async () => await work(store));
}

/**
 * Edits a state that exists: `choose` gives the ids of the accounts to lock, and throws for what cannot be done before
 * anything is opened for writing. Throws ADSYNC_LOCK_HELD, and what `edit` throws.
 */
export async function editState<T>(
  run: Run,
  choose: (snapshot: StateSnapshot) => readonly string[],
  edit: (editing: Editing) => Promise<T>,
): Promise<T> {
  const read = async (store: StateStore): Promise<StateSnapshot> =>
    limitSnapshot(await store.read(), run.account);
  const before = await withState(run, 'read', read);
  const accounts = bindingsOf(before, choose(before));
  return await withState(run, 'write', async (store) =>
    underLock(run, { store, accounts }, async (lease) => edit({ snapshot: await read(store), lease })),
  );
}

export interface Locking {
  readonly store: StateStore;
  readonly accounts: readonly Binding[];
  /** The digest of the document that is worked with, where there is one. */
  readonly document?: string;
  /** As the history tells it; `state` unless said. */
  readonly command?: RunStart['command'];
}

/** Holds the locks of the accounts while the work is done. Throws ADSYNC_LOCK_HELD. */
export async function underLock<T>(
  run: Run,
  { store, accounts, document = '', command = 'state' }: Locking,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const start = { accounts, document, command };
  const holder = currentHolder(randomUUID());
  const lease = await waitForLock(run, async () => await store.acquire(start, holder));
  // A lock that is lost shows at the next record, which checks it.
  const stopHeartbeat = startHeartbeat(lease, () => undefined);
  let because: string | undefined;
  try {
    return await work(lease);
  } catch (error) {
    because = causeText(error);
    throw error;
  } finally {
    stopHeartbeat();
    await release(run, lease, because);
  }
}

/** A lock that cannot be freed runs out by itself: no reason to hide what became of the work. */
async function release({ frontend }: Run, lease: Lease, because: string | undefined): Promise<void> {
  try {
    await lease.release(because);
  } catch (error) {
    const seconds = leaseDurationMs / 1000;
    frontend.note(`The lock could not be freed, and is free within ${seconds} seconds: ${causeText(error)}`);
  }
}

function bindingsOf(snapshot: StateSnapshot, accountIds: readonly string[]): readonly Binding[] {
  const wanted = new Set(accountIds);
  return snapshot.bindings.filter(({ accountId }) => wanted.has(accountId));
}
