const mostKept = 100_000;

/** Remembers the ids of events, the latest hundred thousand, so that one that comes again is known. */
export class SeenEvents {
  readonly #ids = new Set<string>();
  readonly #most: number;

  /** Takes how many ids are remembered. */
  constructor(most = mostKept) {
    this.#most = most;
  }

  /** True where the id is new; from then on it is not. */
  isNew(id: string): boolean {
    const isNew = !this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids.size > this.#most ? this.#ids : [];
    if (oldest !== undefined) this.#ids.delete(oldest);
    return isNew;
  }
}
