import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { listAccounts, readSeenAccount } from '../live/read-seen-accounts.ts';
import type { KnownAccount } from '../schemas/seen-account.ts';
import { closeAfter } from './close-after.ts';
import { seenAccountsRemedy } from './explain-account.ts';
import { unlessInterrupted } from './interrupted.ts';
import { knownAccounts } from './known-accounts.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';

/**
 * The ad accounts that the credentials see, with what their user may do there and what pays for campaigns; only that of
 * the run where it is for one, by its key in the state or the platform's id. Throws ADSYNC_ACCOUNT_UNKNOWN for one that
 * the credentials do not see, Interrupted, and what the platform refuses.
 */
export async function seeAccounts(run: Run): Promise<readonly KnownAccount[]> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const bindings = await knownAccounts(run);
    const keys = new Map(bindings.map(({ accountId, accountKey }) => [accountId, accountKey]));
    const reading = async (): Promise<readonly KnownAccount[]> => {
      const listed = await listAccounts(client);
      const chosen = listed.filter(({ id }) => run.account === undefined || isNamed(run.account, id, keys));
      if (chosen.length === 0 && run.account !== undefined)
        throw new AdsyncError(
          'ADSYNC_ACCOUNT_UNKNOWN',
          `the credentials see no account with the id or key ${run.account}`,
          { remedy: seenAccountsRemedy(listed) },
        );
      return await Promise.all(
        chosen.map(async (account) => ({
          ...(await readSeenAccount(client, account)),
          key: keys.get(account.id) ?? null,
        })),
      );
    };
    return await run.frontend.progress(
      'Reading the accounts',
      async () => await unlessInterrupted(run.signal, reading()),
    );
  });
}

function isNamed(named: string, id: string, keys: ReadonlyMap<string, string>): boolean {
  return named === id || named === keys.get(id);
}
