import { nearest } from '../diagnostics/nearest.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { rootKind, sectionsOf } from './entries.ts';
import {
  entryOf,
  isBroken,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  textOf,
  typeWord,
} from './located.ts';
import type { Fault, Report } from './problem-list.ts';
import type { Place } from './source-file.ts';
import { expandTemplates, type Scope } from './templates.ts';

const mostCombinations = 10_000;
/** What a matrix has beside its axes. */
const notAxes: ReadonlySet<string> = new Set(['exclude', 'include']);

/** One value for each axis, and what `include` adds. */
type Combination = ReadonlyMap<string, Located>;

/** A combination that an entry stands for. */
interface Chosen {
  readonly values: Combination;
  /** Axis and value key of what tells it from the others. */
  readonly keys: ReadonlyMap<string, string>;
  /** Where it stands under `include`, if no axis gives it. */
  readonly included?: Place;
}

interface Expansion {
  readonly report: Report;
  /** Scopes other than `matrix`. */
  readonly scopes: readonly Scope[];
}

/**
 * The document with each entry that has a `matrix` written out once for each combination of its values:
 * `${matrix.AXIS}` is the value, or the `key` of a value that is a map, and `${matrix.AXIS.name}` a member of it. An
 * entry beneath may have a matrix of its own beside the one above. What `include` lists is added, as in GitHub's matrix:
 * to every combination that it fits, else as a combination more. Reported: axes that are no lists of values, exclusions
 * of what is not there, inclusions that add nothing, keys that do not tell the combinations apart.
 */
export function expandMatrices(root: LocatedMap, scopes: readonly Scope[], report: Report): LocatedMap {
  const accounts = entryOf(root, rootKind.section);
  if (accounts?.value.type !== 'map') return root;
  const entries = new Map(accounts.value.entries);
  for (const [key, entry] of entries) {
    if (entry.value.type !== 'map') continue;
    entries.set(key, {
      ...entry,
      value: expandSections({ scopes, report }, entry.value, rootKind, new Map()),
    });
  }
  const value = { ...accounts.value, entries };
  return { ...root, entries: new Map([...root.entries, [rootKind.section, { ...accounts, value }]]) };
}

/** An entry's body with the matrices in its sections written out; itself where there are none. */
function expandSections(expansion: Expansion, body: LocatedMap, kind: Kind, above: Combination): LocatedMap {
  const changed = new Map<string, LocatedEntry>();
  for (const [name, section] of sectionsOf(kind)) {
    const held = body.entries.get(name);
    if (held?.value.type !== 'map' || section.external || section.kind.form !== undefined) continue;
    const written = writeOut(expansion, held.value, section.kind, above);
    if (written !== held.value) changed.set(name, { ...held, value: written });
  }
  return changed.size === 0 ? body : { ...body, entries: new Map([...body.entries, ...changed]) };
}

function writeOut(expansion: Expansion, section: LocatedMap, kind: Kind, above: Combination): LocatedMap {
  const entries = new Map<string, LocatedEntry>();
  let changed = false;
  for (const [key, entry] of section.entries) {
    for (const [written, each] of writeOutEntry(expansion, key, entry, kind, above)) {
      const first = entries.get(written);
      if (first === undefined) entries.set(written, each);
      else reportTwice(expansion.report, written, { key, entry: each }, first.key);
      changed ||= each !== entry;
    }
  }
  return changed || entries.size !== section.entries.size ? { ...section, entries } : section;
}

/** The entry itself, or one for each combination of its matrix. */
function writeOutEntry(
  expansion: Expansion,
  key: string,
  entry: LocatedEntry,
  kind: Kind,
  above: Combination,
): Iterable<readonly [string, LocatedEntry]> {
  const body = entry.value;
  if (body.type !== 'map') return [[key, entry]];
  const matrix = body.entries.get('matrix');
  if (matrix === undefined) {
    const value = expandSections(expansion, body, kind, above);
    return [[key, value === body ? entry : { ...entry, value }]];
  }
  const others = new Map([...body.entries].filter(([name]) => name !== 'matrix'));
  return combinationsOf(expansion, matrix, above).flatMap(({ values, keys, included }) => {
    const combination = new Map([...above, ...values]);
    const value = expandSections(expansion, { ...body, entries: others }, kind, combination);
    const alone = {
      ...body,
      entries: new Map([[key, { ...entry, value, combination: keys, ...(included && { included }) }]]),
    };
    return [
      ...expandTemplates(alone, [...expansion.scopes, matrixScope(combination)], expansion.report).entries,
    ];
  });
}

function matrixScope(combination: Combination): Scope {
  return {
    name: 'matrix',
    remedy: 'Use what the matrix has, or add it there.',
    keys: () => combination.keys(),
    get: (axis) => combination.get(axis),
    itself: (value) => entryOf(value, 'key')?.value,
  };
}

function combinationsOf(
  expansion: Expansion,
  { key, value }: LocatedEntry,
  above: Combination,
): readonly Chosen[] {
  const { report } = expansion;
  if (value.type !== 'map') {
    report(key, matrixFault(`matrix must be a map, not ${typeWord(value)}`));
    return [];
  }
  const filled = expandTemplates(value, [...expansion.scopes, matrixScope(above)], report);
  const axes = [...filled.entries]
    .filter(([name]) => !notAxes.has(name))
    .flatMap(([name, axis]) => readAxis(name, axis, report));
  if (axes.length === 0) {
    if ([...filled.entries.keys()].every((name) => notAxes.has(name)))
      report(key, matrixFault('matrix has no axis'));
    return [];
  }
  const size = axes.reduce((product, [, values]) => product * values.length, 1);
  if (size > mostCombinations) {
    report(key, matrixFault(`matrix has ${size} combinations; at most ${mostCombinations} are written out`));
    return [];
  }
  const all = axes.reduce<readonly Combination[]>(
    (combinations, [name, values]) =>
      combinations.flatMap((combination) => values.map((each) => new Map([...combination, [name, each]]))),
    [new Map()],
  );
  const excluded = readExclusions(filled, new Map(axes), report);
  const inclusions = readInclusions(filled, new Map(axes), report);
  if (size + inclusions.length > mostCombinations) {
    report(
      key,
      matrixFault(
        `matrix has ${size + inclusions.length} combinations; at most ${mostCombinations} are written out`,
      ),
    );
    return [];
  }
  const left = all.filter((combination) => !excluded.some((exclusion) => matches(combination, exclusion)));
  return withInclusions(left, inclusions, report);
}

/** An item of `include`. */
interface Inclusion {
  readonly place: Located;
  /** Axis and value key of the combinations that it fits. */
  readonly fits: ReadonlyMap<string, string>;
  /** The values of axes whose keys it names. */
  readonly known: Combination;
  /** What it says of axes and beside them. */
  readonly says: Combination;
}

/** The combinations with what inclusions say of them, and those that only inclusions name. */
function withInclusions(
  combinations: readonly Combination[],
  inclusions: readonly Inclusion[],
  report: Report,
): readonly Chosen[] {
  const chosen = combinations.map((values) => ({
    values: inclusions
      .filter(({ fits }) => matches(values, fits))
      .reduce<Combination>((known, { says }) => withSaid(known, says), values),
    keys: new Map(Array.from(values, ([axis, value]) => [axis, valueKey(value) ?? ''])),
  }));
  const others = inclusions.flatMap(({ place, fits, known, says }): readonly Chosen[] => {
    const fitting = combinations.find((combination) => matches(combination, fits));
    if (fitting === undefined) return [{ values: withSaid(known, says), keys: fits, included: place }];
    if (isNews(fitting, says)) return [];
    report(place, {
      rule: 'matrix',
      message: 'the matrix has this combination already, and include says nothing new of it',
      remedy: 'Take it out, or add a value: { market: us, budget: 30 } for ${matrix.budget}.',
    });
    return [];
  });
  return [...chosen, ...others];
}

/** What is said goes before what is known; of maps with one key, each member for itself. */
function withSaid(known: Combination, says: Combination): Combination {
  const values = new Map(known);
  for (const [name, said] of says) {
    const before = known.get(name);
    const isOfKey = before?.type === 'map' && valueKey(before) === valueKey(said);
    if (isOfKey && said.type === 'map') values.set(name, merged(before, said));
    // A key alone only says which value is meant.
    else if (!isOfKey || valueKey(said) === undefined) values.set(name, said);
  }
  return values;
}

function merged(known: LocatedMap, said: LocatedMap): LocatedMap {
  return { ...said, entries: new Map([...known.entries, ...said.entries]) };
}

/** Whether more is said than which combination is meant. */
function isNews(known: Combination, says: Combination): boolean {
  return [...says].some(([name, said]) => !known.has(name) || (said.type === 'map' && said.entries.size > 1));
}

function readInclusions(
  matrix: LocatedMap,
  axes: ReadonlyMap<string, readonly Located[]>,
  report: Report,
): readonly Inclusion[] {
  const include = matrix.entries.get('include');
  if (include === undefined || isBroken(include.value)) return [];
  if (include.value.type !== 'list') {
    report(include.key, matrixFault('matrix.include must be a list of maps'));
    return [];
  }
  return include.value.items.flatMap((item) => readInclusion(item, axes, report));
}

function readInclusion(
  item: Located,
  axes: ReadonlyMap<string, readonly Located[]>,
  report: Report,
): readonly Inclusion[] {
  if (isBroken(item)) return [];
  if (item.type !== 'map' || item.entries.size === 0) {
    report(item, matrixFault('what matrix.include lists must be a map of names to values'));
    return [];
  }
  const members = [...item.entries].map(([name, { value }]) => [name, value] as const);
  if (members.some(([, value]) => isBroken(value))) return [];
  const ofAxes = members.filter(([name]) => axes.has(name));
  const odd = ofAxes.find(([, value]) => valueKey(value) === undefined);
  if (odd !== undefined) {
    const [name, value] = odd;
    report(value, matrixFault(`a value of matrix.${name} is neither a single value nor a map with a key`));
    return [];
  }
  const known = ofAxes.flatMap(([axis, value]) => {
    const same = axes.get(axis)?.find((each) => valueKey(each) === valueKey(value));
    return same === undefined ? [] : [[axis, same] as const];
  });
  const fits = new Map(ofAxes.map(([axis, value]) => [axis, valueKey(value) ?? '']));
  return [{ place: item, fits, known: new Map(known), says: new Map(members) }];
}

function readAxis(
  name: string,
  { key, value }: LocatedEntry,
  report: Report,
): readonly (readonly [string, readonly Located[]])[] {
  if (isBroken(value)) return [];
  if (value.type !== 'list' || value.items.length === 0) {
    report(
      key,
      matrixFault(
        `matrix.${name} must be a list of values, not ${value.type === 'list' ? 'an empty list' : typeWord(value)}`,
        textOf(value) === undefined
          ? undefined
          : `Write ${name}: [${textOf(value)}], or several values with commas between them.`,
      ),
    );
    return [];
  }
  const odd = value.items.find((item) => !isBroken(item) && valueKey(item) === undefined);
  if (odd === undefined) return [[name, value.items.filter((item) => !isBroken(item))]];
  report(odd, matrixFault(`a value of matrix.${name} is neither a single value nor a map with a key`));
  return [];
}

/** What tells a value of an axis from the others. */
function valueKey(value: Located | undefined): string | undefined {
  return textOf(value) ?? textOf(entryOf(value, 'key')?.value);
}

/** Axis and value key of each exclusion. */
function readExclusions(
  matrix: LocatedMap,
  axes: ReadonlyMap<string, readonly Located[]>,
  report: Report,
): readonly ReadonlyMap<string, string>[] {
  const exclude = matrix.entries.get('exclude');
  if (exclude === undefined) return [];
  if (exclude.value.type !== 'list') {
    report(exclude.key, matrixFault('matrix.exclude must be a list of maps'));
    return [];
  }
  return exclude.value.items.flatMap((item) => {
    if (item.type !== 'map' || item.entries.size === 0) {
      report(item, matrixFault('an exclusion must be a map of axes to values'));
      return [];
    }
    const pairs = [...item.entries].map(([axis, entry]) => readExclusion(axis, entry, axes, report));
    return pairs.includes(undefined) ? [] : [new Map(pairs.filter((pair) => pair !== undefined))];
  });
}

function readExclusion(
  axis: string,
  { key, value }: LocatedEntry,
  axes: ReadonlyMap<string, readonly Located[]>,
  report: Report,
): readonly [string, string] | undefined {
  const keys = axes
    .get(axis)
    ?.map(valueKey)
    .filter((each) => each !== undefined);
  const wanted = valueKey(value);
  if (keys !== undefined && wanted !== undefined && keys.includes(wanted)) return [axis, wanted];
  const [word, candidates, place]: [string, Iterable<string>, Place] =
    keys === undefined ? [axis, axes.keys(), key] : [wanted ?? '', keys, value];
  const near = nearest(word, candidates);
  report(place, {
    rule: 'matrix',
    message:
      keys === undefined
        ? `matrix has no axis ${axis}`
        : `matrix.${axis} has no value ${wanted ?? typeWord(value)}`,
    remedy: near === undefined ? 'Exclude what the matrix has.' : `Did you mean ${near}?`,
  });
  return undefined;
}

function matches(combination: Combination, exclusion: ReadonlyMap<string, string>): boolean {
  return [...exclusion].every(([axis, wanted]) => valueKey(combination.get(axis)) === wanted);
}

function matrixFault(
  message: string,
  remedy = 'Write matrix: { market: [us, uk], tier: [high, low] }.',
): Fault {
  return { rule: 'matrix', message, remedy };
}

function reportTwice(
  report: Report,
  written: string,
  { key, entry }: { readonly key: string; readonly entry: LocatedEntry },
  first: Place,
): void {
  const unnamed = [...(entry.combination ?? new Map<string, string>()).keys()]
    .filter((axis) => !key.includes(`matrix.${axis}`))
    .map((axis) => `\${matrix.${axis}}`);
  const isSamePlace = first.file === entry.key.file && first.offset === entry.key.offset;
  report(entry.key, {
    rule: 'duplicate-key',
    message: `the key ${written} stands twice once the matrix is written out`,
    remedy:
      unnamed.length === 0
        ? 'Write keys that tell all combinations apart.'
        : `Name every axis in the key: ${[key, ...unnamed].join('-')}.`,
    ...(!isSamePlace && { related: { place: first, label: 'first here' } }),
  });
}
