import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { listAccounts } from '../live/read-seen-accounts.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { DesiredResource } from '../schemas/desired.ts';
import type { ListedAccount } from '../schemas/seen-account.ts';

/** How many accounts a message names. */
const mostNamed = 10;

/** The accounts that a run asked for, and where a document names them. */
interface NamedAccounts {
  readonly accounts: readonly { readonly key: string | undefined; readonly id: string }[];
  readonly resources?: readonly Pick<DesiredResource, 'address' | 'source'>[];
}

/**
 * What to throw in place of a failure to read an account: where the credentials do not see the account of the document,
 * ADSYNC_ACCOUNT_UNKNOWN with its place and the accounts that they see; else the failure as it is.
 */
export async function explainAccount(
  client: PlatformClient,
  { accounts, resources = [] }: NamedAccounts,
  failure: unknown,
): Promise<unknown> {
  if (!(failure instanceof PlatformError) || (failure.status !== 403 && failure.status !== 404))
    return failure;
  const id = /^\/\d+\/accounts\/([^/]+)/.exec(failure.path)?.[1];
  const account = accounts.find((each) => encodeURIComponent(each.id) === id);
  const seen = account === undefined ? undefined : await seenBy(client);
  if (account === undefined || seen === undefined || seen.some((each) => each.id === account.id))
    return failure;
  const source = resources.find(({ address }) => address === account.key)?.source;
  const place = source === undefined ? '' : `${printable(source.file)}:${source.line}:${source.column}  `;
  const message =
    account.key === undefined
      ? `these credentials see no account with the id ${account.id}`
      : `${place}account ${account.key} has the id ${account.id}, which these credentials do not see`;
  // What the platform answered says more to those who know its codes.
  const { lines = [] } = failure.detail;
  return new AdsyncError('ADSYNC_ACCOUNT_UNKNOWN', message, { lines, remedy: seenAccountsRemedy(seen) });
}

/** The accounts that the credentials see; `undefined` where that cannot be read either. */
async function seenBy(client: PlatformClient): Promise<readonly ListedAccount[] | undefined> {
  try {
    return await listAccounts(client);
  } catch {
    return undefined;
  }
}

/** What to do where an account is not among those that the credentials see. */
export function seenAccountsRemedy(seen: readonly Pick<ListedAccount, 'id' | 'name'>[]): string {
  if (seen.length === 0) return 'They see no account at all: use those of a user who has a role in it.';
  const named = seen
    .slice(0, mostNamed)
    .map(({ id, name }) => printable(name === '' ? id : `${id} (${name})`));
  const more = seen.length > mostNamed ? ` and ${seen.length - mostNamed} more` : '';
  return `They see ${named.join(', ')}${more}. Correct the id, or use the credentials of a user who has a role in the account.`;
}
