import { allKinds } from '../schemas/registry.ts';
import { isNull, type Located, type LocatedEntry, type LocatedMap } from './located.ts';
import type { Report } from './problem-list.ts';

/**
 * How values that stand at the same path in several documents become one: maps by key and all else `equal`, `whole`
 * values equal, lists joined, or one value only. A function merges maps with a rule for each key.
 */
type Rule = 'equal' | 'whole' | 'concatenate' | 'once' | ((key: string) => Rule);

const sections: ReadonlySet<string> = new Set(allKinds.map((kind) => kind.section));
const onlyOnes: ReadonlySet<string> = new Set(
  allKinds.filter(({ form }) => form === 'only').map((kind) => kind.section),
);

const resources: Rule = () => 'once';
const account: Rule = (name) => {
  if (onlyOnes.has(name)) return 'once';
  return sections.has(name) ? resources : 'equal';
};
const accounts: Rule = () => account;
const document = (name: string): Rule => {
  if (name === 'accounts') return accounts;
  if (name === 'variables') return () => 'whole';
  if (name === 'defaults') return () => () => 'whole';
  return name === 'moved' || name === 'removed' ? 'concatenate' : 'equal';
};

/**
 * One document out of those of all files, in the order read: accounts and their sections merge by key, a resource
 * stands once, `moved` and `removed` are joined, and everything else may be repeated where it is equal. Reported: a
 * second declaration with the place of the first, values that contradict each other, and a document that is no map.
 * `undefined` where nothing is left.
 */
export function mergeDocuments(roots: readonly Located[], report: Report): LocatedMap | undefined {
  const maps = roots.filter((root) => root.type === 'map');
  for (const root of roots) {
    if (root.type === 'map') continue;
    report(root, {
      rule: 'wrong-type',
      message: 'the document must be a map',
      remedy: 'Begin with "version: 1" and "accounts:".',
    });
  }
  const [first] = maps;
  if (first === undefined) return undefined;
  return mergeMaps(maps, { path: [], rule: document }, report);
}

/** Where maps stand that become one: the keys above them, and the rules of the keys within. */
interface Level {
  readonly path: readonly string[];
  readonly rule: (key: string) => Rule;
}

function mergeMaps(maps: readonly LocatedMap[], { path, rule }: Level, report: Report): LocatedMap {
  const found = new Map<string, LocatedEntry[]>();
  for (const map of maps) {
    for (const [name, entry] of map.entries) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [entry]);
      else known.push(entry);
    }
  }
  const entries = new Map<string, LocatedEntry>();
  for (const [name, several] of found) {
    const merged = mergeEntries([...path, name], several, rule(name), report);
    if (merged !== undefined) entries.set(name, merged);
  }
  const [first] = maps;
  if (first === undefined) throw new RangeError('there is no map to merge');
  return { ...first, entries };
}

function mergeEntries(
  path: readonly string[],
  several: readonly LocatedEntry[],
  rule: Rule,
  report: Report,
): LocatedEntry | undefined {
  const given = rule === 'once' ? several : withoutNulls(several);
  const [first, ...others] = given;
  if (first === undefined || others.length === 0) return first;
  if (rule === 'once') {
    for (const other of others) reportTwice(path, first, other, report);
    return first;
  }
  const values = given.map(({ value }) => value);
  const maps = values.filter((value) => value.type === 'map');
  const lists = values.filter((value) => value.type === 'list');
  if (rule === 'concatenate' && lists.length === values.length) {
    const [list] = lists;
    return list && { ...first, value: { ...list, items: lists.flatMap(({ items }) => items) } };
  }
  if (rule !== 'whole' && maps.length === values.length) {
    const level = { path, rule: typeof rule === 'function' ? rule : (): Rule => 'equal' };
    return { ...first, value: mergeMaps(maps, level, report) };
  }
  for (const other of others) {
    if (!sameLocated(first.value, other.value)) reportContradiction(path, first, other, report);
  }
  return first;
}

/** An empty `campaigns:` in one file says nothing against the campaigns of another. */
function withoutNulls(several: readonly LocatedEntry[]): readonly LocatedEntry[] {
  const hasContainer = several.some(({ value }) => value.type !== 'scalar');
  return hasContainer ? several.filter(({ value }) => !isNull(value)) : several;
}

/** What stands once is a resource: below `accounts`, the keys on the way to it are its address. */
function reportTwice(
  [, ...address]: readonly string[],
  first: LocatedEntry,
  other: LocatedEntry,
  report: Report,
): void {
  report(other.key, {
    rule: 'duplicate-key',
    message: `${address.join('/')} is declared twice`,
    remedy: 'Keep one of the two, or rename one: a resource stands in one file.',
    related: { place: first.key, label: 'first here' },
  });
}

function reportContradiction(
  path: readonly string[],
  first: LocatedEntry,
  other: LocatedEntry,
  report: Report,
): void {
  report(other.key, {
    rule: 'contradiction',
    message: `${path.at(-1)} says something else here`,
    remedy: 'Keep one of the two, or make them equal: it holds for all files.',
    related: { place: first.key, label: 'first here' },
  });
}

function sameLocated(left: Located, right: Located): boolean {
  if (left === right) return true;
  if (left.type === 'scalar') return right.type === 'scalar' && left.text === right.text;
  if (left.type === 'list') {
    return (
      right.type === 'list' &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => {
        const other = right.items[index];
        return other !== undefined && sameLocated(item, other);
      })
    );
  }
  if (right.type !== 'map' || left.entries.size !== right.entries.size) return false;
  return [...left.entries].every(([name, { value }]) => {
    const other = right.entries.get(name);
    return other !== undefined && sameLocated(value, other.value);
  });
}
