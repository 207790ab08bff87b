import type { Kind } from '../schemas/define-kind.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import { isIdOf, type Value, type Values } from '../schemas/values.ts';

/** Live records by id, by natural key and by parent; deleted ones are not in it. */
export interface LiveIndex {
  byId(accountId: string, kind: string, id: string): LiveRecord | undefined;
  byNaturalKey(accountId: string, kind: Kind, values: Values): readonly LiveRecord[];
  /** True where all records of the kind were read, so that absence means something. */
  isComplete(accountId: string, kind: string): boolean;
  all(): readonly LiveRecord[];
}

/** The text under which records with equal natural keys meet; `undefined` where a part is not known. */
export function naturalKeyOf(kind: Kind, values: Values): string | undefined {
  if (kind.naturalKey.length === 0) return undefined;
  const parts: Value[] = [];
  for (const wire of kind.naturalKey) {
    const value = values[wire];
    if (value === undefined || value === null || isIdOf(value)) return undefined;
    parts.push(value);
  }
  return JSON.stringify(parts);
}

export function indexLive(accounts: readonly LiveAccount[], kindNamed: (name: string) => Kind): LiveIndex {
  const existing = accounts.flatMap((account) => account.records).filter((record) => !record.deleted);
  // A list that changes while it is read page by page can show a record twice.
  const ids = new Map(existing.map((record) => [place(record.accountId, record.kind, record.id), record]));
  const records = [...ids.values()];
  const keys = new Map<string, LiveRecord[]>();
  for (const record of records) {
    const key = naturalKeyOf(kindNamed(record.kind), record.fields);
    if (key === undefined) continue;
    const at = place(record.accountId, record.kind, key);
    const known = keys.get(at);
    if (known === undefined) keys.set(at, [record]);
    else known.push(record);
  }
  const complete = new Set(
    accounts.flatMap(({ accountId, complete }) => complete.map((kind) => `${accountId} ${kind}`)),
  );
  return {
    byId: (accountId, kind, id) => ids.get(place(accountId, kind, id)),
    byNaturalKey: (accountId, kind, values) => {
      const key = naturalKeyOf(kind, values);
      return key === undefined ? [] : (keys.get(place(accountId, kind.name, key)) ?? []);
    },
    isComplete: (accountId, kind) => complete.has(`${accountId} ${kind}`),
    all: () => records,
  };
}

function place(accountId: string, kind: string, name: string): string {
  return `${accountId} ${kind} ${name}`;
}
