import { addCell, type Cell, indexOfSeq, removeCell } from './ordered-cells.ts';
import { comparePositions, type Position, positionOf, type SortKey } from './sort-order.ts';
import type { StoredRecord } from './stored-record.ts';

/** Which records a read wants, and from where. */
export interface Selection {
  /** Records whose field holds one of these values. The field must be indexed. */
  readonly within?: { readonly field: string; readonly values: readonly string[] };
  /** Records with these ids; together with `within`, both must hold. */
  readonly ids?: readonly string[];
  /** What else must hold of a record. */
  readonly accepts: (record: StoredRecord) => boolean;
  /** Empty for the order of creation. */
  readonly sort: readonly SortKey[];
  readonly after?: Position;
  readonly limit: number;
}

export interface Page {
  readonly records: readonly StoredRecord[];
  /** Where the page ended, if more records follow. */
  readonly end?: Position;
}

const emptyCells: readonly Cell[] = [];
const emptyRecords: readonly StoredRecord[] = [];
const sortedListsKept = 8;

/**
 * The records of one kind, in memory, indexed by id and by the fields that lists are read by.
 * Reading a page costs the same at any depth: in order of creation by bisection, in another order by a sorted list that
 * is kept until the next write.
 */
export class Collection {
  readonly #cells = new Map<string, Cell>();
  readonly #all: Cell[] = [];
  readonly #indexes: ReadonlyMap<string, Map<string, Cell[]>>;
  readonly #sorted = new Map<string, readonly Cell[]>();
  #lastSeq = 0;

  /** Takes the names of the text fields to be indexed. */
  constructor(indexed: readonly string[]) {
    this.#indexes = new Map(indexed.map((field) => [field, new Map<string, Cell[]>()]));
  }

  get(id: string): StoredRecord | undefined {
    return this.#cells.get(id)?.record;
  }

  /** Adds the record, or replaces the one with its id. */
  put(record: StoredRecord): void {
    this.#sorted.clear();
    const cell = this.#cells.get(record.id);
    if (cell === undefined) this.#add({ seq: ++this.#lastSeq, record });
    else this.#replace(cell, record);
  }

  /** Takes the record out altogether, and returns what `restore` needs to put it back where it was. */
  remove(id: string): Cell | undefined {
    const cell = this.#cells.get(id);
    if (cell === undefined) return undefined;
    this.#sorted.clear();
    this.#cells.delete(id);
    removeCell(this.#all, cell);
    for (const [field, index] of this.#indexes) removeCell(bucket(index, cell.record[field]), cell);
    return cell;
  }

  restore(cell: Cell): void {
    this.#sorted.clear();
    this.skipTo(cell.seq);
    this.#add(cell);
  }

  /** The record with its number in order of creation. */
  cell(id: string): Readonly<Cell> | undefined {
    return this.#cells.get(id);
  }

  /** The highest number that a record has had. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Gives no new record a number up to this one. */
  skipTo(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
  }

  /** Every record, in order of creation. */
  *all(): Generator<StoredRecord> {
    yield* recordsOf(this.#all);
  }

  /** The records whose indexed field holds the value, in order of creation. */
  in(field: string, value: string): Iterable<StoredRecord> {
    const cells = this.#bucket(field, value);
    return cells.length === 0 ? emptyRecords : recordsOf(cells);
  }

  page(selection: Selection): Page {
    const cells = this.#inOrder(selection);
    const { after, sort, limit, accepts } = selection;
    const records: StoredRecord[] = [];
    let last: Cell | undefined;
    for (
      let index = after === undefined ? 0 : startAfter(cells, after, sort);
      index < cells.length;
      index += 1
    ) {
      const cell = cells[index];
      if (cell === undefined || !accepts(cell.record)) continue;
      if (records.length === limit)
        return last === undefined ? { records } : { records, end: positionOf(last, sort) };
      records.push(cell.record);
      last = cell;
    }
    return { records };
  }

  /** How many records the selection holds, wherever a page of it would begin or end. */
  count(selection: Pick<Selection, 'within' | 'ids' | 'accepts'>): number {
    let total = 0;
    for (const cell of this.#candidates(selection).cells) if (selection.accepts(cell.record)) total += 1;
    return total;
  }

  #add(cell: Cell): void {
    this.#cells.set(cell.record.id, cell);
    addCell(this.#all, cell);
    for (const [field, index] of this.#indexes) addCell(bucket(index, cell.record[field]), cell);
  }

  #replace(cell: Cell, record: StoredRecord): void {
    for (const [field, index] of this.#indexes) {
      if (cell.record[field] === record[field]) continue;
      removeCell(bucket(index, cell.record[field]), cell);
      addCell(bucket(index, record[field]), cell);
    }
    cell.record = record;
  }

  #bucket(field: string, value: string): readonly Cell[] {
    const index = this.#indexes.get(field);
    if (index === undefined) throw new Error(`no index on ${field}`);
    return index.get(value) ?? emptyCells;
  }

  #inOrder(selection: Selection): readonly Cell[] {
    const { cells, name } = this.#candidates(selection);
    const { sort } = selection;
    if (sort.length === 0) return cells;
    const key = name === undefined ? undefined : JSON.stringify([name, sort]);
    const kept = key === undefined ? undefined : this.#sorted.get(key);
    if (kept !== undefined) return kept;
    const sorted = sortCells(cells, sort);
    if (key !== undefined && this.#sorted.size < sortedListsKept) this.#sorted.set(key, sorted);
    return sorted;
  }

  /** The cells among which to look, in order of creation; with a name where they are the same for every page. */
  #candidates({ within, ids }: Pick<Selection, 'within' | 'ids'>): { cells: readonly Cell[]; name?: string } {
    if (ids !== undefined) {
      const found = ids.map((id) => this.#cells.get(id)).filter((cell) => cell !== undefined);
      return { cells: bySeq(found.filter((cell) => within === undefined || holds(cell, within))) };
    }
    if (within === undefined) return { cells: this.#all, name: '' };
    const [only, ...others] = new Set(within.values);
    if (only === undefined) return { cells: emptyCells };
    if (others.length === 0)
      return { cells: this.#bucket(within.field, only), name: `${within.field}=${only}` };
    return { cells: bySeq([only, ...others].flatMap((value) => this.#bucket(within.field, value))) };
  }
}

function* recordsOf(cells: readonly Cell[]): Generator<StoredRecord> {
  for (const { record } of cells) yield record;
}

function holds(cell: Cell, within: { readonly field: string; readonly values: readonly string[] }): boolean {
  const value = cell.record[within.field];
  return typeof value === 'string' && within.values.includes(value);
}

function bySeq(cells: readonly Cell[]): readonly Cell[] {
  return [...new Set(cells)].sort((a, b) => a.seq - b.seq);
}

function bucket(index: Map<string, Cell[]>, value: unknown): Cell[] {
  const key = typeof value === 'string' ? value : '';
  const known = index.get(key);
  if (known !== undefined) return known;
  const cells: Cell[] = [];
  index.set(key, cells);
  return cells;
}

function sortCells(cells: readonly Cell[], sort: readonly SortKey[]): readonly Cell[] {
  const positions = cells.map((cell) => ({ cell, position: positionOf(cell, sort) }));
  positions.sort((a, b) => comparePositions(a.position, b.position, sort));
  return positions.map(({ cell }) => cell);
}

function startAfter(cells: readonly Cell[], after: Position, sort: readonly SortKey[]): number {
  if (sort.length === 0) return indexOfSeq(cells, after.seq + 1);
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const cell = cells[middle];
    if (cell !== undefined && comparePositions(positionOf(cell, sort), after, sort) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
