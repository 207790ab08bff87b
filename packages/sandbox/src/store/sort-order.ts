import type { Value } from '../value.ts';
import type { Cell } from './ordered-cells.ts';

/** One attribute to sort by. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Where a page ended: the last record's sort values, and its number in order of creation. */
export interface Position {
  readonly values: readonly Value[];
  readonly seq: number;
}

/** Where a cell stands under a sort order. */
export function positionOf(cell: Cell, keys: readonly SortKey[]): Position {
  return { values: keys.map((key) => cell.record[key.field] ?? null), seq: cell.seq };
}

/** Compares two positions; equal values fall back to the order of creation, in the direction of the first key. */
export function comparePositions(a: Position, b: Position, keys: readonly SortKey[]): number {
  for (const [index, key] of keys.entries()) {
    const difference = compareValues(a.values[index] ?? null, b.values[index] ?? null);
    if (difference !== 0) return key.descending ? -difference : difference;
  }
  return keys[0]?.descending === true ? b.seq - a.seq : a.seq - b.seq;
}

function compareValues(a: Value, b: Value): number {
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : Number(a > b);
  const rankA = rank(a);
  const rankB = rank(b);
  if (rankA !== rankB) return rankA - rankB;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number(a === true) - Number(b === true);
}

function isNumeric(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

// Null first, then what can be compared, so that the order is total whatever a record holds.
function rank(value: Value): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (isNumeric(value)) return 2;
  return typeof value === 'string' ? 3 : 4;
}
