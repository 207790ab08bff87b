import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { recordAccountKey } from './account-key.ts';
import type { Backend, Write } from './backend.ts';
import { checksumOf } from './checksum.ts';
import { appendRecord } from './journal.ts';
import { heldLease } from './locks.ts';
import { accountAt } from './members.ts';
import { recordPolicy } from './policies.ts';
import { recordEntries, recordIntent, recordMembers, recordOutcome } from './records.ts';
import { rowReader } from './rows.ts';
import { recordSandbox } from './sandbox.ts';
import { stopsOf } from './stops.ts';
import { type Lease, leaseDurationMs } from './store.ts';
import type { Database } from './tables.ts';

/** The lease of a run over the accounts it has tokens for, by account id. */
export function createLease(backend: Backend, run: string, tokens: ReadonlyMap<string, number>): Lease {
  /** Fences the work: it is done in the same transaction that has found the account still held, or not at all. */
  const fenced = <T>(accountId: string, work: (write: Write) => Promise<T>): Promise<T> =>
    backend.write(async (write) => {
      await hold(write, accountId, tokens);
      return work(write);
    });
  return {
    run,
    renew: () =>
      backend.write(async (write) => {
        for (const accountId of tokens.keys()) await hold(write, accountId, tokens);
      }),
    recordIntent: (intent) => fenced(intent.accountId, (write) => recordIntent(write, run, intent)),
    recordOutcome: (intent, accountId, outcome) =>
      fenced(accountId, (write) =>
        recordOutcome(write, { run, accountId, intent, outcome, location: backend.location }),
      ),
    recordEntries: (accountId, reason, put, remove) =>
      fenced(accountId, (write) => recordEntries(write, { run, accountId, reason, put, remove })),
    recordAccountKey: (accountId, accountKey) =>
      fenced(accountId, (write) =>
        recordAccountKey(write, { run, accountId, accountKey, location: backend.location }),
      ),
    recordSandbox: (accountId, sandbox) =>
      fenced(accountId, (write) => recordSandbox(write, { accountId, sandbox, location: backend.location })),
    recordMembers: (address, changes) =>
      backend.write(async (write) => {
        const accountId = await accountAt(write.tx, address);
        await hold(write, accountId, tokens);
        await recordMembers(write, { run, accountId, address, changes });
      }),
    recordConsents: (accountId, consents) =>
      fenced(accountId, async (write) => {
        const data = JSON.stringify({ consents });
        await appendRecord(write, { run, kind: 'consents', accountId, data });
      }),
    standingStops: (accountId) => backend.read((tx) => stopsOf(tx, accountId, rowReader(backend.location))),
    recordPolicy: (remembered) =>
      fenced(remembered.accountId, (write) => recordPolicy(write, run, remembered)),
    release: (because) =>
      backend.write(async (write) => {
        const data = JSON.stringify({ because });
        for (const [accountId, token] of tokens) {
          const changed = await letGo(write.tx, accountId, token);
          if (changed === undefined) continue;
          await appendRecord(write, { run, kind: 'run_ended', accountId, data }, changed);
        }
      }),
  };
}

/** Renews the lock of an account; the one statement is check and renewal, so that nobody comes in between. */
async function hold(
  { tx, now }: Write,
  accountId: string,
  tokens: ReadonlyMap<string, number>,
): Promise<void> {
  const token = tokens.get(accountId);
  if (token === undefined)
    throw new AdsyncError('ADSYNC_INTERNAL', `This run has not locked account ${accountId}`);
  const { numUpdatedRows } = await tx
    .updateTable('leases')
    .set({ expires_at: now + leaseDurationMs })
    .where('account_id', '=', accountId)
    .where('token', '=', token)
    .where('holder', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  throw new AdsyncError('ADSYNC_LEASE_LOST', `This run no longer holds the lock of account ${accountId}`, {
    remedy:
      'Run the command again: it finds out by reading what became of the requests under way, and goes on.',
  });
}

/** Frees the lock while the token still holds it; returns the checksums that changed, `undefined` where it does not. */
async function letGo(
  tx: Transaction<Database>,
  accountId: string,
  token: number,
): Promise<readonly number[] | undefined> {
  const held = await heldLease(tx, accountId, token);
  if (held === undefined) return undefined;
  const checksum = checksumOf.lease({ ...held, holder: null });
  await tx
    .updateTable('leases')
    .set({ holder: null, checksum })
    .where('account_id', '=', accountId)
    .execute();
  return [-held.checksum, checksum];
}
