import { type IdShape, IdSource } from '../store/id-source.ts';
import { Store } from '../store/store.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { Clock } from './clock.ts';
import { DueBook } from './due-book.ts';
import { FigureKeeper } from './figures.ts';
import { defaultLimits, type Limits } from './limits.ts';

/** Everything that a request can read or change. */
export interface World {
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly figures: FigureKeeper;
  /** What will happen by itself. */
  readonly due: DueBook;
  limits: Limits;
}

/** What the world has to know of a kind of records: where they are kept, found by, and how their ids look. */
export interface RecordKind {
  readonly collection: string;
  /** Text fields that lists are read by. */
  readonly indexed: readonly string[];
  readonly ids: IdShape;
  readonly due?: Due;
}

/** What happens to the records of a kind by itself. */
interface Due {
  /** When, as `2026-12-01T00:00:00Z`; undefined for a record to which nothing will. */
  readonly at: (record: StoredRecord) => string | undefined;
  /** Makes it happen; afterwards the record is not due, or later. */
  readonly happens: (record: StoredRecord, world: World) => void;
}

/** An empty world that holds these kinds of records. */
export function createWorld(kinds: readonly RecordKind[]): World {
  const store = new Store(new Map(kinds.map((kind) => [kind.collection, kind.indexed])));
  const shapes = new Map(kinds.map((kind) => [kind.collection, kind.ids]));
  const ids = new IdSource(shapes, (collection, id) => store.get(collection, id) !== undefined);
  const happenings = kinds.flatMap(({ collection, due }) => {
    if (due === undefined) return [];
    return [
      [collection, { at: due.at, happens: (record: StoredRecord) => due.happens(record, world) }] as const,
    ];
  });
  const clock = new Clock();
  const world: World = {
    store,
    ids,
    clock,
    figures: new FigureKeeper(store, clock),
    due: new DueBook(store, new Map(happenings)),
    limits: defaultLimits,
  };
  return world;
}
