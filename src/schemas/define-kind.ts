import type { Fields } from './define-field.ts';
import type { Values } from './values.ts';

/** Which base address an operation goes to: four operations exist on the sandbox host only (reference part 1, line 5). */
export type Host = 'ads' | 'ads_sandbox';

/** One write operation. The path holds `:account_id` and, where the record exists already, `:id`. */
export interface Operation {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly host?: Host;
}

/** A paginated list of an account's records. */
export interface ListOperation {
  readonly path: string;
  /** The parameter that names up to 200 ids. */
  readonly idFilter: string;
  /** Records a page at most (1000 unless the endpoint says otherwise). */
  readonly pageSize: number;
}

/** A batch endpoint: several operations, done together or not at all. */
export interface BatchOperation {
  readonly path: string;
  /** The parameter that names the record in an Update or Delete. */
  readonly idParameter: string;
  /** The name under `limits.batch` in the document. */
  readonly limit: string;
}

export interface Operations {
  readonly list?: ListOperation;
  /** Path of a single read, for what lists leave out. */
  readonly read?: string;
  readonly create?: Operation;
  readonly update?: Operation;
  readonly delete?: Operation;
  readonly batch?: BatchOperation;
}

/** A kind whose resources spend only while a status field says so. */
export interface Activation {
  readonly field: string;
  readonly active: string;
  readonly paused: string;
  /** The limit under `limits` of the account that counts active resources of this kind. */
  readonly limit: 'active_campaigns' | 'line_items';
}

/** What one resource can spend a day: an amount, or no bound. */
export type Exposure = { readonly currency: string; readonly daily: number | 'uncapped' };

/** A rule between fields that a declaration breaks. */
export interface Finding {
  /** The document's name of the field to point at. */
  readonly field: string;
  readonly message: string;
  readonly remedy: string;
}

/** Facts of one kind, and nothing that acts: everything generic loops over these. */
export interface Kind {
  /** The platform's word for one: `campaign`. */
  readonly name: string;
  /** The word for people where it differs: `line item`. */
  readonly title: string;
  /** Where it stands in the document, under its parent's entry: `campaigns`. */
  readonly section: string;
  /** The kind in whose entry the section stands; `undefined` for accounts, which stand at the top. */
  readonly parent: string | undefined;
  /** The kind in whose entry the section may stand too, for resources that exist already and are managed elsewhere. */
  readonly externalUnder?: string;
  readonly description: string;
  readonly fields: Fields;
  /** The wire field that holds the parent's id, where the path does not. */
  readonly parentField?: string;
  /** Further wire fields of the record that planning needs; never compared, never sent. */
  readonly observed: readonly string[];
  /** The wire fields that together tell one from its siblings; adopting and recovery look for them. */
  readonly naturalKey: readonly string[];
  /** `false`: exists with its account or is made elsewhere; only its fields are set. */
  readonly creatable: boolean;
  /** Wire fields that only a single read shows, not a list (reference part 2, line 22). */
  readonly onSingleRead?: readonly string[];
  readonly operations: Operations;
  readonly activation?: Activation;
  /** Deleting cannot be undone (reference part 2, line 82). */
  readonly irreversibleDelete?: true;
  /** Roles of `authenticated_user_access` that may write it, any of them. */
  readonly writers: readonly string[];
  /** A declared example for the reference and the tests, in the document's names. */
  readonly example: { readonly [field: string]: unknown };
  /** What the resource can spend a day while ACTIVE, given its own and its parent's wire values; `undefined`: nothing. */
  exposure?(own: Values, parent: Values | undefined): Exposure | undefined;
  /** Rules between fields, checked before anything is sent; values by document name, in normal form. */
  check?(declared: Values, parent: Values | undefined): readonly Finding[];
}

/** Keeps the literal name of a kind, so that the registry can prove its keys. */
export function defineKind<const Name extends string>(
  kind: Kind & { readonly name: Name },
): Kind & { readonly name: Name } {
  return kind;
}
