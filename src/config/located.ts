import type { Place } from './source-file.ts';

/** A text, or `null` where the document says null, `~` or nothing. */
export interface LocatedScalar extends Place {
  readonly type: 'scalar';
  /** The source text, unquoted and unescaped, whatever YAML would make of it. */
  readonly text: string | null;
  /** The template that gave the text, where one did. */
  readonly template?: string;
  /** The values that the template took, each where it stands; one from outside of the files stands at the template. */
  readonly origins?: readonly LocatedScalar[];
  /** The template could not be filled in, which is reported already: nothing more is said about this value. */
  readonly broken?: true;
}

/** What stands under a key, and where the key stands. */
export interface LocatedEntry {
  readonly key: Place;
  readonly value: Located;
  /** The values that a template in the key took. */
  readonly keyOrigins?: readonly LocatedScalar[];
  /** Of an entry that a matrix wrote out: the key of its value on each axis of that matrix. */
  readonly combination?: ReadonlyMap<string, string>;
  /** Where the combination stands under `include`, if no axis of the matrix gives it. */
  readonly included?: Place;
}

export interface LocatedMap extends Place {
  readonly type: 'map';
  readonly entries: ReadonlyMap<string, LocatedEntry>;
}

export interface LocatedList extends Place {
  readonly type: 'list';
  readonly items: readonly Located[];
}

/**
 * A value of the document and where it stands. Values that several aliases lead to are one and the same object, and
 * never changed.
 */
export type Located = LocatedScalar | LocatedMap | LocatedList;

/** The value under a key of a map; `undefined` where there is none, or no map. */
export function entryOf(node: Located | undefined, key: string): LocatedEntry | undefined {
  return node?.type === 'map' ? node.entries.get(key) : undefined;
}

/** The text of a scalar; `undefined` for null and everything else. */
export function textOf(node: Located | undefined): string | undefined {
  return node?.type === 'scalar' ? (node.text ?? undefined) : undefined;
}

/** True for null, `~` and nothing. */
export function isNull(node: Located): boolean {
  return node.type === 'scalar' && node.text === null;
}

/** What a value is, in the words of an error message. */
export function typeWord(node: Located): string {
  if (node.type === 'scalar') return node.text === null ? 'null' : 'a single value';
  return node.type === 'map' ? 'a map' : 'a list';
}

/** How many values there are, each alias counted as often as it is used; computed once for what is shared. */
export function createSizes(): (node: Located) => number {
  const known = new Map<Located, number>();
  const sizeOf = (node: Located): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const size = childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 1);
    known.set(node, size);
    return size;
  };
  return sizeOf;
}

/** How many levels stand below a value: 0 for a scalar; computed once for what is shared. */
export function createHeights(): (node: Located) => number {
  const known = new Map<Located, number>();
  const heightOf = (node: Located): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const height = childrenOf(node).reduce((highest, child) => Math.max(highest, 1 + heightOf(child)), 0);
    known.set(node, height);
    return height;
  };
  return heightOf;
}

function childrenOf(node: Located): readonly Located[] {
  if (node.type === 'list') return node.items;
  return node.type === 'map' ? Array.from(node.entries.values(), ({ value }) => value) : [];
}

/** True for a value that nothing more is to be said about. */
export function isBroken(node: Located | undefined): boolean {
  return node?.type === 'scalar' && node.broken === true;
}
