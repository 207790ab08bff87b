import { setTimeout as sleep } from 'node:timers/promises';
import { explainSqliteError, isBusy } from './sqlite-error.ts';

/** How long a busy database is tried again, in milliseconds: well below the time to live of a lease. */
const patienceMs = 15_000;

/**
 * Does the work, again while another process keeps the database busy. It waits between the attempts without
 * blocking, so that a heartbeat goes on; SQLite's own busy timeout would stop the whole process.
 * Throws ADSYNC_STATE_UNREADABLE for what SQLite or the file system refuses, everything else unchanged.
 */
export async function retryWhileBusy<T>(location: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw explainSqliteError(location, error);
    }
    await sleep(2 + Math.random() * 20);
  }
}
