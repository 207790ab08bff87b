import type { StoredRecord } from './stored-record.ts';

/** A record's place in a collection: its number in order of creation, and its present content. */
export interface Cell {
  readonly seq: number;
  record: StoredRecord;
}

/** The index of the first cell whose number is at least `seq`, in cells ordered by number. */
export function indexOfSeq(cells: readonly Cell[], seq: number): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts a cell into its place, in cells ordered by number. */
export function addCell(cells: Cell[], cell: Cell): void {
  const last = cells.at(-1);
  if (last === undefined || last.seq < cell.seq) cells.push(cell);
  else cells.splice(indexOfSeq(cells, cell.seq), 0, cell);
}

/** Takes a cell out of cells ordered by number. */
export function removeCell(cells: Cell[], cell: Cell): void {
  const index = indexOfSeq(cells, cell.seq);
  if (cells[index] === cell) cells.splice(index, 1);
}
