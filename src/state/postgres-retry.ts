import { setTimeout as sleep } from 'node:timers/promises';
import { explainPostgresError, isConnectionLost } from './postgres-error.ts';

/** How long a server that is lost is looked for, in milliseconds: below the time to live of a lease. */
const patienceMs = 30_000;

/**
 * Does the work, again from its start when the connection is lost, such as while the server restarts.
 * Throws ADSYNC_STATE_UNREADABLE for what the server refuses, everything else unchanged.
 */
export async function retryWhileLost<T>(location: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = 20; ; waitMs = Math.min(2 * waitMs, 1_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > deadline)
        throw explainPostgresError(location, error);
    }
    await sleep(waitMs * (0.5 + Math.random()));
  }
}
