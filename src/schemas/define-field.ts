import type { z } from 'zod';
import type { Value, Values } from './values.ts';

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
  /** Values that the platform may take and the document has no place for, each with the reason, for people. */
  readonly withoutValues?: Readonly<Record<string, string>>;
  /** The kinds that the value, or a part of it, refers to. */
  readonly refersTo?: readonly string[];
  /** The maps that a structured value is made of, for the reference: one, or one for each sort of it. */
  readonly structure?: readonly Structure[];
}

/** One sort of map, and what tells it from the others: `type: MEDIA`. */
export interface Structure {
  readonly sort?: string;
  readonly members: Members;
}

/** One member of a structure. */
interface Member {
  readonly type: FieldType;
  /** The platform's name of it, where it differs from the document's. */
  readonly wire?: string;
  readonly required?: true;
  /** Stands where the document, or the platform, says nothing. */
  readonly default?: Value;
  readonly description: string;
}
export type Members = Readonly<Record<string, Member>>;

/** One field of a kind. */
export interface Field {
  /** The platform's name of the field. */
  readonly wire: string;
  readonly type: FieldType;
  /** One sentence for people: meaning, unit, bounds. */
  readonly description: string;
  /** What a change of the value takes: an update, or a new resource in place of the old one. */
  readonly change: 'in-place' | 'replace';
  /** Of a choice, what single words mean, by the word. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** What people see of it: a text, a link, media. A plan tells it of what is created. */
  readonly content?: true;
  /** Must be declared on a resource that adsync creates. */
  readonly required?: true;
  /** May be null in the document: sent as an empty value, which unsets it. */
  readonly nullable?: true;
  /** Some live records have none, and no request unsets it: null in the document declares one of these. */
  readonly nullWhereLiveHasNone?: true;
  /** Sent at creation, and shown in the plan, where the document says nothing. */
  readonly default?: Value;
  /**
   * More spending can follow from a higher budget, bid or frequency (null: no bound), from a shorter period that a
   * frequency counts over, or from the active status.
   */
  readonly spending?: 'budget' | 'bid' | 'frequency' | 'period' | 'status';
  /** Changed on an active resource only after pausing it. */
  readonly whilePaused?: true;
  /** What an amount is counted in, after the currency: `/day`. */
  readonly unit?: string;
  /** The parameter that a creation names it by, where that is not the record's name (`tweet_ids`). */
  readonly sentAs?: string;
  /** The record's name of it, where that is not the parameter's (`address_company`); a member of a map by a path (`user.id_str`). */
  readonly readAs?: string;
  /**
   * For a reference that is written with a word for its kind, as in `{ audience: KEY }`: the word and the kind that go
   * with the resource's other values, so that a bare key is not taken for an id.
   */
  bareKey?(values: Values): { readonly word: string; readonly kind: string } | undefined;
  /** `false`: no answer shows it; compared with what was last applied only. */
  readonly readable?: false;
  /** True where a live record with these values has a value of the field that no answer shows. */
  readonly hiddenIn?: (live: Values) => boolean;
  /** Shown, stored and planned as a digest only: tax ids, e-mail addresses. */
  readonly sensitive?: true;
  /**
   * Where nothing is given, the platform chooses by the values of these wire fields. A new record in which one of them
   * differs is not given what was chosen for the old one, unless the wire field `unlessSet` has a value that this one
   * goes with.
   */
  readonly chosenBy?: { readonly wires: readonly string[]; readonly unlessSet?: string };
  /** The platform may put another value in its place: what it answered is what tells the record from then on. */
  readonly substituted?: true;
  /** What the platform adds to a set by itself is no difference on a record that adsync did not write. */
  readonly widened?: true;
  /**
   * A further valid value as the document writes it, other than that of the kind's example; `with` what it needs beside
   * it, `without` the fields of the kind's example that do not go with it.
   */
  readonly example?: {
    readonly value: unknown;
    readonly with?: { readonly [field: string]: unknown };
    readonly without?: readonly string[];
    /** What the example of the parent says otherwise, and what it leaves out. */
    readonly parent?: {
      readonly with?: { readonly [field: string]: unknown };
      readonly without?: readonly string[];
    };
  };
  /** Why not to use it any more, and what instead. */
  readonly deprecated?: string;
}

export type Fields = { readonly [documentName: string]: Field };

/** A field as a kind gives it: `wire` only where the platform's name differs from the document's. */
export type DeclaredField = Omit<Field, 'wire'> & Partial<Pick<Field, 'wire'>>;
export type DeclaredFields = { readonly [documentName: string]: DeclaredField };
