import { addressUnder, memberText } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, childKinds } from '../schemas/registry.ts';
import { entryOf, isNull, type Located, type LocatedEntry, type LocatedMap } from './located.ts';
import type { Place } from './source-file.ts';
import { valuesByWire, valuesIn } from './values-in.ts';

/** One resource as it stands in the document. */
export interface Entry {
  readonly kind: Kind;
  /** The path of keys. */
  readonly address: string;
  readonly key: string;
  /** Where the key stands. */
  readonly place: Place;
  readonly body: LocatedMap;
  readonly accountKey: string;
  readonly parent: Entry | undefined;
  /** Stands outside of its parent: managed elsewhere, only a place to attach things to. */
  readonly external: boolean;
}

/** A section of an entry of some kind: which kind stands in it, and whether as a resource managed elsewhere. */
export interface Section {
  readonly kind: Kind;
  readonly external: boolean;
}

/** The kind that has no parent and stands at the top of the document. */
export const rootKind: Kind = onlyRoot();

function onlyRoot(): Kind {
  const [root, ...others] = allKinds.filter((kind) => kind.parent === undefined);
  if (root === undefined || others.length > 0) throw new RangeError('exactly one kind stands at the top');
  return root;
}

const sectionsByKind = new Map(allKinds.map((kind) => [kind.name, sectionsFor(kind)]));

function sectionsFor(parent: Kind): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section>();
  for (const kind of childKinds(parent.name)) sections.set(kind.section, { kind, external: false });
  for (const kind of allKinds) {
    if (kind.externalUnder === parent.name) sections.set(kind.section, { kind, external: true });
  }
  return sections;
}

/** The sections that may stand in an entry of the kind, by name. */
export function sectionsOf(kind: Kind): ReadonlyMap<string, Section> {
  return sectionsByKind.get(kind.name) ?? new Map<string, Section>();
}

/**
 * Every resource of a document, parents before children, otherwise in the document's order. What is no map, or stands
 * in a section that nobody knows, is passed over: the schema reports it.
 */
export function entriesOf(root: LocatedMap): readonly Entry[] {
  const found: Entry[] = [];
  const accounts = entryOf(root, rootKind.section)?.value;
  if (accounts?.type !== 'map') return found;
  for (const [key, entry] of accounts.entries) {
    collect(found, undefined, { kind: rootKind, external: false }, key, entry);
  }
  return found;
}

function collect(
  found: Entry[],
  parent: Entry | undefined,
  { kind, external }: Section,
  key: string,
  { key: place, value }: LocatedEntry,
): void {
  const body = bodyOf(kind, value);
  if (body === undefined) return;
  const address = parent === undefined ? key : addressUnder(parent.address, kind, key);
  const accountKey = parent?.accountKey ?? key;
  const entry: Entry = { kind, address, key, place, body, accountKey, parent, external };
  found.push(entry);
  const sections = sectionsOf(kind);
  for (const [name, held] of body.entries) {
    const section = sections.get(name);
    if (section === undefined) continue;
    for (const [childKey, child] of membersOf(section.kind, name, held)) {
      collect(found, entry, section, childKey, child);
    }
  }
}

/** What stands in a section: entries by key, members of a set by their text, or the only one by the section's name. */
export function membersOf(
  kind: Kind,
  section: string,
  held: LocatedEntry,
): Iterable<readonly [key: string, LocatedEntry]> {
  const { value } = held;
  if (kind.form === 'only') return value.type === 'map' ? [[section, held]] : [];
  if (kind.form === undefined) return value.type === 'map' ? value.entries : [];
  if (value.type !== 'list') return [];
  return value.items.flatMap((item, index) => {
    const body = bodyOf(kind, item);
    if (body === undefined) return [];
    const text = memberText(kind, valuesByWire(kind, valuesIn(kind, body).byName));
    // A part that is missing or wrong is reported: until then the member goes by its number.
    return [[text ?? `member ${index + 1}`, { key: item, value: item }] as const];
  });
}

/** The fields of a resource as a map, also where a bare value stands for one of them. */
function bodyOf({ form, shorthand }: Kind, value: Located): LocatedMap | undefined {
  const isShort = shorthand !== undefined && (form === 'set' || (value.type === 'scalar' && !isNull(value)));
  if (!isShort) return value.type === 'map' ? value : undefined;
  const { file, offset } = value;
  return { type: 'map', file, offset, entries: new Map([[shorthand, { key: value, value }]]) };
}

/** The tree with a change made to the map of every resource. */
export function mapBodies(
  root: LocatedMap,
  change: (body: LocatedMap, section: Section) => LocatedMap,
): LocatedMap {
  return changeSections(root, new Map([[rootKind.section, { kind: rootKind, external: false }]]), change);
}

function changeSections(
  holder: LocatedMap,
  sections: ReadonlyMap<string, Section>,
  change: (body: LocatedMap, section: Section) => LocatedMap,
): LocatedMap {
  return mapValues(holder, (value, name) => {
    const section = sections.get(name);
    if (section === undefined) return value;
    const changed = (body: Located): Located =>
      body.type === 'map' ? change(changeSections(body, sectionsOf(section.kind), change), section) : body;
    if (section.kind.form === 'only') return changed(value);
    // A whole member that is the value of one field is no body.
    if (value.type === 'list')
      return section.kind.shorthand === undefined ? { ...value, items: value.items.map(changed) } : value;
    return value.type === 'map' ? mapValues(value, changed) : value;
  });
}

function mapValues(map: LocatedMap, change: (value: Located, name: string) => Located): LocatedMap {
  const entries = new Map(
    Array.from(map.entries, ([name, entry]) => [name, { ...entry, value: change(entry.value, name) }]),
  );
  return { ...map, entries };
}
