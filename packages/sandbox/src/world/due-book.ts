import type { Store } from '../store/store.ts';
import type { StoredRecord } from '../store/stored-record.ts';

/** What happens to the records of a collection by itself. */
export interface Happening {
  /** When, as `2026-12-01T00:00:00Z`; undefined for a record to which nothing will. */
  readonly at: (record: StoredRecord) => string | undefined;
  /** Makes it happen; afterwards the record is not due, or later. */
  readonly happens: (record: StoredRecord) => void;
}

/** Knows when something is next to happen by itself, so that a request that comes before costs nothing. */
export class DueBook {
  readonly #store: Store;
  readonly #happenings: ReadonlyMap<string, Happening>;
  // No later than the truth: what is changed or taken back only leaves it too early.
  #earliest: string | undefined;

  /** Takes what happens to records, by collection. */
  constructor(store: Store, happenings: ReadonlyMap<string, Happening>) {
    this.#store = store;
    this.#happenings = happenings;
    store.onChange((collection, _before, after) => {
      if (after !== undefined) this.#note(happenings.get(collection)?.at(after));
    });
  }

  /** Lets everything happen that is due at this time (`2026-12-01T00:00:00Z`). */
  letTimePass(now: string): void {
    if (this.#earliest === undefined || this.#earliest > now) return;
    this.#store.transaction(() => {
      for (const [collection, { at, happens }] of this.#happenings)
        for (const record of this.#dueIn(collection, at, now)) happens(record);
    });
    this.#recount();
  }

  #dueIn(collection: string, at: Happening['at'], now: string): readonly StoredRecord[] {
    return [...this.#store.all(collection)].filter((record) => {
      const due = at(record);
      return due !== undefined && due <= now;
    });
  }

  #recount(): void {
    this.#earliest = undefined;
    for (const [collection, { at }] of this.#happenings)
      for (const record of this.#store.all(collection)) this.#note(at(record));
  }

  #note(at: string | undefined): void {
    if (at !== undefined && (this.#earliest === undefined || at < this.#earliest)) this.#earliest = at;
  }
}
