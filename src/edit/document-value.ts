import type { Plain } from '../config/plain.ts';
import type { Field, FieldType } from '../schemas/define-field.ts';
import { moneyText } from '../schemas/micro-units.ts';
import {
  isList as isListValue,
  type KeyOf,
  mapReferences,
  sameValue,
  type Value,
} from '../schemas/values.ts';
import { isList } from './flow-text.ts';

/** What stands behind keys of the document: the id of a kind's resource by key, and the key by id. */
export interface KnownIds {
  /** The id that a reference by key stands for. */
  idOf(reference: KeyOf): string | undefined;
  /** How a field of some account refers to the resource with an id, `undefined` where it is not declared. */
  keyOf(kinds: readonly string[], id: string): string | undefined;
}

/** A value as it is written, before it takes the style of what stands there. */
type Writing = (value: string | number | boolean) => Plain;

/**
 * What to write for a value that is live, so that reading gives this value again; of several ways the shortest, and a
 * set in the order of `old`. `undefined` where the document has no way to say it.
 */
export function documentValue(
  field: Field,
  live: Value,
  old: Plain | undefined,
  ids: KnownIds,
): Plain | undefined {
  if (live === null) return field.nullable === true || field.nullWhereLiveHasNone === true ? null : undefined;
  const { type } = field;
  for (const writing of writingsFor(type, ids)) {
    const plain = write(live, writing);
    if (plain !== undefined && says(type, plain, live, ids)) return inOldOrder(type, plain, live, old, ids);
  }
  return undefined;
}

function writingsFor(type: FieldType, ids: KnownIds): readonly Writing[] {
  const { refersTo } = type;
  if (refersTo === undefined) return type.name === 'money' ? [asMoney] : [String, asMoney];
  const byKey: Writing = (value) => ids.keyOf(refersTo, String(value)) ?? String(value);
  return [byKey, writingAs(String, refersTo, ids), writingAs(lastWord, refersTo, ids), String, asId];
}

/** `{ audience: KEY }`, for where a bare text would not be a key; `wordFor` gives the word for a kind. */
function writingAs(wordFor: (kind: string) => string, kinds: readonly string[], ids: KnownIds): Writing {
  return (value) => {
    for (const kind of kinds) {
      const key = ids.keyOf([kind], String(value));
      if (key !== undefined) return { [wordFor(kind)]: key };
    }
    return String(value);
  };
}

/** `audience` of `custom_audience`. */
function lastWord(kind: string): string {
  return kind.replace(/^.*_/, '');
}

function asMoney(value: string | number | boolean): Plain {
  return typeof value === 'number' ? moneyText(value) : String(value);
}

function asId(value: string | number | boolean): Plain {
  return { id: String(value) };
}

function write(value: Value, writing: Writing): Plain | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return writing(value);
  if (isListValue(value)) {
    const members = value.map((member) => write(member, writing));
    return members.includes(undefined) ? undefined : members.filter((member) => member !== undefined);
  }
  const members = Object.entries(value).map(([name, member]) => [name, write(member, writing)] as const);
  if (members.some(([, member]) => member === undefined)) return undefined;
  return Object.fromEntries(
    members.flatMap(([name, member]) => (member === undefined ? [] : [[name, member]])),
  );
}

function says(type: FieldType, plain: Plain, live: Value, ids: KnownIds): boolean {
  const read = type.document.safeParse(plain);
  return read.success && sameValue(resolved(read.data, ids), live);
}

function resolved(value: Value, ids: KnownIds): Value | undefined {
  return mapReferences(value, (reference) => ('key_of' in reference ? ids.idOf(reference) : reference));
}

/** Of a set, whose order says nothing, what stays keeps its order, and what is new comes last. */
function inOldOrder(
  type: FieldType,
  plain: Plain,
  live: Value,
  old: Plain | undefined,
  ids: KnownIds,
): Plain {
  if (!isList(plain) || old === undefined || !isList(old)) return plain;
  const kept = old.filter((member) => typeof member === 'string' && plain.includes(member));
  const ordered = [...kept, ...plain.filter((member) => !kept.includes(member))];
  return says(type, ordered, live, ids) ? ordered : plain;
}
