import { type Entry, entriesOf, rootKind, sectionsOf } from '../config/entries.ts';
import { entryOf, type Located, type LocatedEntry, type LocatedMap } from '../config/located.ts';
import type { Place } from '../config/source-file.ts';

/** One field of one resource, as `ADDRESS FIELD`: no address holds a blank. */
export type FieldName = string;

/** What the places of the files are for, once anchors, defaults, templates and matrices are followed. */
export interface PlacesOfFields {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Fields whose value, or a part of it, stands at the place. */
  fieldsAt(place: Place): ReadonlySet<FieldName>;
  /** What else the place is for, in words. */
  othersAt(place: Place): ReadonlySet<string>;
  /** Addresses of the resources whose key, or whose member of a list, stands at the place. */
  addressesAt(place: Place): readonly string[];
}

/** A field's name among all. */
export function fieldName(address: string, field: string): FieldName {
  return `${address} ${field}`;
}

/** The address in a field's name. */
export function addressOf(field: FieldName): string {
  return field.slice(0, field.indexOf(' '));
}

/** A place as a text that tells it from others. */
export function placeName({ file, offset }: Place): string {
  return `${offset} ${file.path}`;
}

/** Looks through a document that was read without a problem. */
export function findPlacesOfFields(root: LocatedMap): PlacesOfFields {
  const all = entriesOf(root);
  const fields = new Map<string, Set<FieldName>>();
  const others = new Map<string, Set<string>>();
  const addresses = new Map<string, string[]>();
  for (const entry of all) {
    noteEntry(entry, fields, others);
    const at = placeName(entry.place);
    addresses.set(at, [...(addresses.get(at) ?? []), entry.address]);
  }
  for (const [name, { value }] of root.entries) {
    // What variables and defaults say is used where resources take it.
    if (![rootKind.section, 'variables', 'defaults'].includes(name)) note(others, value, name);
  }
  return {
    entries: new Map(all.map((entry) => [entry.address, entry])),
    fieldsAt: (place) => fields.get(placeName(place)) ?? new Set(),
    othersAt: (place) => others.get(placeName(place)) ?? new Set(),
    addressesAt: (place) => addresses.get(placeName(place)) ?? [],
  };
}

function noteEntry(
  entry: Entry,
  fields: Map<string, Set<FieldName>>,
  others: Map<string, Set<string>>,
): void {
  const sections = sectionsOf(entry.kind);
  for (const [name, { value }] of entry.body.entries) {
    if (Object.hasOwn(entry.kind.fields, name)) note(fields, value, fieldName(entry.address, name));
    else if (!sections.has(name)) note(others, value, `${name} of ${entry.address}`);
  }
  for (const origin of writtenEntry(entry)?.keyOrigins ?? [])
    note(others, origin, `the key of ${entry.address}`);
}

function note(uses: Map<string, Set<string>>, node: Located, use: string): void {
  const at = placeName(node);
  const known = uses.get(at);
  if (known === undefined) uses.set(at, new Set([use]));
  else known.add(use);
  if (node.type === 'scalar') for (const origin of node.origins ?? []) note(uses, origin, use);
  if (node.type === 'list') for (const item of node.items) note(uses, item, use);
  if (node.type === 'map') for (const { value } of node.entries.values()) note(uses, value, use);
}

/** The entry under its key as the document has it; `undefined` for an account and for a member of a list. */
export function writtenEntry({ parent, kind, key }: Entry): LocatedEntry | undefined {
  return parent === undefined ? undefined : entryOf(entryOf(parent.body, kind.section)?.value, key);
}
