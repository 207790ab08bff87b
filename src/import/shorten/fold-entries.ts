import { slug } from '../keys.ts';
import type { Outline } from '../outline.ts';
import { entryLines } from '../render.ts';
import { type Axis, axesOf, splittingColumn } from './axes.ts';
import { inOrder, isNamed, type Leaf, leavesOf, mapLeaves, shapeOf } from './leaves.ts';
import { createMatrixDraft, type MatrixDraft } from './matrix-draft.ts';
import { type NameParts, partsOf } from './name-parts.ts';

/** Fewer entries than these are read more easily one by one. */
const fewestEntries = 4;
/** A matrix that needs a larger part of the lines than this is not worth reading. */
const largestShare = 0.6;

/** An entry that may become one with others. */
interface Candidate {
  readonly entry: Outline;
  readonly name: NameParts;
  /** `-2` and so on, where another name gives the same key; else empty. */
  readonly suffix: string;
  readonly leaves: readonly Leaf[];
}

/**
 * The entries of one section, those that differ by a pattern of their names written as one with a matrix, which stands
 * where the first of them stood. Keys and values stay what they were.
 */
export function foldEntries(entries: readonly Outline[]): readonly Outline[] {
  const groups = Map.groupBy(entries.flatMap(candidatesIn), ({ entry, name, suffix }) =>
    JSON.stringify([shapeOf(entry), name.between, suffix]),
  );
  const folded = new Map<string, Outline>();
  const gone = new Set<string>();
  const written = new Set<string>();
  for (const group of groups.values())
    for (const { first, others, entry } of foldGroup(group)) {
      // Two patterns may be the same to the letter, and one key stands in a section once.
      if (written.has(entry.key)) continue;
      written.add(entry.key);
      folded.set(first, entry);
      for (const key of others) gone.add(key);
    }
  if (folded.size === 0) return entries;
  return entries.flatMap((entry) => (gone.has(entry.key) ? [] : [folded.get(entry.key) ?? entry]));
}

function candidatesIn(entry: Outline): readonly Candidate[] {
  const [first] = entry.fields;
  if (!isNamed(entry.branch.kind) || !isOwned(entry) || first?.[0] !== 'name') return [];
  if (typeof first[1] !== 'string') return [];
  const ordered = inOrder(entry);
  const name = partsOf(first[1]);
  return [{ entry: ordered, name, suffix: suffixOf(entry.key, name), leaves: leavesOf(ordered) }];
}

function suffixOf(key: string, { parts }: NameParts): string {
  const [whole, suffix = ''] = /(-\d+)$/.exec(key) ?? [''];
  const wished = parts.map(slug).join('-');
  return whole !== '' && !wished.endsWith(key) && wished.endsWith(key.slice(0, -suffix.length)) ? suffix : '';
}

/** An entry that is named by its id is told with the reason, one by one. */
function isOwned({ owned, sections }: Outline): boolean {
  return owned && sections.every(({ members }) => members.every(isOwned));
}

/** One entry in place of several. */
interface Folding {
  readonly first: string;
  readonly others: readonly string[];
  readonly entry: Outline;
}

function foldGroup(group: readonly Candidate[]): readonly Folding[] {
  if (group.length < fewestEntries) return [];
  const parts = group.map(({ name }) => name.parts);
  const variant = variantsOf(parts);
  const variants = Map.groupBy(group, ({ name }) => variant(name.parts));
  if (variants.size > 1) return [...variants.values()].flatMap(foldGroup);
  const axes = axesOf(parts);
  const entry = axes === undefined ? undefined : foldInto(group, axes);
  if (entry !== undefined && isWorthIt(entry, group)) {
    const [first = '', ...others] = group.map((each) => each.entry.key);
    return [{ first, others, entry }];
  }
  const column = splittingColumn(parts);
  if (column === undefined) return [];
  const smaller = Map.groupBy(group, ({ name }) => name.parts[column]);
  return smaller.size === group.length ? [] : [...smaller.values()].flatMap(foldGroup);
}

/**
 * Tells rows apart whose parts give the same keys, such as `High` and `high`: in rows of one variant, each part has a key
 * of its own in its column.
 */
function variantsOf(rows: readonly (readonly string[])[]): (row: readonly string[]) => string {
  const columns = (rows[0] ?? []).map((_, column) => {
    const values = [...new Set(rows.map((row) => row[column] ?? ''))];
    const byKey = Map.groupBy(values, slug);
    return new Map(values.map((value) => [value, byKey.get(slug(value))?.indexOf(value) ?? 0]));
  });
  return (row) => row.map((value, column) => columns[column]?.get(value) ?? 0).join();
}

function isWorthIt(entry: Outline, group: readonly Candidate[]): boolean {
  const before = group.reduce((sum, each) => sum + entryLines(each.entry).length, 0);
  return entryLines(entry).length <= before * largestShare;
}

/** The entry that gives all of a group; `undefined` where their keys do not follow from their names. */
function foldInto(group: readonly Candidate[], axes: readonly Axis[]): Outline | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const draft = createMatrixDraft(axes);
  const key = keyFor(group, axes, draft);
  if (key === undefined) return undefined;
  // Keys and names come first in the order of texts.
  const written = [key, nameFor(group, axes, draft)];
  let index = 0;
  const entry = mapLeaves(first.entry, ({ text }) => {
    const at = index;
    index += 1;
    return written[at] ?? draft.textFor(group.map(({ leaves }) => leaves[at] ?? { ...blank, text }));
  });
  return { ...entry, matrix: draft.matrix() };
}

const blank: Leaf = { text: '', name: 'value', type: undefined, isFreeText: false };

function nameFor(group: readonly Candidate[], axes: readonly Axis[], draft: MatrixDraft): string {
  const [first] = group;
  const { parts = [], between = [] } = first?.name ?? {};
  const texts = parts.map(
    (part, column) =>
      columnText(axes, column, (axis) =>
        draft.valueOf(
          axis,
          'name',
          group.map(({ name }) => name.parts[column] ?? ''),
        ),
      ) ?? part,
  );
  return texts.map((text, column) => `${text}${between[column] ?? ''}`).join('');
}

/** The key of each entry is its name as a key, less words at the beginning which all have in common. */
function keyFor(group: readonly Candidate[], axes: readonly Axis[], draft: MatrixDraft): string | undefined {
  const [first] = group;
  const slugs = group.map(({ name }) => name.parts.map(slug));
  const { suffix = '' } = first ?? {};
  const cuts = new Set(
    group.map(({ entry }, index) => {
      const whole = `${slugs[index]?.join('-') ?? ''}${suffix}`;
      return whole.endsWith(entry.key) ? whole.length - entry.key.length : undefined;
    }),
  );
  const [cut] = cuts;
  if (cuts.size !== 1 || cut === undefined) return undefined;
  const axisColumn = axes.flatMap(({ columns }) => columns).reduce((least, each) => Math.min(least, each));
  const head = (slugs[0] ?? []).slice(0, axisColumn).map((word) => `${word}-`);
  if (cut > head.join('').length) return undefined;
  const texts = (first?.name.parts ?? []).map(
    (part, column) =>
      columnText(axes, column, (axis) =>
        draft.valueOf(
          axis,
          'short',
          slugs.map((words) => words[column] ?? ''),
        ),
      ) ?? slug(part),
  );
  return `${texts.join('-')}${suffix}`.slice(cut);
}

/** What is written for a part of the name that an axis tells; `undefined` for what all have in common. */
function columnText(
  axes: readonly Axis[],
  column: number,
  write: (axis: Axis) => string,
): string | undefined {
  const axis = axes.find(({ columns }) => columns.includes(column));
  return axis && write(axis);
}
