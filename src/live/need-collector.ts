import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, kindNamed } from '../schemas/registry.ts';
import type { AccountNeeds, NeededList } from './needs.ts';
import type { RecordQuery } from './record-query.ts';

/** Where a record of a kind is listed. */
interface Place {
  /** The id of the only record that matters; all of the list where it is left out. */
  readonly id?: string | undefined;
  /** The record it stands below. */
  readonly below?: RecordQuery | undefined;
  /** The value whose list shows it. */
  readonly eachOf?: string | undefined;
  /** What the document makes of a record of the list. */
  readonly declared?: DeclaredRecord | undefined;
  /** Whether a deleted record tells something too. */
  readonly deletedToo?: boolean;
}

type DeclaredRecord = NonNullable<NeededList['declared']>[number];

/** What a plan or an apply has to know of one account; what is wanted several times is read once. */
export interface CollectedNeeds {
  /** Records of a kind, as far as it can be listed. */
  list(kind: Kind, place: Place): void;
  /** All records of a kind that is listed anyway. */
  whole(kind: string): void;
  single(kind: string, id: string): void;
  /** Who the user of the credentials is. */
  caller(): void;
}

interface CollectedList {
  /** Of the records that are known to matter. */
  readonly ids: Set<string>;
  isWhole: boolean;
  readonly below: Set<RecordQuery>;
  readonly eachOf: Set<string | undefined>;
  readonly declared: DeclaredRecord[];
  deletedToo: boolean;
}

interface CollectedAccount extends CollectedNeeds {
  readonly lists: Map<string, CollectedList>;
  readonly singles: Map<string, AccountNeeds['singles'][number]>;
  /** Kinds of which all records matter. */
  readonly wholes: Set<string>;
  wantsCaller(): boolean;
}

/** Gathers what is wanted of each account, in the order in which the accounts are first asked for. */
export function createNeedCollector(): {
  of(accountId: string): CollectedNeeds;
  /** In order; `referred` gives the kinds that a listed kind needs too. */
  needs(referred: (kind: Kind) => readonly Kind[]): readonly AccountNeeds[];
} {
  const accounts = new Map<string, CollectedAccount>();
  return {
    of: (accountId) => {
      const known = accounts.get(accountId) ?? wantedAccount();
      accounts.set(accountId, known);
      return known;
    },
    needs: (referred) =>
      [...accounts].map(([accountId, account]) => {
        // A map that grows while it is walked: what a needed kind needs is visited too.
        for (const name of account.lists.keys())
          for (const needed of referred(kindNamed(name)))
            if (!account.lists.has(needed.name)) account.list(needed, {});
        return {
          accountId,
          lists: listsOf(account),
          singles: [...account.singles.values()],
          ...(account.wantsCaller() && { caller: true }),
        };
      }),
  };
}

function wantedAccount(): CollectedAccount {
  const lists: CollectedAccount['lists'] = new Map();
  const singles: CollectedAccount['singles'] = new Map();
  const wholes: CollectedAccount['wholes'] = new Set();
  let wantsCaller = false;
  return {
    lists,
    singles,
    wholes,
    list: (kind, { id, below, eachOf, declared, deletedToo }) => {
      if (kind.operations.list === undefined) return;
      const known = lists.get(kind.name) ?? {
        ids: new Set(),
        isWhole: false,
        below: new Set(),
        eachOf: new Set(),
        declared: [],
        deletedToo: false,
      };
      lists.set(kind.name, known);
      if (id === undefined) known.isWhole = true;
      else known.ids.add(id);
      if (below !== undefined) known.below.add(below);
      known.eachOf.add(eachOf);
      if (declared !== undefined) known.declared.push(declared);
      known.deletedToo ||= deletedToo === true;
    },
    whole: (kind) => void wholes.add(kind),
    caller: () => {
      wantsCaller = true;
    },
    wantsCaller: () => wantsCaller,
    single: (kind, id) => void singles.set(`${kind} ${id}`, { kind, id }),
  };
}

function listsOf({ lists, wholes }: CollectedAccount): readonly NeededList[] {
  return allKinds.flatMap((kind) => {
    const wanted = lists.get(kind.name);
    if (wanted === undefined) return [];
    return [listOf(kind, { ...wanted, isWhole: wanted.isWhole || wholes.has(kind.name) })];
  });
}

function listOf({ name, operations }: Kind, collected: CollectedList): NeededList {
  const { ids, isWhole, below, eachOf, declared, deletedToo } = collected;
  const { list } = operations;
  const isByIds = list?.idFilter !== undefined && list.below === undefined && list.eachOf === undefined;
  return {
    kind: name,
    ...(isByIds && !isWhole && { sufficient: [...ids].sort() }),
    ...(operations.list?.below !== undefined && { below: [...below] }),
    ...(operations.list?.eachOf !== undefined && { eachOf: [...eachOf] }),
    ...(declared.length > 0 && { declared }),
    ...(deletedToo && operations.list?.canShowDeleted === true && { deletedToo }),
  };
}
