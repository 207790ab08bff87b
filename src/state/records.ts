import type { Transaction } from 'kysely';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';
import type { Write } from './backend.ts';
import { checksumOf } from './checksum.ts';
import { changeEntries } from './entries.ts';
import { appendRecord } from './journal.ts';
import { changeMembers } from './members.ts';
import { intentText, rowReader } from './rows.ts';
import { addToSeal } from './seal.ts';
import { followOwnChanges } from './stops.ts';
import type { MemberChanges, Outcome } from './store.ts';
import type { Database } from './tables.ts';

/** Whose record it is. */
interface By {
  readonly run: string;
  readonly accountId: string;
}

/** Appends an intent, open from then on, and returns its number. */
export async function recordIntent(write: Write, run: string, intent: Intent): Promise<number> {
  const { accountId } = intent;
  const number = await appendRecord(write, { run, kind: 'intent', accountId, data: intentText(intent) });
  const row = { number, account_id: accountId };
  const checksum = checksumOf.openIntent(row);
  await write.tx
    .insertInto('open_intents')
    .values({ ...row, checksum })
    .execute();
  // The number is known only now, after the record.
  await addToSeal(write.tx, [checksum]);
  return number;
}

/** Closes an intent, and changes the entries that follow from it. ADSYNC_INTERNAL for one that is not open. */
export async function recordOutcome(
  write: Write,
  {
    run,
    accountId,
    intent,
    outcome,
    location,
  }: By & {
    readonly intent: number;
    readonly outcome: Outcome;
    readonly location: string;
  },
): Promise<void> {
  const closed = await closeIntent(write.tx, intent, accountId);
  const changed = await changeEntries(write.tx, accountId, outcome);
  const { result, detail, put, remove, changed: own = [] } = outcome;
  await followOwnChanges(write, accountId, own, rowReader(location));
  const data = JSON.stringify({ intent, result, detail, put, remove });
  await appendRecord(write, { run, kind: 'outcome', accountId, data }, [-closed, ...changed]);
}

/** Changes entries, for a reason that the history tells. */
export async function recordEntries(
  write: Write,
  {
    run,
    accountId,
    ...changes
  }: By & {
    readonly reason: string;
    readonly put: readonly StateEntry[];
    readonly remove: readonly string[];
  },
): Promise<void> {
  const changed = await changeEntries(write.tx, accountId, changes);
  const { reason, put, remove } = changes;
  const data = JSON.stringify({ reason, put, remove });
  await appendRecord(write, { run, kind: 'entries', accountId, data }, changed);
}

/** Changes the members of an address; the history tells how many. */
export async function recordMembers(
  write: Write,
  { run, accountId, address, changes }: By & { readonly address: string; readonly changes: MemberChanges },
): Promise<void> {
  const { added, removed, checksums } = await changeMembers(write.tx, address, changes);
  const data = JSON.stringify({ address, added, removed });
  await appendRecord(write, { run, kind: 'members', accountId, data }, checksums);
}

/** Returns the checksum of the row that is gone. */
async function closeIntent(tx: Transaction<Database>, number: number, accountId: string): Promise<number> {
  const closed = await tx
    .deleteFrom('open_intents')
    .where('number', '=', number)
    .where('account_id', '=', accountId)
    .returning('checksum')
    .executeTakeFirst();
  if (closed !== undefined) return closed.checksum;
  throw new AdsyncError('ADSYNC_INTERNAL', `Record ${number} is not an open intent of account ${accountId}`);
}
