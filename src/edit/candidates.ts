import { isAlias, isMap } from 'yaml';
import type { Entry } from '../config/entries.ts';
import { entryOf, type Located, type LocatedScalar } from '../config/located.ts';
import type { Plain } from '../config/plain.ts';
import { sourceOf } from '../config/problem-list.ts';
import type { Place } from '../config/source-file.ts';
import { isWithin } from '../schemas/address.ts';
import type { Edit } from './edit.ts';
import { keepStyle } from './keep-style.ts';
import { inclusion } from './matrix-lists.ts';
import {
  addressOf,
  type FieldName,
  fieldName,
  type PlacesOfFields,
  placeName,
  writtenEntry,
} from './places-of-fields.ts';
import { keyText, pairsOf, type Slot, type SyntaxFile } from './syntax.ts';

/** One way to make a field say another value: what it writes, and what else that changes. */
export interface Candidate {
  /** The same for edits of one place that write the same. */
  readonly identity: string;
  /** Every field that gets its value from there. */
  readonly fields: ReadonlySet<FieldName>;
  /** What else gets a value from there, in words. */
  readonly others: ReadonlySet<string>;
  readonly at: Place;
  readonly edit: Edit;
}

/** The document as it is written and as it is read. */
export interface Written {
  readonly uses: PlacesOfFields;
  /** The syntax of a file of the document by its path; `undefined` for any other file. */
  readonly syntaxOf: (path: string) => SyntaxFile | undefined;
}

/** A field that is to say another value. */
export interface Wish {
  readonly entry: Entry;
  readonly field: string;
  readonly plain: Plain;
}

/**
 * The ways to write a value, the one nearest to where it comes from first: into what the template takes, where the
 * value stands, and into the resource's own entry.
 */
export function candidatesFor(written: Written, wish: Wish): readonly Candidate[] {
  const located = entryOf(wish.entry.body, wish.field)?.value;
  const there =
    located === undefined ? [] : [...fromOrigins(written, wish, located), ...atPlace(written, wish, located)];
  return [...there, ...inOwnEntry(written, wish, located)];
}

function fromOrigins(written: Written, wish: Wish, located: Located): readonly Candidate[] {
  if (located.type !== 'scalar' || typeof wish.plain !== 'string') return [];
  const { origins = [], template } = located;
  const { plain } = wish;
  return origins.flatMap((origin, index) => {
    // What comes from outside of the files stands at the template itself.
    if (template === undefined || placeName(origin) === placeName(located)) return [];
    const part = partFor(template, origins, index, plain);
    if (part === undefined) return [];
    const inner = { ...wish, plain: part };
    return [
      ...fromOrigins(written, inner, origin),
      ...atPlace(written, inner, origin),
      ...inInclude(written, inner, origin, pathsIn(template)[index] ?? ''),
    ];
  });
}

/** What the templates of a text ask for, in their order. */
function pathsIn(template: string): readonly string[] {
  return Array.from(template.matchAll(/(?<!\$)\$\{([^}]*)\}/g), ([, path = '']) => path.trim());
}

/** Another value for one combination of a matrix, under its `include`. */
function inInclude(
  { uses, syntaxOf }: Written,
  wish: Wish,
  origin: LocatedScalar,
  path: string,
): readonly Candidate[] {
  const holder = withMatrix(wish.entry);
  const { combination, included } = (holder && writtenEntry(holder)) ?? {};
  if (holder === undefined || combination === undefined || included !== undefined) return [];
  const plain = literal(keepStyle(typeOf(wish), wish.plain, origin.text));
  const said = saidOf(combination, path, plain);
  const slot = syntaxOf(holder.place.file.path)?.pairs.get(holder.place.offset);
  const edit = said === undefined || slot === undefined ? undefined : inclusion(slot, said);
  if (edit === undefined) return [];
  const fields = [...uses.fieldsAt(origin)].filter((field) => isWithin(addressOf(field), holder.address));
  return [
    {
      identity: identify(`for ${holder.address} ${path}`, origin, plain),
      fields: new Set(fields),
      others: uses.othersAt(origin),
      at: origin,
      edit,
    },
  ];
}

/** The item of `include` that gives one combination another value at the path of a template, where one can. */
function saidOf(combination: ReadonlyMap<string, string>, path: string, plain: Plain): Plain | undefined {
  const [scope, name = '', member, ...deeper] = path.split('.');
  if (scope !== 'matrix' || deeper.length > 0) return undefined;
  const axes = Object.fromEntries(combination);
  const key = combination.get(name);
  if (key === undefined) return member === undefined ? { ...axes, [name]: plain } : undefined;
  // What tells the combinations apart cannot be another for one of them.
  return member === undefined || member === 'key' ? undefined : { ...axes, [name]: { key, [member]: plain } };
}

/** The resource itself, or the nearest above it, that a matrix wrote out. */
function withMatrix(entry: Entry): Entry | undefined {
  if (writtenEntry(entry)?.combination !== undefined) return entry;
  return entry.parent === undefined ? undefined : withMatrix(entry.parent);
}

/** What one of the values in a template has to be for its text to be this; `undefined` where the others do not fit. */
function partFor(
  template: string,
  origins: readonly LocatedScalar[],
  index: number,
  wanted: string,
): string | undefined {
  if (/^\$\{[^{}]*\}$/.test(template)) return wanted;
  const parts = template.split(/(?<!\$)\$\{[^}]*\}/).map((part) => part.replaceAll('$${', '${'));
  if (parts.length !== origins.length + 1) return undefined;
  const given = (position: number): string => origins[position]?.text ?? '';
  const before = parts
    .slice(0, index + 1)
    .reduce((text, part, at) => text + (at > 0 ? given(at - 1) : '') + part, '');
  const after = parts
    .slice(index + 1)
    .reduce(
      (text, part, at) => text + part + (at + index + 1 < origins.length ? given(at + index + 1) : ''),
      '',
    );
  const fits =
    wanted.length > before.length + after.length && wanted.startsWith(before) && wanted.endsWith(after);
  return fits ? wanted.slice(before.length, wanted.length - after.length) : undefined;
}

function atPlace({ uses, syntaxOf }: Written, wish: Wish, located: Located): readonly Candidate[] {
  const slot = syntaxOf(located.file.path)?.values.get(located.offset);
  if (slot === undefined) return [];
  const old = located.type === 'scalar' ? located.text : null;
  const plain = keepStyle(typeOf(wish), wish.plain, old);
  const others = new Set(uses.othersAt(located));
  return [
    {
      identity: identify('at', located, plain),
      fields: uses.fieldsAt(located),
      others,
      at: located,
      edit: { type: 'write', slot, located, plain: literal(plain) },
    },
  ];
}

function inOwnEntry(
  { uses, syntaxOf }: Written,
  wish: Wish,
  located: Located | undefined,
): readonly Candidate[] {
  const { entry, field } = wish;
  const file = syntaxOf(entry.place.file.path);
  const slot =
    entry.kind.form === 'set' ? file?.values.get(entry.place.offset) : file?.pairs.get(entry.place.offset);
  if (slot === undefined) return [];
  const plain = keepStyle(typeOf(wish), wish.plain, located?.type === 'scalar' ? located.text : null);
  const edit = ownEdit(slot, wish, literal(plain));
  if (edit === undefined) return [];
  const addresses = uses.addressesAt(entry.place);
  const isShared = slot.node !== null && slot.file.aliased.has(slot.node);
  return [
    {
      identity: identify(`in ${field}`, entry.place, plain),
      fields: new Set(addresses.map((address) => fieldName(address, field))),
      others: new Set(isShared ? ['what takes the whole entry through its anchor'] : []),
      at: entry.place,
      edit,
    },
  ];
}

function ownEdit(slot: Slot, { entry, field }: Wish, plain: Plain): Edit | undefined {
  const { node } = slot;
  if (isAlias(node)) return { type: 'wrap', slot, name: field, plain };
  if (!isMap(node)) return undefined;
  const own = pairsOf(slot.file, node, slot.inFlow).find((pair) => keyText(pair) === field);
  if (own !== undefined)
    return isAlias(own.node) ? { type: 'write', slot: own, located: undefined, plain } : undefined;
  return { type: 'insert', slot, kind: entry.kind, name: field, plain };
}

/** Characters of a live text that would begin a template stand for themselves. */
function literal(plain: Plain): Plain {
  if (typeof plain === 'string') return plain.replaceAll('${', () => '$${');
  if (plain === null) return plain;
  if (Array.isArray(plain)) return plain.map((member: Plain) => literal(member));
  return Object.fromEntries(Object.entries(plain).map(([name, member]) => [name, literal(member)]));
}

function typeOf({ entry, field }: Wish): string {
  return entry.kind.fields[field]?.type.name ?? '';
}

function identify(how: string, place: Place, plain: Plain): string {
  const { file, line, column } = sourceOf(place);
  return JSON.stringify([how, file, line, column, plain]);
}
