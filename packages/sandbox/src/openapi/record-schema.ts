import { addSeed } from '../control/seed.ts';
import type { FieldType, Resource } from '../engine/resource.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { isFields, isList, type Value } from '../value.ts';
import type { World } from '../world/world.ts';
import type { Schema } from './param-schema.ts';

const common: Readonly<Record<string, FieldType>> = {
  created_at: 'time',
  updated_at: 'time',
  deleted: 'boolean',
};

/**
 * The schema of a kind's records as answers show them: the fields of its table, and those that are computed, for which
 * a record of the world stands as the example. `kept` are the fields that are shown as they are kept.
 */
export function recordSchema(
  resource: Resource,
  world: World,
  kept: Resource['fields'] = { ...resource.fields, ...common },
): Schema {
  const example = exampleOf(resource, world);
  const shown = Object.keys(example ?? kept);
  const properties = shown.map((name) => {
    const type = Object.hasOwn(kept, name) ? kept[name] : undefined;
    const value = example?.[name] ?? null;
    // A whole number may be answered as text.
    const isComputed = type === undefined || (type === 'long?' && typeof value === 'string');
    return [name, isComputed ? computedSchema(value) : fieldSchemas[type]] as const;
  });
  // Version 1.1 and jobs have a number for an id.
  const id = { type: typeof example?.['id'] === 'bigint' ? 'integer' : 'string' };
  return { type: 'object', properties: { ...Object.fromEntries(properties), id } };
}

function exampleOf(resource: Resource, world: World): Readonly<Record<string, Value>> | undefined {
  const [record = plausibleOf(resource, world)]: readonly StoredRecord[] = [
    ...world.store.all(resource.collection),
  ];
  return record === undefined ? undefined : resource.show(record, world);
}

/** A record as a seed that says nothing of it has it. */
function plausibleOf({ collection }: Resource, world: World): StoredRecord | undefined {
  const [account]: readonly StoredRecord[] = [...world.store.all('accounts')];
  addSeed(world, { [collection]: [{ account_id: account?.id ?? '' }] });
  const [record]: readonly StoredRecord[] = [...world.store.all(collection)];
  return record;
}

const time = { type: 'string', format: 'date-time' };

const fieldSchemas: Readonly<Record<FieldType, Schema>> = {
  text: { type: 'string' },
  'text?': { type: ['string', 'null'] },
  texts: { type: 'array', items: { type: 'string' } },
  'long?': { type: ['integer', 'null'], format: 'int64' },
  boolean: { type: 'boolean' },
  'boolean?': { type: ['boolean', 'null'] },
  time,
  'time?': { ...time, type: ['string', 'null'] },
  map: { type: 'object' },
  'json?': {},
};

function computedSchema(value: Value): Schema {
  if (isList(value)) return { type: 'array', items: value[0] === undefined ? {} : computedSchema(value[0]) };
  if (isFields(value)) return { type: 'object' };
  if (value === null) return {};
  if (typeof value === 'boolean') return { type: ['boolean', 'null'] };
  return { type: [typeof value === 'string' ? 'string' : 'number', 'null'] };
}
