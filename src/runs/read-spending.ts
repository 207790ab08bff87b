import { readAccount, readMore } from '../live/read-live.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { mayChoose, type Stopping, spendingKinds, spendsByChildren } from '../stops/choose-targets.ts';

/**
 * Reads what a stop may pause in an account, and what decides on how much that can spend: nothing else, for every
 * request delays the first pause.
 */
export async function readSpending(
  client: PlatformClient,
  accountId: string,
  stopping: Omit<Stopping, 'records'>,
): Promise<LiveAccount> {
  const chosen = spendingKinds.filter((kind) => mayChoose(kind, stopping));
  const first = await readAccount(client, needs(accountId, chosen));
  const below = spendingKinds.filter((kind) => !chosen.includes(kind) && decides(kind.parent, first));
  if (below.length === 0) return first;
  const [both = first] = await readMore(client, [first], [needs(accountId, below)]);
  return both;
}

function needs(accountId: string, kinds: readonly { readonly name: string }[]) {
  return { accountId, lists: kinds.map(({ name }) => ({ kind: name })), singles: [] };
}

/** Whether what stands beneath records of a kind decides on how much some of them can spend. */
function decides(parent: string | undefined, { records }: LiveAccount): boolean {
  const kind = spendingKinds.find(({ name }) => name === parent);
  return (
    kind !== undefined && records.some((record) => record.kind === parent && spendsByChildren(kind, record))
  );
}
