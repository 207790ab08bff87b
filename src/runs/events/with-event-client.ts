import type { TextClient } from '../../platform/client.ts';
import { closeAfter } from '../close-after.ts';
import { unlessInterrupted } from '../interrupted.ts';
import type { Run } from '../run.ts';
import { openClient } from '../session.ts';

/** Reads with a client that is closed afterwards. Throws Interrupted. */
export async function readingEvents<T>(run: Run, work: (client: TextClient) => Promise<T>): Promise<T> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => await unlessInterrupted(run.signal, work(client)));
}

/** Writes with a client that is closed afterwards; what was sent is waited for also where somebody is in a hurry. */
export async function writingEvents<T>(run: Run, work: (client: TextClient) => Promise<T>): Promise<T> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => await work(client));
}
