import type { z } from 'zod';
import type { Value } from './values.ts';

/** How a value is written in the document, read from the platform, and shown to people. */
export interface FieldType {
  /** A word for the reference: `money`, `text`, `time`. */
  readonly name: string;
  /**
   * From the document's source text (or a map, or a list of texts) to the normal form. Its metadata holds, as
   * `editor`, the JSON Schema of what an editor offers and accepts.
   */
  readonly document: z.ZodType<Value>;
  /** From the platform's JSON to the normal form. */
  readonly live: z.ZodType<Value>;
  show(value: Value): string;
}

/** One field of a kind. */
export interface Field {
  /** The platform's name of the field. */
  readonly wire: string;
  readonly type: FieldType;
  /** One sentence for people: meaning, unit, bounds. */
  readonly description: string;
  /** What a change of the value takes: an update, or a new resource in place of the old one. */
  readonly change: 'in-place' | 'replace';
  /** Must be declared on a resource that adsync creates. */
  readonly required?: true;
  /** May be null in the document: sent as an empty value, which unsets it. */
  readonly nullable?: true;
  /** Sent at creation, and shown in the plan, where the document says nothing. */
  readonly default?: Value;
  /** More spending can follow from a higher budget or bid (null: no bound), or from the active status. */
  readonly spending?: 'budget' | 'bid' | 'status';
  /** Changed on an active resource only after pausing it (contract, section 5.4). */
  readonly whilePaused?: true;
  /** What an amount is counted in, after the currency: `/day`. */
  readonly unit?: string;
  /** The kind that the field refers to, by key or `{ id: … }`. */
  readonly refersTo?: string;
}

export type Fields = { readonly [documentName: string]: Field };
