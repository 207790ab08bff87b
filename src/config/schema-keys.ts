import { z } from 'zod';

/**
 * The keys that a schema allows in the object at a path of a value; empty where it takes no object there, or any key.
 */
export function keysAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  const inner = unwrapped(schema);
  const [step, ...rest] = path;
  if (step === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  if (inner instanceof z.ZodObject)
    return keysAt(new Map<PropertyKey, unknown>(Object.entries(inner.shape)).get(step), rest);
  if (inner instanceof z.ZodRecord) return keysAt(inner.valueType, rest);
  if (inner instanceof z.ZodArray) return keysAt(inner.element, rest);
  return [];
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  return schema;
}
