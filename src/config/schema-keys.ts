import { z } from 'zod';

/**
 * The keys that a schema allows in the object at a path of a value; empty where it takes no object there, or any key.
 */
export function keysAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  const [step, ...rest] = path;
  const keys = objectsIn(schema).flatMap((inner): readonly string[] => {
    if (step === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
    if (inner instanceof z.ZodObject)
      return keysAt(new Map<PropertyKey, unknown>(Object.entries(inner.shape)).get(step), rest);
    if (inner instanceof z.ZodRecord) return keysAt(inner.valueType, rest);
    return inner instanceof z.ZodArray ? keysAt(inner.element, rest) : [];
  });
  return [...new Set(keys)];
}

/** What a schema is underneath: one schema, or those of a union. */
function objectsIn(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return objectsIn(schema.unwrap());
  if (schema instanceof z.ZodPipe) return objectsIn(schema.in);
  if (schema instanceof z.ZodLazy) return objectsIn(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsIn);
  return [schema];
}
