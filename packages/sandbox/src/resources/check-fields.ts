import type { FieldType, Resource } from '../engine/resource.ts';
import { normalTime } from '../params/normal-time.ts';
import { type Fields, isFields, isList, type Value } from '../value.ts';

const common: Readonly<Record<string, FieldType>> = {
  created_at: 'time',
  updated_at: 'time',
  deleted: 'boolean',
};

/**
 * What is wrong with values that somebody wants to put into a kept record, one sentence each: fields that the kind does
 * not have, and values that a field cannot hold.
 */
export function wrongFields(resource: Resource, fields: Fields): readonly string[] {
  const types = { ...resource.fields, ...common };
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) return [`${resource.collection} have no field "${name}" to be set`];
    return fits(type, value)
      ? []
      : [
          `${resource.collection}: "${name}" cannot hold ${typeof value === 'object' ? 'that' : String(value)}`,
        ];
  });
}

function fits(type: FieldType, value: Value): boolean {
  if (value === null) return type.endsWith('?');
  return holds[type.replace('?', '')]?.(value) === true;
}

const holds: Readonly<Record<string, (value: Value) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: (value) => isList(value) && value.every((item) => typeof item === 'string'),
  long: (value) => typeof value === 'bigint' || Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && normalTime(value) === value,
  map: isFields,
  json: () => true,
};
