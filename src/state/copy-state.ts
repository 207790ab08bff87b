import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Backend, Write } from './backend.ts';
import { checksumOf } from './checksum.ts';
import { type CopiedTable, copiedTables, copyRows } from './copy-rows.ts';
import { appendRecord } from './journal.ts';
import { fillState, locationOf, openBackend, openForWriting } from './open-store.ts';
import { addToSeal } from './seal.ts';
import { readSnapshot } from './snapshot.ts';
import { createStore } from './sql-store.ts';
import type { Holder, Lease } from './store.ts';
import type { Database } from './tables.ts';

export interface CopyRequest {
  /** The URLs of two states. */
  readonly from: string;
  readonly to: string;
  readonly holder: Holder;
}

/** Where a state was copied from and to, for people, and how many rows of each table. */
export interface Copied {
  readonly from: string;
  readonly to: string;
  readonly rows: Readonly<Record<CopiedTable, number>>;
}

/**
 * Copies a state with everything that it holds to a place that holds nothing yet, under the lock of all its accounts;
 * the locks themselves are free in the copy. Throws ADSYNC_USAGE where there is nothing to copy or something in the
 * way, ADSYNC_LOCK_HELD, and what opening and reading throw; the copy is complete or not there.
 */
export async function copyState({ from, to, holder }: CopyRequest): Promise<Copied> {
  return await whileOpen(await openBackend(from, { mode: 'read' }), async (probe) => {
    if (probe === undefined) throw nothingToCopy(locationOf(from));
    return await whileOpen(
      await openForWriting(from),
      async (source) => await fillState(to, async (target) => await copyLocked(source, target, holder)),
    );
  });
}

async function whileOpen<B extends Backend | undefined, T>(
  backend: B,
  work: (backend: B) => Promise<T>,
): Promise<T> {
  try {
    return await work(backend);
  } finally {
    await backend?.close();
  }
}

async function copyLocked(source: Backend, target: Backend, holder: Holder): Promise<Copied> {
  const store = createStore(source);
  const { bindings: accounts, journal } = await store.read();
  if (journal === 0) throw nothingToCopy(source.location);
  await target.read(async (tx) => await requireEmpty(tx, target.location));
  const lease = await store.acquire({ accounts, document: '', command: 'state' }, holder);
  try {
    const rows = await source.read(
      async (tx) => await target.write(async (write) => await copyAll(tx, write, source, target, holder)),
    );
    await requireHeld(lease, source.location, target.location);
    return { from: source.location, to: target.location, rows };
  } finally {
    await lease.release();
  }
}

/** A copy may take longer than a lock lasts, and the one connection has no time to renew it meanwhile. */
async function requireHeld(lease: Lease, from: string, to: string): Promise<void> {
  try {
    await lease.renew();
  } catch (cause) {
    const message = `The state ${from} was taken over by another run while it was copied to ${to}`;
    const remedy = 'The copy may lack what that run did: remove it, and run the command again.';
    throw new AdsyncError('ADSYNC_LEASE_LOST', message, { remedy, cause });
  }
}

async function copyAll(
  from: Transaction<Database>,
  write: Write,
  source: Backend,
  target: Backend,
  holder: Holder,
): Promise<Copied['rows']> {
  const { tx } = write;
  await requireEmpty(tx, target.location);
  await readSnapshot(from, source);
  const counts: Record<CopiedTable, number> = {
    bindings: 0,
    resources: 0,
    policies: 0,
    stops: 0,
    stopped: 0,
    journal: 0,
    open_intents: 0,
    member_sets: 0,
    members: 0,
  };
  for (const table of copiedTables) counts[table] = await copyRows(from, tx, table);
  const { id, ...seal } = await from.selectFrom('seal').selectAll().executeTakeFirstOrThrow();
  await tx.updateTable('seal').set(seal).where('id', '=', id).execute();
  await addToSeal(tx, await copyLeases(from, tx));
  const data = JSON.stringify({ from: source.location, by: holder });
  await appendRecord(write, { run: holder.run, kind: 'copied', accountId: '', data });
  await readSnapshot(tx, target);
  return counts;
}

/** The copy is nobody's yet; tokens go along, so that they only rise. Returns the checksums that changed. */
async function copyLeases(
  from: Transaction<Database>,
  to: Transaction<Database>,
): Promise<readonly number[]> {
  const leases = await from.selectFrom('leases').selectAll().execute();
  const free = leases.map((lease) => ({
    ...lease,
    holder: null,
    checksum: checksumOf.lease({ ...lease, holder: null }),
  }));
  await to.insertInto('leases').values(free).execute();
  return [...leases.map(({ checksum }) => -checksum), ...free.map(({ checksum }) => checksum)];
}

async function requireEmpty(tx: Transaction<Database>, location: string): Promise<void> {
  const { journal } = await tx.selectFrom('seal').select('journal').executeTakeFirstOrThrow();
  if (journal === 0) return;
  throw new AdsyncError('ADSYNC_USAGE', `The state ${location} holds something already; nothing was copied`, {
    remedy: 'Name a place that holds no state yet.',
  });
}

function nothingToCopy(location: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `There is no state at ${location}: nothing was copied`, {
    remedy: 'Check the place that is copied from: sqlite:PATH, or postgres://USER@HOST/DATABASE.',
  });
}
