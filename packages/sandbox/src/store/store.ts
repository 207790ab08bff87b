import { Collection, type Page, type Selection } from './collection.ts';
import { History, type Reversible } from './history.ts';
import type { Cell } from './ordered-cells.ts';
import type { StoredRecord } from './stored-record.ts';

/** Told of every change of a record, right after it; undefined stands for "was not there", "is gone". */
export type ChangeListener = (
  collection: string,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => void;

/** Every record of the sandbox, by collection. All changes go through `put` and `remove`, and can be taken back. */
export class Store {
  readonly #collections: ReadonlyMap<string, Collection>;
  readonly #listeners: ChangeListener[] = [];
  readonly #settledListeners: (() => void)[] = [];
  readonly #history = new History();
  #undo: (() => void)[] | undefined;

  /** Takes the indexed fields of each collection, by its name. */
  constructor(indexed: ReadonlyMap<string, readonly string[]>) {
    this.#collections = new Map([...indexed].map(([name, fields]) => [name, new Collection(fields)]));
  }

  get names(): readonly string[] {
    return [...this.#collections.keys()];
  }

  has(collection: string): boolean {
    return this.#collections.has(collection);
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Told after a transaction that succeeded, and after a change outside of one. */
  onSettled(listener: () => void): void {
    this.#settledListeners.push(listener);
  }

  get(collection: string, id: string): StoredRecord | undefined {
    return this.#collection(collection).get(id);
  }

  all(collection: string): Iterable<StoredRecord> {
    return this.#collection(collection).all();
  }

  in(collection: string, field: string, value: string): Iterable<StoredRecord> {
    return this.#collection(collection).in(field, value);
  }

  page(collection: string, selection: Selection): Page {
    return this.#collection(collection).page(selection);
  }

  count(collection: string, selection: Pick<Selection, 'within' | 'ids' | 'accepts'>): number {
    return this.#collection(collection).count(selection);
  }

  put(collection: string, record: StoredRecord): void {
    const target = this.#collection(collection);
    const before = target.get(record.id);
    target.put(record);
    this.#made(before === undefined ? addition(target, record.id) : replacement(target, before, record));
    for (const listener of this.#listeners) listener(collection, before, record);
    if (this.#undo === undefined) this.#settle();
  }

  remove(collection: string, id: string): void {
    const target = this.#collection(collection);
    const cell = target.remove(id);
    if (cell === undefined) return;
    this.#made({ undo: () => target.restore(cell), redo: () => target.remove(id) });
    for (const listener of this.#listeners) listener(collection, cell.record, undefined);
    if (this.#undo === undefined) this.#settle();
  }

  /** From now on, `past` can look back as far as this (milliseconds); 0 forgets what was. */
  remember(ms: number): void {
    this.#history.keep(ms);
  }

  /** What the read returns on the records as they were at the instant (milliseconds since 1970), if it is remembered. */
  past<T>(at: number, read: () => T): T {
    return this.#history.visit(at, read);
  }

  /** The record with its place in its collection, to be kept elsewhere. */
  cell(collection: string, id: string): Readonly<Cell> | undefined {
    return this.#collection(collection).cell(id);
  }

  /** Puts a record back into its place that was kept elsewhere. */
  load(collection: string, cell: Cell): void {
    this.#collection(collection).restore(cell);
    for (const listener of this.#listeners) listener(collection, undefined, cell.record);
  }

  /** The last place that each collection gave to a record. */
  get places(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#collections].map(([name, { lastSeq }]) => [name, lastSeq]));
  }

  /** Gives out no place again up to these. */
  skipPlaces(places: Readonly<Record<string, number>>): void {
    for (const [name, collection] of this.#collections) collection.skipTo(places[name] ?? 0);
  }

  /** What takes a change back that happens beside the records, if the transaction it belongs to fails. */
  undoWith(step: () => void): void {
    this.#undo?.push(step);
  }

  /** Runs the work; if it throws, everything it changed is taken back, latest first, and the error passed on. */
  transaction<T>(work: () => T): T {
    if (this.#undo !== undefined) throw new Error('a transaction is open');
    const undo: (() => void)[] = [];
    this.#undo = undo;
    try {
      const result = work();
      this.#settle();
      return result;
    } catch (error) {
      for (const step of undo.toReversed()) step();
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  #settle(): void {
    for (const listener of this.#settledListeners) listener();
  }

  #made(change: Reversible): void {
    this.undoWith(change.undo);
    this.undoWith(this.#history.add(change));
  }

  #collection(name: string): Collection {
    const collection = this.#collections.get(name);
    if (collection === undefined) throw new Error(`no collection ${name}`);
    return collection;
  }
}

function addition(target: Collection, id: string): Reversible {
  let gone: Cell | undefined;
  return {
    undo: () => {
      gone = target.remove(id);
    },
    redo: () => {
      if (gone !== undefined) target.restore(gone);
    },
  };
}

function replacement(target: Collection, before: StoredRecord, after: StoredRecord): Reversible {
  return { undo: () => target.put(before), redo: () => target.put(after) };
}
