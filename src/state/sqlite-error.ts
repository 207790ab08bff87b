import { z } from 'zod';
import { restoreRemedy, unreadable } from './unreadable.ts';

const sqliteErrorSchema = z.object({
  code: z.literal('ERR_SQLITE_ERROR'),
  errcode: z.int(),
  errstr: z.string(),
});
/** What `node:sqlite` throws for a stored integer beyond 2^53. */
const rangeErrorSchema = z.object({ code: z.literal('ERR_OUT_OF_RANGE') });
const systemErrorSchema = z.object({ code: z.string(), syscall: z.string() });

const rightsRemedy =
  'Check the path, and that this user may read and write the file and the folder it is in, or choose another place with --state.';
const againRemedy = 'Everything recorded so far is safe. Run the command again';

/** By SQLite's primary result code: the second half of the sentence, and what to do. */
const facts: ReadonlyMap<number, readonly [reason: string, remedy: string]> = new Map([
  [3, ['may not be opened', rightsRemedy]],
  [5, ['is kept busy by another process', `${againRemedy} when the other process has ended.`]],
  [6, ['is kept busy by another process', `${againRemedy} when the other process has ended.`]],
  [8, ['is read-only', rightsRemedy]],
  [10, ['cannot be read or written: the disk reports an error', `Check the disk. ${againRemedy}.`]],
  [11, ['is damaged', restoreRemedy]],
  [13, ['cannot be written: the disk is full', `Free some space. ${againRemedy}.`]],
  [14, ['cannot be opened', rightsRemedy]],
  [26, ['is not a database', restoreRemedy]],
]);

/** True where another connection holds the database just now, so that trying again helps. */
export function isBusy(error: unknown): boolean {
  const parsed = sqliteErrorSchema.safeParse(error);
  // The low byte is the primary code, the rest tells variants apart: https://www.sqlite.org/rescode.html
  return parsed.success && [5, 6].includes(parsed.data.errcode & 0xff);
}

/**
 * What to throw for an error: ADSYNC_STATE_UNREADABLE for one of SQLite or of the file system,
 * any other as it is, for it is nothing that the location explains.
 */
export function explainSqliteError(location: string, error: unknown): unknown {
  const sqlite = sqliteErrorSchema.safeParse(error);
  if (sqlite.success) {
    const [reason, remedy] = facts.get(sqlite.data.errcode & 0xff) ?? [
      'does not have the expected form',
      restoreRemedy,
    ];
    return unreadable(location, `${reason} (${sqlite.data.errstr})`, remedy, error);
  }
  if (rangeErrorSchema.safeParse(error).success) {
    return unreadable(location, 'holds a number that is out of range', restoreRemedy, error);
  }
  const system = systemErrorSchema.safeParse(error);
  if (system.success)
    return unreadable(location, `cannot be opened (${system.data.code})`, rightsRemedy, error);
  return error;
}
