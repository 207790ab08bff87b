import { slug } from '../keys.ts';
import { axisName } from './axis-names.ts';

/** What tells entries apart by one or more parts of their names that change together. */
export interface Axis {
  readonly name: string;
  /** Numbers of the parts, the first first. */
  readonly columns: readonly number[];
  /** A key for each value, in the order of their first entry. */
  readonly keys: readonly string[];
  /** The number of its value, for each entry. */
  readonly places: readonly number[];
}

/** More combinations than entries are worth a list of what is left out, up to so many times the entries. */
const mostForEach = 1.5;
/** The language writes out no more. */
const mostCombinations = 10_000;

/**
 * The axes that entries fill, by the parts of their names, the same number for each: every entry has another combination
 * of values. `undefined` where they fill too few of the combinations, or where nothing is common to all and one axis
 * would list them one by one.
 */
export function axesOf(rows: readonly (readonly string[])[]): readonly Axis[] | undefined {
  const columns = varyingColumns(rows);
  const [first] = rows;
  if (first === undefined || columns.length === 0) return undefined;
  const groups = columnGroups(rows, columns);
  if (groups.length === 1 && columns.length === first.length) return undefined;
  const axes: Axis[] = [];
  for (const group of groups) axes.push(axisOf(rows, group, axes));
  const combinations = axes.reduce((product, { keys }) => product * keys.length, 1);
  const told = new Set(rows.map((_, row) => axes.map(({ places }) => places[row]).join()));
  const isClear = axes.every(({ keys }) => new Set(keys).size === keys.length) && told.size === rows.length;
  return isClear && combinations <= Math.min(rows.length * mostForEach, mostCombinations) ? axes : undefined;
}

/** The numbers of the parts that are not the same everywhere, the one with the fewest values first. */
export function splittingColumn(rows: readonly (readonly string[])[]): number | undefined {
  const counts = varyingColumns(rows).map((column) => [column, valuesIn(rows, column).length] as const);
  return counts.reduce<readonly [number, number] | undefined>(
    (fewest, each) => (fewest === undefined || each[1] < fewest[1] ? each : fewest),
    undefined,
  )?.[0];
}

function varyingColumns(rows: readonly (readonly string[])[]): readonly number[] {
  return (rows[0] ?? []).flatMap((_, column) => (valuesIn(rows, column).length > 1 ? [column] : []));
}

function valuesIn(rows: readonly (readonly string[])[], column: number): readonly string[] {
  return [...new Set(rows.map((parts) => parts[column] ?? ''))];
}

/** Columns that change together are one group. */
function columnGroups(
  rows: readonly (readonly string[])[],
  columns: readonly number[],
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const column of columns) {
    const same = groups.find(([other = 0]) => goTogether(rows, other, column));
    if (same === undefined) groups.push([column]);
    else same.push(column);
  }
  return groups;
}

/** Whether each value of one part comes with one value of the other only. */
function goTogether(rows: readonly (readonly string[])[], one: number, other: number): boolean {
  const pairs = new Set(rows.map((parts) => JSON.stringify([parts[one], parts[other]])));
  return pairs.size === valuesIn(rows, one).length && pairs.size === valuesIn(rows, other).length;
}

function axisOf(
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  known: readonly Axis[],
): Axis {
  const [column = 0] = columns;
  const values = valuesIn(rows, column);
  const placeOf = new Map(values.map((value, place) => [value, place]));
  return {
    name: axisName(values, new Set(['include', 'exclude', ...known.map(({ name }) => name)])),
    columns,
    keys: values.map(slug),
    places: rows.map((parts) => placeOf.get(parts[column] ?? '') ?? 0),
  };
}
