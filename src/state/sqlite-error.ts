import { z } from 'zod';
import { damaged, unreadable } from './unreadable.ts';

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

/** By SQLite's result code, or its primary one: the second half of the sentence, and what to do unless the content is at fault. */
const facts: ReadonlyMap<number, readonly [reason: string, remedy?: string]> = new Map([
  [3, ['may not be opened', rightsRemedy]],
  [5, ['is kept busy by another process', `${againRemedy} when the other process has ended.`]],
  [6, ['is kept busy by another process', `${againRemedy} when the other process has ended.`]],
  [8, ['is read-only', rightsRemedy]],
  [10, ['cannot be read or written: the disk reports an error', `Check the disk. ${againRemedy}.`]],
  [11, ['is damaged']],
  [13, ['cannot be written: the disk is full', `Free some space. ${againRemedy}.`]],
  [14, ['cannot be opened', rightsRemedy]],
  [26, ['is not a database']],
  // A write that failed, such as beyond a quota: https://www.sqlite.org/rescode.html#ioerr_write
  [
    778,
    ['cannot be written: the disk is full or faulty', `Free some space, or check the disk. ${againRemedy}.`],
  ],
  // A read that found less than a page: https://www.sqlite.org/rescode.html#ioerr_short_read
  [522, ['ends too early']],
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
    const { errcode } = sqlite.data;
    const fact = facts.get(errcode) ?? facts.get(errcode & 0xff) ?? ['does not have the expected form'];
    const reason = `${fact[0]} (${sqlite.data.errstr})`;
    return fact[1] === undefined
      ? damaged(location, reason, error)
      : unreadable(location, reason, fact[1], error);
  }
  if (rangeErrorSchema.safeParse(error).success) {
    return damaged(location, 'holds a number that is out of range', error);
  }
  const system = systemErrorSchema.safeParse(error);
  if (system.success)
    return unreadable(location, `cannot be opened (${system.data.code})`, rightsRemedy, error);
  return error;
}
