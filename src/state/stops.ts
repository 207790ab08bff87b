import type { Transaction } from 'kysely';
import type { OwnChange, StandingStops, Stop, StoppedRecord } from '../schemas/stop.ts';
import type { Write } from './backend.ts';
import { checksumOf, negated } from './checksum.ts';
import { chunks } from './chunks.ts';
import { appendRecord } from './journal.ts';
import { type RowReader, stoppedText, stopText } from './rows.ts';
import { addToSeal } from './seal.ts';
import type { Holder } from './store.ts';
import type { Database } from './tables.ts';

/**
 * Makes a stop stand, once, and puts it into the history. It takes the place of another one of the account, if that
 * stands still, with all that is kept of what that paused: whoever is ending that one does not end this one.
 */
export async function beginStop(
  write: Write,
  stop: Stop,
  holder: Holder,
  { inPlaceOf, reader }: { readonly inPlaceOf: Stop | undefined; readonly reader: RowReader },
): Promise<void> {
  const { tx } = write;
  if (inPlaceOf !== undefined) {
    const rows = await tx
      .selectFrom('stopped')
      .selectAll()
      .where('stop_id', '=', inPlaceOf.id)
      .where('account_id', '=', stop.accountId)
      .execute();
    const put = rows.map(reader.stopped).map((record) => ({ ...record, stopId: stop.id }));
    await endStop(write, inPlaceOf, holder);
    await recordStopped(write, { put, remove: [] });
  }
  const row = { stop_id: stop.id, account_id: stop.accountId, data: stopText(stop) };
  const checksum = checksumOf.stop(row);
  await tx
    .insertInto('stops')
    .values({ ...row, checksum })
    .execute();
  await appendStop(write, 'stop_began', stop, holder, [checksum]);
}

/** Ends a stop of an account, with all that is kept of what it paused, and puts that into the history. */
export async function endStop(write: Write, stop: Stop, holder: Holder): Promise<void> {
  const { tx } = write;
  const ended = await tx
    .deleteFrom('stops')
    .where('stop_id', '=', stop.id)
    .where('account_id', '=', stop.accountId)
    .returning('checksum')
    .execute();
  const gone = await tx
    .deleteFrom('stopped')
    .where('stop_id', '=', stop.id)
    .where('account_id', '=', stop.accountId)
    .returning('checksum')
    .execute();
  if (ended.length > 0) await appendStop(write, 'stop_ended', stop, holder, negated([...ended, ...gone]));
}

async function appendStop(
  write: Write,
  kind: 'stop_began' | 'stop_ended',
  stop: Stop,
  holder: Holder,
  checksums: readonly number[],
): Promise<void> {
  const data = JSON.stringify({ stop, holder });
  await appendRecord(write, { run: holder.run, kind, accountId: stop.accountId, data }, checksums);
}

/** Changes what is kept of records that stops of one account pause: first what goes, then what comes in place of it. */
export async function recordStopped(
  { tx }: Write,
  { put, remove }: { readonly put: readonly StoppedRecord[]; readonly remove: readonly StoppedRecord[] },
): Promise<void> {
  const checksums: number[] = [];
  for (const { stopId, accountId, kind, id } of [...remove, ...put]) {
    const gone = await tx
      .deleteFrom('stopped')
      .where('stop_id', '=', stopId)
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .returning('checksum')
      .execute();
    checksums.push(...negated(gone));
  }
  const rows = put.map(toRow);
  for (const values of chunks(rows)) await tx.insertInto('stopped').values(values).execute();
  await addToSeal(tx, [...checksums, ...rows.map(({ checksum }) => checksum)]);
}

function toRow(record: StoppedRecord): Database['stopped'] {
  const { stopId, accountId, kind, id } = record;
  const row = { stop_id: stopId, account_id: accountId, kind, record_id: id, data: stoppedText(record) };
  return { ...row, checksum: checksumOf.stopped(row) };
}

/** The stops of an account that stand, with what they paused. */
export async function stopsOf(
  tx: Transaction<Database>,
  accountId: string,
  reader: RowReader,
): Promise<StandingStops> {
  const stops = await tx.selectFrom('stops').selectAll().where('account_id', '=', accountId).execute();
  // Nearly always none stands, and this is asked before each request that switches something on.
  if (stops.length === 0) return { stops: [], stopped: [] };
  const stopped = await tx.selectFrom('stopped').selectAll().where('account_id', '=', accountId).execute();
  return { stops: stops.map(reader.stop), stopped: stopped.map(reader.stopped) };
}

/** What stopped records of an account that were changed by adsync itself are kept as from then on. */
export async function followOwnChanges(
  write: Write,
  accountId: string,
  changes: readonly OwnChange[],
  reader: RowReader,
): Promise<void> {
  const { tx } = write;
  if (changes.length === 0) return;
  const rows = await tx
    .selectFrom('stopped')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'record_id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute();
  const put = rows.map(reader.stopped).flatMap((record) => {
    const change = changes.find(({ kind, id }) => kind === record.kind && id === record.id);
    return change?.before === record.updatedAt ? [{ ...record, updatedAt: change.after }] : [];
  });
  if (put.length > 0) await recordStopped(write, { put, remove: [] });
}

/** All stops that stand, the oldest first, with what they paused, and the rows that were read. */
export async function readStops(
  tx: Transaction<Database>,
  reader: RowReader,
): Promise<StandingStops & { readonly rows: readonly { readonly checksum: number }[] }> {
  const stops = await tx.selectFrom('stops').selectAll().orderBy('stop_id').orderBy('account_id').execute();
  const stopped = await tx
    .selectFrom('stopped')
    .selectAll()
    .orderBy('stop_id')
    .orderBy('account_id')
    .orderBy('kind')
    .orderBy('record_id')
    .execute();
  return {
    stops: stops.map(reader.stop).toSorted((one, other) => one.at.localeCompare(other.at)),
    stopped: stopped.map(reader.stopped),
    rows: [...stops, ...stopped],
  };
}
