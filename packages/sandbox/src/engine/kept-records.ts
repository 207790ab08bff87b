import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { World } from '../world/world.ts';
import type { Filler, Resource } from './resource.ts';

type Facts = Pick<Resource, 'collection' | 'label' | 'ids' | 'indexed' | 'fields'> & {
  /** What a new record holds where nobody says anything. */
  readonly blank?: (world: World) => Fields;
  /** What stands in a seeded record where the seed says nothing. */
  readonly plausible?: (filler: Filler) => Fields;
};

/** A kind of records that belongs to no account and that no advertising endpoint serves: kept, seeded, mutated and dumped like the others. */
export function keptRecords({ blank = () => ({}), plausible = () => ({}), ...facts }: Facts): Resource {
  return {
    ...facts,
    global: true,
    idParam: 'id',
    notFound: 'NOT_FOUND',
    writes: {},
    filters: {},
    listParams: {},
    sortable: [],
    readers: [],
    writers: [],
    operations: [],
    blank,
    complete: ({ after }) => after,
    rules: [],
    quotas: [],
    plausible,
    show: (record) => showKept(record, Object.keys(facts.fields)),
  };
}

/** Adds a record of the kind, with the times of now and the next id unless one is given; returns it. */
export function keep(
  world: World,
  kind: Resource,
  fields: Fields,
  id = world.ids.next(kind.collection),
): StoredRecord {
  const now = world.clock.stamp();
  const record = { ...kind.blank(world), ...fields, id, created_at: now, updated_at: now, deleted: false };
  world.store.put(kind.collection, record);
  return record;
}

/** Changes fields of a record; returns it as it then is. */
export function change(world: World, kind: Resource, record: StoredRecord, fields: Fields): StoredRecord {
  const changed = { ...record, ...fields, updated_at: world.clock.stamp() };
  world.store.put(kind.collection, changed);
  return changed;
}

function showKept(record: StoredRecord, fields: readonly string[]): Fields {
  const shown = fields.map((field) => [field, record[field] ?? null] as const);
  return {
    ...Object.fromEntries(shown),
    id: record.id,
    created_at: record['created_at'] ?? null,
    updated_at: record['updated_at'] ?? null,
    deleted: isDeleted(record),
  };
}
