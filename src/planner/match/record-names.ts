import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { plainText, type Value, type Values } from '../../schemas/values.ts';
import type { LiveIndex } from './live-index.ts';
import type { Subject } from './subject.ts';

/** The live records that a live record stands under or refers to, at any depth of its values. */
export function recordsAbove(kind: Kind, live: LiveRecord): readonly string[] {
  const { accountId, fields } = live;
  const references = referredNames(kind, accountId, fields);
  return kind.parent === undefined || kind.parentField === undefined
    ? references
    : [recordKey({ accountId, kind: kind.parent, id: plainText(fields[kind.parentField]) }), ...references];
}

/** The records that a live record stands beneath, the nearest first. */
export function recordsOver({ kind, accountId, fields }: LiveRecord, live: LiveIndex): readonly LiveRecord[] {
  const { parent, parentField } = kindNamed(kind);
  if (parent === undefined || parentField === undefined) return [];
  const above = live.byId(accountId, parent, plainText(fields[parentField]));
  return above === undefined ? [] : [above, ...recordsOver(above, live)];
}

/** The names of the records that values refer to, as far as ids are known; a text that is no id names nothing. */
export function referredNames(kind: Kind, accountId: string, values: Values): readonly string[] {
  return Object.values(kind.fields).flatMap(({ type, wire }) => {
    const texts = type.refersTo === undefined ? [] : textsIn(values[wire]);
    return (type.refersTo ?? []).flatMap((referred) =>
      texts.map((id) => recordKey({ accountId, kind: referred, id })),
    );
  });
}

/** The name of a record, one for all kinds whose ids name the same records. */
export function sharedName({ kind, ...place }: Pick<LiveRecord, 'accountId' | 'kind' | 'id'>): string {
  return recordKey({ ...place, kind: kindNamed(kind).import?.sameRecordsAs ?? kind });
}

/** The texts in a value, at any depth. */
export function textsIn(value: Value | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member: Value) => textsIn(member));
}

/** The names that the live record of a subject is referred to by: its id, and what its kind has in place of it. */
export function namesOf({
  kind,
  accountId,
  live,
}: Pick<Subject, 'kind' | 'accountId' | 'live'>): readonly string[] {
  const other = kind.referredBy === undefined ? undefined : live?.fields[kind.referredBy];
  return [live?.id, other]
    .filter((id) => id !== undefined)
    .map((id) => recordKey({ accountId, kind: kind.name, id: plainText(id) }));
}
