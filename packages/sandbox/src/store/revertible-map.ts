import type { Store } from './store.ts';

/** Values that are kept beside the records, and go back to what they were with a transaction that fails. */
export class RevertibleMap<V> {
  readonly #store: Store;
  readonly #values = new Map<string, V>();

  constructor(store: Store) {
    this.#store = store;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Sets a value; undefined takes it out. */
  set(key: string, value: V | undefined): void {
    const before = this.#values.get(key);
    this.#put(key, value);
    this.#store.undoWith(() => {
      this.#put(key, before);
    });
  }

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  #put(key: string, value: V | undefined): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }
}
