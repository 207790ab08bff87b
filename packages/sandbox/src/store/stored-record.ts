import type { Value } from '../value.ts';

/** A record as it is kept: the platform's fields, and the account it belongs to. Replaced, never changed in place. */
export interface StoredRecord {
  readonly id: string;
  readonly [field: string]: Value;
}

/** Whether the record has been deleted, as the platform deletes: the record stays, marked. */
export function isDeleted(record: StoredRecord): boolean {
  return record['deleted'] === true;
}
