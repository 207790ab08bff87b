import type { z } from 'zod';
import type { FieldType } from './define-field.ts';
import type { Value } from './values.ts';

/** A field type whose two schemas are still to be made. */
interface FieldTypeDefinition extends Omit<FieldType, 'document' | 'live'> {
  readonly document: () => z.ZodType<Value>;
  readonly live: () => z.ZodType<Value>;
}

/**
 * A field type whose schemas are made when they are first asked for: all kinds have some 250 fields, and a run meets a
 * few of them.
 */
export function defineFieldType({ document, live, ...facts }: FieldTypeDefinition): FieldType {
  let ofDocument: z.ZodType<Value> | undefined;
  let ofLive: z.ZodType<Value> | undefined;
  return {
    ...facts,
    get document() {
      ofDocument ??= document();
      return ofDocument;
    },
    get live() {
      ofLive ??= live();
      return ofLive;
    },
  };
}
