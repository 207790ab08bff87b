import type { StoredRecord } from '../../store/stored-record.ts';
import { isList, textIn, type Value } from '../../value.ts';

/** How a parameter of a list chooses records: called with what was given, undefined for nothing. */
type Matcher = (record: StoredRecord, given: Value | undefined) => boolean;

/** Records whose field holds one of the values given; all of them where none is. */
export function among(field: string): Matcher {
  return (record, given) => !isList(given) || given.includes(record[field] ?? null);
}

/** Records whose field begins with the text given, in whatever case. */
export function startsWith(field: string): Matcher {
  return (record, given) =>
    typeof given !== 'string' || (textIn(record, field) ?? '').toLowerCase().startsWith(given.toLowerCase());
}

/** Records that have the text given in one of the fields, in whatever case. */
export function mentions(fields: readonly string[]): Matcher {
  return (record, given) =>
    typeof given !== 'string' ||
    fields.some((field) => (textIn(record, field) ?? '').toLowerCase().includes(given.toLowerCase()));
}
