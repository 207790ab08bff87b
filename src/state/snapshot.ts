import type { Transaction } from 'kysely';
import type { AdsyncError } from '../diagnostics/adsync-error.ts';
import { checksumOf, sumOf } from './checksum.ts';
import { policiesVersion, stopsVersion } from './migrations.ts';
import { type OpenIntentRow, rowReader } from './rows.ts';
import { readStops } from './stops.ts';
import type { StateSnapshot } from './store.ts';
import type { Database } from './tables.ts';
import { damaged } from './unreadable.ts';

/**
 * The whole state within one transaction; entries by address, bindings by key. Throws ADSYNC_STATE_UNREADABLE where
 * a row is not what was written, and where rows are lost or came from nowhere.
 */
export async function readSnapshot(
  tx: Transaction<Database>,
  { location, version }: { readonly location: string; readonly version: number },
): Promise<StateSnapshot> {
  const reader = rowReader(location);
  const resources = await tx.selectFrom('resources').selectAll().orderBy('address').execute();
  const bindings = await tx.selectFrom('bindings').selectAll().orderBy('account_key').execute();
  const intents = await readOpenIntents(tx);
  const leases = await tx.selectFrom('leases').selectAll().execute();
  const snapshot = {
    entries: resources.map(reader.entry),
    bindings: bindings.map(reader.binding),
    openIntents: intents.map(reader.openIntent),
  };
  for (const lease of leases) reader.lease(lease);
  const { journal, sinceOutcomeMs } = await readEnd(tx);
  if (version === 1) return { ...snapshot, ...none, journal, digestKey: undefined, sinceOutcomeMs };
  const sets = await tx.selectFrom('member_sets').selectAll().execute();
  const policies =
    version < policiesVersion
      ? []
      : await tx.selectFrom('policies').selectAll().orderBy('account_id').execute();
  const {
    stops,
    stopped,
    rows: stopRows,
  } = version < stopsVersion ? { ...none, rows: [] } : await readStops(tx, reader);
  const rows = [...resources, ...bindings, ...intents, ...leases, ...sets, ...policies, ...stopRows];
  const seal = await readSeal(tx, location, rows);
  if (seal.journal !== journal) throw doesNotAddUp(location);
  return {
    ...snapshot,
    policies: policies.map(reader.policy),
    stops,
    stopped,
    ...seal,
    sinceOutcomeMs,
  };
}

/** What versions that did not know of it remember. */
const none = { policies: [], stops: [], stopped: [] } as const;

async function readOpenIntents(tx: Transaction<Database>): Promise<readonly OpenIntentRow[]> {
  const open = await tx.selectFrom('open_intents').selectAll().orderBy('number').execute();
  if (open.length === 0) return [];
  const records = await tx
    .selectFrom('journal')
    .selectAll()
    .where(
      'number',
      'in',
      open.map(({ number }) => number),
    )
    .execute();
  const byNumber = new Map(records.map((record) => [record.number, record]));
  return open.map((row) => ({ ...row, record: byNumber.get(row.number) ?? null }));
}

/** What the state says of itself, once it agrees with the rows. */
async function readSeal(
  tx: Transaction<Database>,
  location: string,
  rows: readonly { readonly checksum: number }[],
): Promise<Pick<StateSnapshot, 'journal' | 'digestKey'>> {
  const seal = await tx.selectFrom('seal').selectAll().executeTakeFirst();
  const key = seal?.digest_key ?? null;
  const total = sumOf([
    ...rows.map(({ checksum }) => checksum),
    ...(key === null ? [] : [checksumOf.digestKey(key)]),
  ]);
  if (seal === undefined || seal.total !== total) throw doesNotAddUp(location);
  return { journal: seal.journal, digestKey: key === null ? undefined : Buffer.from(key, 'hex') };
}

/**
 * The number of the last record of the journal, and how long before it the last outcome was recorded: that of a request
 * of an apply, or the end of a stop, which follows requests too.
 */
async function readEnd(
  tx: Transaction<Database>,
): Promise<Pick<StateSnapshot, 'journal' | 'sinceOutcomeMs'>> {
  const backwards = tx.selectFrom('journal').orderBy('number', 'desc').limit(1);
  const last = await backwards
    .select([
      'number',
      'at',
      backwards.select('at').where('kind', 'in', ['outcome', 'stop_ended']).as('outcome_at'),
    ])
    .executeTakeFirst();
  if (last === undefined) return { journal: 0, sinceOutcomeMs: undefined };
  const { number, at, outcome_at: outcomeAt } = last;
  return { journal: number, sinceOutcomeMs: outcomeAt === null ? undefined : at - outcomeAt };
}

function doesNotAddUp(location: string): AdsyncError {
  return damaged(location, 'is damaged (its rows do not add up)');
}
