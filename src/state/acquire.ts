import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';
import { newBindings } from './bindings.ts';
import { isAlive } from './holder.ts';
import { appendRecord } from './journal.ts';
import { type LeaseRow, rowReader } from './rows.ts';
import { type Holder, leaseDurationMs, type RunStart } from './store.ts';
import type { Database } from './tables.ts';

/** Who takes the locks, and when, in milliseconds since 1970. */
export interface Taker {
  readonly holder: Holder;
  readonly now: number;
  readonly location: string;
}

/**
 * Takes the lock of every account inside the caller's write transaction, and returns the token of each by account id.
 * Throws ADSYNC_STATE_MISMATCH, ADSYNC_LOCK_HELD, and then the transaction must end without a change.
 */
export async function takeLocks(
  tx: Transaction<Database>,
  start: RunStart,
  taker: Taker,
): Promise<ReadonlyMap<string, number>> {
  const reader = rowReader(taker.location);
  const bound = await tx.selectFrom('bindings').selectAll().execute();
  const added = newBindings(bound.map(reader.binding), start.accounts);
  const accounts = [...new Map(start.accounts.map((account) => [account.accountId, account])).values()];
  const leases = await readLeases(tx, accounts, taker.location);
  refuseHeld(leases, accounts, taker.now);
  if (added.length > 0) await tx.insertInto('bindings').values(added.map(toBindingRow)).execute();
  const tokens = new Map<string, number>();
  for (const account of accounts) {
    tokens.set(account.accountId, await takeLock(tx, account, start, taker));
  }
  return tokens;
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

function refuseHeld(leases: readonly LeaseRow[], accounts: readonly Binding[], now: number): void {
  const byAccount = Map.groupBy(leases, (lease) => lease.accountId);
  const [first, ...others] = accounts.flatMap((account) =>
    (byAccount.get(account.accountId) ?? []).flatMap((lease) => whoHolds(account, lease, now)),
  );
  if (first === undefined) return;
  throw new AdsyncError('ADSYNC_LOCK_HELD', first, {
    lines: others,
    remedy: `Wait until that run has ended, then run the command again. If it died, the lock is free within ${leaseDurationMs / 1000} seconds.`,
  });
}

/** A sentence about the holder, or none where the lock is free to take. */
function whoHolds(account: Binding, { holder, ...lease }: LeaseRow, now: number): readonly string[] {
  if (holder === null || lease.expiresAt <= now || isAlive(holder) === 'dead') return [];
  const name = `${account.accountKey} (account ${account.accountId})`;
  const since = isoTime(lease.acquiredAt);
  return [`${name} is locked by ${holder.user} on ${holder.machine}, process ${holder.pid}, since ${since}`];
}

async function takeLock(
  tx: Transaction<Database>,
  account: Binding,
  start: RunStart,
  { holder, now }: Taker,
): Promise<number> {
  const { accountId } = account;
  const taken = { holder: JSON.stringify(holder), acquired_at: now, expires_at: now + leaseDurationMs };
  const { token } = await tx
    .insertInto('leases')
    .values({ account_id: accountId, token: 1, ...taken })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((row) => ({ ...taken, token: row('leases.token', '+', 1) })),
    )
    .returning('token')
    .executeTakeFirstOrThrow();
  const data = JSON.stringify({ command: start.command, document: start.document, account, token, holder });
  await appendRecord(tx, { at: now, run: holder.run, kind: 'run_started', accountId, data });
  return token;
}

function toBindingRow(binding: Binding): Database['bindings'] {
  return { account_key: binding.accountKey, account_id: binding.accountId, host: binding.host };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
