import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Backend, Write } from './backend.ts';
import { changeEntries, type EntryChanges } from './entries.ts';
import { appendRecord } from './journal.ts';
import { intentText } from './rows.ts';
import { type Lease, leaseDurationMs, type Outcome } from './store.ts';
import type { Database, JournalKind } from './tables.ts';

/** The lease of a run over the accounts it has tokens for, by account id. */
export function createLease(backend: Backend, run: string, tokens: ReadonlyMap<string, number>): Lease {
  /** Fences the work: it is done in the same transaction that has found the account still held, or not at all. */
  const fenced = <T>(accountId: string, work: (write: Write) => Promise<T>): Promise<T> =>
    backend.write(async (write) => {
      await hold(write, accountId, tokens);
      return work(write);
    });
  const append = (write: Write, kind: JournalKind, accountId: string, data: string): Promise<number> =>
    appendRecord(write, { run, kind, accountId, data });
  return {
    run,
    renew: () =>
      backend.write(async (write) => {
        for (const accountId of tokens.keys()) await hold(write, accountId, tokens);
      }),
    recordIntent: (intent) =>
      fenced(intent.accountId, async (write) => {
        const number = await append(write, 'intent', intent.accountId, intentText(intent));
        await write.tx.insertInto('open_intents').values({ number, account_id: intent.accountId }).execute();
        return number;
      }),
    recordOutcome: (intent, accountId, outcome) =>
      fenced(accountId, async (write) => {
        await closeIntent(write.tx, intent, accountId);
        await changeEntries(write.tx, accountId, outcome);
        await append(write, 'outcome', accountId, outcomeText(intent, outcome));
      }),
    recordEntries: (accountId, reason, put, remove) =>
      fenced(accountId, async (write) => {
        await changeEntries(write.tx, accountId, { put, remove });
        await append(write, 'entries', accountId, JSON.stringify({ reason, put, remove }));
      }),
    release: () =>
      backend.write(async (write) => {
        for (const [accountId, token] of tokens) {
          if (await letGo(write.tx, accountId, token)) await append(write, 'run_ended', accountId, '{}');
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

async function letGo(tx: Transaction<Database>, accountId: string, token: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leases')
    .set({ holder: null })
    .where('account_id', '=', accountId)
    .where('token', '=', token)
    .where('holder', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function closeIntent(tx: Transaction<Database>, number: number, accountId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('open_intents')
    .where('number', '=', number)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return;
  throw new AdsyncError('ADSYNC_INTERNAL', `Record ${number} is not an open intent of account ${accountId}`);
}

function outcomeText(intent: number, outcome: Outcome & EntryChanges): string {
  const { result, detail, put, remove } = outcome;
  return JSON.stringify({ intent, result, detail, put, remove });
}
