/** How the ids of a collection look: a prefix, and a number in base 36 (or base 10) from a start, by counting. */
export interface IdShape {
  readonly prefix: string;
  readonly start: number;
  readonly radix: 10 | 36;
}

/** Gives out ids by counting, so that the same requests get the same ids. */
export class IdSource {
  readonly #next = new Map<string, number>();
  readonly #shapes: ReadonlyMap<string, IdShape>;
  readonly #taken: (collection: string, id: string) => boolean;

  constructor(shapes: ReadonlyMap<string, IdShape>, taken: (collection: string, id: string) => boolean) {
    this.#shapes = shapes;
    this.#taken = taken;
  }

  /** The number of the next id of each collection that has given out some. */
  get counters(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#next);
  }

  /** Goes on from where these counters stood. */
  resume(counters: Readonly<Record<string, number>>): void {
    for (const [collection, number] of Object.entries(counters)) this.#next.set(collection, number);
  }

  /** A new id of the collection: one that no record has. */
  next(collection: string): string {
    const shape = this.#shapes.get(collection);
    if (shape === undefined) throw new Error(`no ids for ${collection}`);
    let number = this.#next.get(collection) ?? shape.start;
    let id = spell(shape, number);
    while (this.#taken(collection, id)) id = spell(shape, ++number);
    this.#next.set(collection, number + 1);
    return id;
  }
}

function spell(shape: IdShape, number: number): string {
  return `${shape.prefix}${number.toString(shape.radix)}`;
}
