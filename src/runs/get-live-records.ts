import { getRecords, type RecordChoice, sameId } from '../live/get-records.ts';
import type { Seal } from '../live/seal.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { rootKind } from '../schemas/registry.ts';
import { closeAfter } from './close-after.ts';
import { explainAccount } from './explain-account.ts';
import { unlessInterrupted } from './interrupted.ts';
import { namedAccount } from './named-account.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';

/** Live records, and the ids among those asked for that the account does not have. */
export interface FoundRecords {
  readonly records: readonly LiveRecord[];
  readonly missing: readonly string[];
}

/** Sensitive values are known to be there, and nothing more is told of them. */
const hidden: Seal = () => ({ digest: 'hmac-sha256:' });

/**
 * Reads live records of an account; needs neither a document nor a state. Throws ADSYNC_USAGE, ADSYNC_ACCOUNT_UNKNOWN,
 * Interrupted, and what the platform refuses.
 */
export async function getLiveRecords(run: Run, choice: RecordChoice): Promise<FoundRecords> {
  const [first] = choice.ids;
  const isAccount = choice.kind === rootKind && run.account === undefined && first !== undefined;
  const account = isAccount ? { key: undefined, id: first } : await namedAccount(run);
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const reader = { client, accountId: account.id, seal: hidden };
    const reading = async (): Promise<readonly LiveRecord[]> => {
      try {
        return await getRecords(reader, choice);
      } catch (error) {
        throw await explainAccount(client, { accounts: [account] }, error);
      }
    };
    const records = await run.frontend.progress(
      'Reading the account',
      async () => await unlessInterrupted(run.signal, reading()),
    );
    const found = new Set(records.map(({ id }) => sameId(id)));
    return { records, missing: choice.ids.filter((id) => !found.has(sameId(id))) };
  });
}
