import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';
import { timeAt } from '../schemas/times.ts';
import type { Write } from './backend.ts';
import { newBindings } from './bindings.ts';
import { checksumOf } from './checksum.ts';
import { isAlive } from './holder.ts';
import { appendRecord } from './journal.ts';
import { type LeaseRow, rowReader } from './rows.ts';
import { addToSeal, ensureDigestKey } from './seal.ts';
import { type Holder, leaseDurationMs, type RunStart } from './store.ts';
import type { Database } from './tables.ts';

/** Who takes the locks, and in which state. */
export interface Taker {
  readonly holder: Holder;
  readonly location: string;
  /** Whether processes of several machines use the state. */
  readonly shared: boolean;
}

/**
 * Takes the lock of every account inside the caller's write transaction, and returns the token of each by account id.
 * Throws ADSYNC_STATE_MISMATCH, ADSYNC_LOCK_HELD, and then the transaction must end without a change.
 */
export async function takeLocks(
  write: Write,
  start: RunStart,
  taker: Taker,
): Promise<ReadonlyMap<string, number>> {
  const { tx } = write;
  const reader = rowReader(taker.location);
  const bound = await tx.selectFrom('bindings').selectAll().execute();
  const added = newBindings(bound.map(reader.binding), start.accounts);
  const accounts = [...new Map(start.accounts.map((account) => [account.accountId, account])).values()];
  const leases = await readLeases(tx, accounts, taker.location);
  refuseHeld(leases, accounts, ({ expiresAt }, holder) =>
    isHeld(holder, taker.shared, expiresAt > write.now),
  );
  await bind(tx, added);
  if (accounts.length > 0) await ensureDigestKey(tx);
  const byAccount = new Map(leases.map((lease) => [lease.accountId, lease]));
  const tokens = new Map<string, number>();
  for (const account of accounts) {
    const before = byAccount.get(account.accountId);
    tokens.set(account.accountId, await takeLock(write, { account, start, holder: taker.holder, before }));
  }
  return tokens;
}

/**
 * What lives on this machine may stand still for as long as it likes: it goes on when it is woken. Where the system
 * does not tell when a process began, another one may have its id by now, and the time decides as it does elsewhere.
 */
function isHeld(holder: Holder, shared: boolean, isRunning: boolean): boolean {
  const process = isAlive(holder, shared);
  if (process === 'alive' && holder.processStart !== '') return true;
  return process !== 'dead' && isRunning;
}

/**
 * Ends leases of machines whose clocks are ahead of this one within the time that a lease lasts, counted from now; a
 * holder that lives renews its lease before that.
 */
export async function limitLeases({ tx, now }: Write): Promise<void> {
  const latest = now + leaseDurationMs;
  await tx.updateTable('leases').set({ expires_at: latest }).where('expires_at', '>', latest).execute();
}

async function readLeases(
  tx: Transaction<Database>,
  accounts: readonly Binding[],
  location: string,
): Promise<readonly LeaseRow[]> {
  const accountIds = accounts.map((account) => account.accountId);
  if (accountIds.length === 0) return [];
  const rows = await tx.selectFrom('leases').selectAll().where('account_id', 'in', accountIds).execute();
  return rows.map(rowReader(location).lease);
}

function refuseHeld(
  leases: readonly LeaseRow[],
  accounts: readonly Binding[],
  isHeld: (lease: LeaseRow, holder: Holder) => boolean,
): void {
  const byAccount = Map.groupBy(leases, (lease) => lease.accountId);
  const [first, ...others] = accounts.flatMap((account) =>
    (byAccount.get(account.accountId) ?? []).flatMap((lease) =>
      lease.holder !== null && isHeld(lease, lease.holder) ? [whoHolds(account, lease, lease.holder)] : [],
    ),
  );
  if (first === undefined) return;
  throw new AdsyncError('ADSYNC_LOCK_HELD', first, {
    lines: others,
    remedy: `Wait until that run has ended, then run the command again. If it died, the lock is free within ${leaseDurationMs / 1000} seconds.`,
  });
}

/** A sentence about the holder. */
function whoHolds(account: Binding, lease: LeaseRow, { user, machine, pid }: Holder): string {
  const name = `${account.accountKey} (account ${account.accountId})`;
  return `${name} is locked by ${user} on ${machine}, process ${pid}, since ${timeAt(lease.acquiredAt)}`;
}

interface Taking {
  readonly account: Binding;
  readonly start: RunStart;
  readonly holder: Holder;
  /** The lock as it was, where the account was ever locked. */
  readonly before: LeaseRow | undefined;
}

async function takeLock(write: Write, { account, start, holder, before }: Taking): Promise<number> {
  const { tx, now } = write;
  const { accountId } = account;
  const token = (before?.token ?? 0) + 1;
  const taken = { account_id: accountId, token, holder: JSON.stringify(holder), acquired_at: now };
  const row = { ...taken, expires_at: now + leaseDurationMs, checksum: checksumOf.lease(taken) };
  await tx.deleteFrom('leases').where('account_id', '=', accountId).execute();
  await tx.insertInto('leases').values(row).execute();
  const data = JSON.stringify({ command: start.command, document: start.document, account, token, holder });
  const record = { run: holder.run, kind: 'run_started', accountId, data } as const;
  await appendRecord(write, record, [...(before === undefined ? [] : [-before.checksum]), row.checksum]);
  return token;
}

async function bind(tx: Transaction<Database>, added: readonly Binding[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ accountKey, accountId, host }) => {
    const row = { account_key: accountKey, account_id: accountId, host };
    return { ...row, checksum: checksumOf.binding(row) };
  });
  await tx.insertInto('bindings').values(rows).execute();
  await addToSeal(
    tx,
    rows.map(({ checksum }) => checksum),
  );
}
