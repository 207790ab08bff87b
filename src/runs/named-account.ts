import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { id } from '../schemas/field-types/index.ts';
import { documentPaths } from './document-paths.ts';
import { knownAccounts } from './known-accounts.ts';
import { readDocument } from './read-document.ts';
import type { Run } from './run.ts';
import type { NamedAccount } from './stop-accounts.ts';

/**
 * The account that a run is for, by its key or the platform's id: as the state knows it, else as the document does, else
 * as it was given, for an account may be asked for that neither knows. Where the run names none, the only one of the
 * state or of the document. Throws ADSYNC_USAGE where nothing says which one is meant, ADSYNC_ACCOUNT_UNKNOWN for what is
 * no id.
 */
export async function namedAccount(run: Run): Promise<NamedAccount> {
  const { account } = run;
  const inState = (await knownAccounts(run)).map(({ accountKey, accountId }) => {
    return { key: accountKey, id: accountId };
  });
  const isMeant = ({ key, id }: NamedAccount): boolean => key === account || id === account;
  if (account !== undefined) {
    const known = inState.find(isMeant) ?? (await inDocument(run)).find(isMeant);
    return known ?? { key: undefined, id: requireId(account) };
  }
  const all = inState.length > 0 ? inState : await inDocument(run);
  const [only, second] = all;
  if (only !== undefined && second === undefined) return only;
  const keys = all.map(({ key, id }) => key ?? id);
  throw new AdsyncError('ADSYNC_USAGE', 'nothing says which account is meant', {
    remedy:
      keys.length === 0
        ? "Name it by the platform's id: --account ID. `adsync accounts` lists them."
        : `Name one of ${keys.join(', ')} with --account, or another one by the platform's id.`,
  });
}

function requireId(text: string): string {
  if (id().document.safeParse(text).success) return text;
  throw new AdsyncError('ADSYNC_ACCOUNT_UNKNOWN', `no account is called ${text}, and it is no id`, {
    remedy: '`adsync accounts` lists the accounts that the credentials see.',
  });
}

/** The accounts of the document in the working directory; none where there is no document, or none that can be read. */
async function inDocument(run: Run): Promise<readonly NamedAccount[]> {
  try {
    const { accounts } = await readDocument({ ...run, account: undefined }, await documentPaths([], run.cwd));
    return accounts;
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    if (error.code !== 'ADSYNC_DOCUMENT_MISSING')
      run.frontend.note(`The document is not used, for it cannot be read: ${error.message}`);
    return [];
  }
}
