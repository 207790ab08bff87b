import { type LiveAccount, type LiveRecord, recordKey } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import { momentOf } from '../schemas/times.ts';
import type { Values } from '../schemas/values.ts';
import { ownKey } from './sent-fields.ts';

/** The records that this run has seen: read before it began, or made by its own requests; deleted ones included. */
export interface SeenRecords {
  /** Ids of the account's records that have, or had in this run, the natural key of the given values. */
  sameKey(accountId: string, kind: string, values: Values): readonly string[];
  /**
   * Ids of the account's records of a kind that were read before the run began, and made so shortly before that their
   * time, in whole seconds (F-value-03), does not tell them from what the run makes.
   */
  justMade(accountId: string, kind: string): readonly string[];
  /** A record as it was last seen. */
  record(accountId: string, kind: string, id: string): LiveRecord | undefined;
  put(record: LiveRecord): void;
}

/** Begins with what was read. */
export function seenRecords(accounts: readonly LiveAccount[]): SeenRecords {
  const keys = new Map<string, Set<string>>();
  const records = new Map<string, LiveRecord>();
  const put = (record: LiveRecord): void => {
    const key = keyOf(record.accountId, record.kind, record.fields);
    keys.set(key, (keys.get(key) ?? new Set()).add(record.id));
    records.set(recordKey(record), record);
  };
  for (const account of accounts) for (const record of account.records) put(record);
  const justMade = Map.groupBy(accounts.flatMap(madeWhenRead), ({ accountId, kind }) =>
    JSON.stringify([accountId, kind]),
  );
  return {
    sameKey: (accountId, kind, values) => [...(keys.get(keyOf(accountId, kind, values)) ?? [])],
    justMade: (accountId, kind) =>
      (justMade.get(JSON.stringify([accountId, kind])) ?? []).map(({ id }) => id),
    record: (accountId, kind, id) => records.get(recordKey({ accountId, kind, id })),
    put,
  };
}

function madeWhenRead({ records, readAt }: LiveAccount): readonly LiveRecord[] {
  return records.filter(({ createdAt }) => createdAt !== undefined && momentOf(createdAt) + 1000 > readAt);
}

function keyOf(accountId: string, kind: string, values: Values): string {
  const parts = ownKey(kindNamed(kind)).map((wire) => values[wire] ?? null);
  return JSON.stringify([accountId, kind, ...parts]);
}
