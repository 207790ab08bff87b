import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, childKinds } from '../schemas/registry.ts';
import { entryOf, type Located, type LocatedEntry, type LocatedMap } from './located.ts';
import type { Place } from './source-file.ts';

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
  { key: place, value: body }: LocatedEntry,
): void {
  if (body.type !== 'map') return;
  const address = parent === undefined ? key : `${parent.address}/${kind.section}/${key}`;
  const accountKey = parent?.accountKey ?? key;
  const entry: Entry = { kind, address, key, place, body, accountKey, parent, external };
  found.push(entry);
  const sections = sectionsOf(kind);
  for (const [name, { value }] of body.entries) {
    const section = sections.get(name);
    if (section === undefined || value.type !== 'map') continue;
    for (const [childKey, child] of value.entries) collect(found, entry, section, childKey, child);
  }
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
    if (section === undefined || value.type !== 'map') return value;
    return mapValues(value, (body) =>
      body.type === 'map' ? change(changeSections(body, sectionsOf(section.kind), change), section) : body,
    );
  });
}

function mapValues(map: LocatedMap, change: (value: Located, name: string) => Located): LocatedMap {
  const entries = new Map(
    Array.from(map.entries, ([name, entry]) => [name, { ...entry, value: change(entry.value, name) }]),
  );
  return { ...map, entries };
}
