import type { AccountNeeds, NeededList } from '../live/needs.ts';
import { readLive } from '../live/read-live.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { allKinds, kindNamed, rootKind } from '../schemas/registry.ts';
import { importableRecords, referredKinds } from './importable-records.ts';
import { valuesReferring } from './referred.ts';

/**
 * Reads what an import takes of an account: its settings, what it holds of itself with all below, and of the rest what
 * those refer to. Kinds without a list cannot be read. Throws whatever reading throws.
 */
export async function readAccount(client: PlatformClient, accountId: string): Promise<LiveAccount> {
  const read = async (needs: Omit<AccountNeeds, 'accountId'>): Promise<LiveAccount> => {
    const [account] = await readLive(client, [{ accountId, ...needs }]);
    if (account === undefined) throw new RangeError('one account was asked for');
    return account;
  };
  const singles = [{ kind: rootKind.name, id: accountId }];
  let account = await read({ lists: wholeLists, singles });
  const below = listsBelow(account);
  if (below.length > 0) account = together(account, await read({ lists: below, singles: [] }));
  const asked = new Set<string>();
  for (;;) {
    const lists = listsOfReferred(account, asked);
    if (lists.length === 0) return account;
    account = together(account, await read({ lists, singles: [] }));
  }
}

/** Kinds that an import takes whether or not anything refers to them. */
const ownKinds = allKinds.filter(
  ({ operations, import: taken }) => operations.list !== undefined && taken?.onlyWhereReferred !== true,
);
const wholeLists = ownKinds
  .filter(({ operations }) => operations.list?.below === undefined)
  .map(({ name }): NeededList => ({ kind: name }));

/** The lists of what stands below single records. */
function listsBelow({ records }: LiveAccount): readonly NeededList[] {
  return ownKinds.flatMap((kind) => {
    if (kind.operations.list?.below === undefined || kind.parent === undefined) return [];
    const parent = kindNamed(kind.parent);
    const parents = records.filter((record) => record.kind === parent.name && !record.deleted);
    if (parents.length === 0) return [];
    return [{ kind: kind.name, below: parents.map(({ id }) => ({ kind: parent.name, id, key: [] })) }];
  });
}

/**
 * Lists of what the taken records refer to and nobody has asked for yet: by id where the list takes ids and a reference
 * is one, else as a whole.
 */
function listsOfReferred({ records }: LiveAccount, asked: Set<string>): readonly NeededList[] {
  const taken = importableRecords(records);
  return referredKinds.flatMap((kind): readonly NeededList[] => {
    const { list } = kind.operations;
    const values = taken.flatMap((record) => valuesReferring(kindNamed(record.kind), record, kind.name));
    if (list === undefined || values.length === 0) return [];
    const byId = list.idFilter !== undefined && kind.referredBy === undefined;
    const names = byId ? [...new Set(values)] : ['all'];
    const fresh = names.filter((name) => !asked.has(`${kind.name} ${name}`));
    for (const name of fresh) asked.add(`${kind.name} ${name}`);
    if (fresh.length === 0) return [];
    return [byId ? { kind: kind.name, ids: fresh } : { kind: kind.name }];
  });
}

function together(first: LiveAccount, second: LiveAccount): LiveAccount {
  return {
    ...first,
    complete: [...first.complete, ...second.complete],
    below: [...(first.below ?? []), ...(second.below ?? [])],
    records: [...first.records, ...second.records],
    readAt: Math.min(first.readAt, second.readAt),
  };
}
