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
 * a record of the world stands as the example.
 */
export function recordSchema(resource: Resource, world: World): Schema {
  const kept = { ...resource.fields, ...common };
  const example = exampleOf(resource, world);
  const shown = Object.keys(example ?? kept);
  const properties = shown.map((name) => {
    const type = Object.hasOwn(kept, name) ? kept[name] : undefined;
    return [name, type === undefined ? computedSchema(example?.[name] ?? null) : fieldSchemas[type]] as const;
  });
  return { type: 'object', properties: { id: { type: 'string' }, ...Object.fromEntries(properties) } };
}

function exampleOf(resource: Resource, world: World): Readonly<Record<string, Value>> | undefined {
  const [record]: readonly StoredRecord[] = [...world.store.all(resource.collection)];
  return record === undefined ? undefined : resource.show(record, world);
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
  if (isList(value)) return { type: 'array' };
  if (isFields(value)) return { type: 'object' };
  if (value === null) return {};
  if (typeof value === 'boolean') return { type: ['boolean', 'null'] };
  return { type: [typeof value === 'string' ? 'string' : 'number', 'null'] };
}
