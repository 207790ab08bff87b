import type { Kind } from '../../schemas/define-kind.ts';
import { type Caller, type LiveAccount, type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { fieldByWire, kindNamed } from '../../schemas/registry.ts';
import { plainText, referencesIn, type Value, type Values } from '../../schemas/values.ts';

/** Live records by id, by natural key and by parent; deleted ones are not in it. */
export interface LiveIndex {
  byId(accountId: string, kind: string, id: string): LiveRecord | undefined;
  byNaturalKey(accountId: string, kind: Kind, values: Values): readonly LiveRecord[];
  /** The records of a kind under a record, in the order of their ids. */
  beneath(kind: Kind, parent: LiveRecord): readonly LiveRecord[];
  /** True where all records of the kind were read, of the account or under one record, so that absence means something. */
  isComplete(accountId: string, kind: string, parentId?: string): boolean;
  /** Kinds of which only what document and state know was read. */
  partialKinds(accountId: string): readonly string[];
  /** The user of the credentials, where that was read. */
  callerOf(accountId: string): Caller | undefined;
  all(): readonly LiveRecord[];
  /** All, and what was read only to name what refers to records that go. */
  allReferring(): readonly LiveRecord[];
  /** True where all records of the kind were read, if only to name what refers to records that go. */
  isReferringRead(accountId: string, kind: string): boolean;
}

/** The text under which records with equal natural keys meet; `undefined` where a part is not known. */
export function naturalKeyOf(kind: Kind, values: Values): string | undefined {
  if (kind.naturalKey.length === 0) return undefined;
  const parts: Value[] = [];
  for (const wire of kind.naturalKey) {
    // What is not said is created with its default.
    const value = values[wire] ?? fieldByWire(kind, wire)?.default;
    if (value === undefined || value === null || referencesIn(value).length > 0) return undefined;
    parts.push(value);
  }
  return JSON.stringify(parts);
}

/** The same among all accounts and kinds; an account's id, and values by wire name. */
export function naturalKeyIn(accountId: string, kind: Kind, values: Values): string | undefined {
  const key = naturalKeyOf(kind, values);
  return key === undefined ? undefined : `${accountId} ${kind.name} ${key}`;
}

/** Indexes live records; one that lists show twice is in it once. */
export function indexLive(accounts: readonly LiveAccount[]): LiveIndex {
  const existing = accounts.flatMap((account) => account.records).filter((record) => !record.deleted);
  // A list that changes while it is read page by page can show a record twice.
  const ids = new Map(existing.map((record) => [recordKey(record), record]));
  const records = [...ids.values()];
  const keys = new Map<string, LiveRecord[]>();
  for (const record of records) {
    const key = naturalKeyIn(record.accountId, kindNamed(record.kind), record.fields);
    if (key === undefined) continue;
    const known = keys.get(key);
    if (known === undefined) keys.set(key, [record]);
    else known.push(record);
  }
  const byAccount = new Map(accounts.map((account) => [account.accountId, account]));
  const readBelow = new Set(
    accounts.flatMap(({ accountId, below = [] }) =>
      below.flatMap(({ kind, parentIds }) => parentIds.map((id) => recordKey({ accountId, kind, id }))),
    ),
  );
  const children = new Map<string, ReadonlyMap<string, readonly LiveRecord[]>>();
  const childrenOf = (kind: Kind): ReadonlyMap<string, readonly LiveRecord[]> => {
    const known = children.get(kind.name) ?? groupByParent(kind, records);
    children.set(kind.name, known);
    return known;
  };
  return {
    byId: (accountId, kind, id) => ids.get(recordKey({ accountId, kind, id })),
    byNaturalKey: (accountId, kind, values) => {
      const key = naturalKeyIn(accountId, kind, values);
      return key === undefined ? [] : (keys.get(key) ?? []);
    },
    beneath: (kind, { accountId, id }) =>
      childrenOf(kind).get(recordKey({ accountId, kind: kind.name, id })) ?? [],
    isComplete: (accountId, kind, parentId) =>
      byAccount.get(accountId)?.complete.includes(kind) === true ||
      (parentId !== undefined && readBelow.has(recordKey({ accountId, kind, id: parentId }))),
    partialKinds: (accountId) => byAccount.get(accountId)?.partial ?? [],
    callerOf: (accountId) => byAccount.get(accountId)?.caller,
    all: () => records,
    allReferring: () => {
      const more = accounts.flatMap(({ referring }) => referring?.records ?? []);
      const there = more
        .filter(({ deleted }) => !deleted)
        .map((record) => [recordKey(record), record] as const);
      return [...new Map([...ids, ...there]).values()];
    },
    isReferringRead: (accountId, kind) => {
      const account = byAccount.get(accountId);
      return (
        account?.complete.includes(kind) === true || account?.referring?.complete.includes(kind) === true
      );
    },
  };
}

/** Orders records by their ids. */
export function compareIds(a: LiveRecord, b: LiveRecord): number {
  return Number(a.id > b.id) - Number(a.id < b.id);
}

/** The records of a kind by the name of the record that they stand under. */
function groupByParent(
  { name, parentField = '' }: Kind,
  records: readonly LiveRecord[],
): ReadonlyMap<string, readonly LiveRecord[]> {
  const own = records.filter(({ kind, fields }) => kind === name && fields[parentField] !== undefined);
  const groups = Map.groupBy(own, ({ accountId, fields }) =>
    recordKey({ accountId, kind: name, id: plainText(fields[parentField]) }),
  );
  return new Map([...groups].map(([at, group]) => [at, group.sort(compareIds)]));
}
