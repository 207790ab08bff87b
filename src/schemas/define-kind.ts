import type { DeclaredFields, Field, Fields } from './define-field.ts';
import type { AuthorCapability } from './kind/author.ts';
import type { ImportCapability } from './kind/imports.ts';
import type { ReadinessCapability } from './kind/readiness.ts';
import type { ReplacementCapability } from './kind/replacement.ts';
import type { SiblingsCapability } from './kind/siblings.ts';
import type { SpendingCapability } from './kind/spending.ts';
import type { UpdateCapability } from './kind/updates.ts';
import type { Values } from './values.ts';

/** Which base address an operation goes to: four operations exist on the sandbox host only (F-request-01). */
type Host = 'ads' | 'ads_sandbox';

/**
 * One write operation. The path holds `:account_id`, where the record exists already `:id`, and where the record above
 * it stands in the path `:parent_id`.
 */
export interface Operation {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly host?: Host;
  /** Parameters travel as a JSON body; otherwise in the query string. */
  readonly body?: 'json';
}

/** A paginated list of an account's records. */
export interface ListOperation {
  readonly path: string;
  /** The parameter that names up to 200 ids; without one, the list is always read whole. */
  readonly idFilter?: string;
  /** Records a page at most (1000 unless the endpoint says otherwise). */
  readonly pageSize: number;
  /** Parameters beside paging that every page is asked with. */
  readonly query?: Readonly<Record<string, string>>;
  /** It shows deleted records too where it is asked `with_deleted` (F-list-01). */
  readonly canShowDeleted?: true;
  /**
   * What was changed since a moment can be read from the list alone: it sorts by `updated_at` and shows what was deleted,
   * and whatever is read of a record does not change without that time (F-list-05).
   */
  readonly changes?: {
    /** Parameters with which it shows also what it leaves out otherwise. */
    readonly query: Readonly<Record<string, string>>;
    /** Wire values of what it leaves out without those. */
    readonly leavesOut: Values;
  };
  /**
   * The list is one of what stands below given records: the parameter that names up to 200 of them, or `path` for one
   * list each, `:parent_id` in the path.
   */
  readonly below?: { readonly parameter: string } | 'path';
  /**
   * The list shows the records of one value of this wire field only: one list for each value that declared resources and
   * state entries have, given as the parameter.
   */
  readonly eachOf?: { readonly wire: string; readonly parameter: string };
  /** Codes of a refusal that says that there are none. */
  readonly noneWhen?: readonly string[];
}

/** A batch endpoint: several operations, done together or not at all. */
interface BatchOperation {
  readonly path: string;
  /** The parameter that names the record in an Update or Delete. */
  readonly idParameter: string;
  /** The name under `limits.batch` in the document. */
  readonly limit: string;
  /** Operations that it offers; all, when left out. */
  readonly types?: readonly ('Create' | 'Update' | 'Delete')[];
  /** Whether it takes a record with these values; the others are written singly. */
  takes?(values: Values): boolean;
}

interface Operations {
  readonly list?: ListOperation;
  /** Path of a single read, for what lists leave out. */
  readonly read?: string;
  readonly create?: Operation;
  readonly update?: Operation;
  readonly delete?: Operation;
  readonly batch?: BatchOperation;
}

/** A rule between fields that a declaration breaks. */
export interface Finding {
  /** The document's name of the field to point at. */
  readonly field: string;
  readonly message: string;
  readonly remedy: string;
  /** The code that the platform refuses it with, where one is known. */
  readonly code?: string;
  /** A resource that exists already may leave this out: the finding counts for a new one alone. */
  readonly onlyForNew?: true;
}

/** Facts of one kind, and nothing that acts: everything generic loops over these. */
export interface Kind {
  /** The platform's word for one: `campaign`. */
  readonly name: string;
  /** The word for people where it differs: `line item`. */
  readonly title: string;
  /** Where it stands in the document, under its parent's entry: `campaigns`. */
  readonly section: string;
  /**
   * How the section is written: `entries` by key; a list, the `set` of all that may be live under the parent; or the
   * map of the `only` one there is. `entries` when left out.
   */
  readonly form?: 'set' | 'only';
  /** The field whose value a whole member of a set is, or that a bare text in place of an entry gives. */
  readonly shorthand?: string;
  /** The field that takes the entry's key where the entry does not say it. */
  readonly keyField?: string;
  /** The fields whose texts, joined by `:`, are the address of a member of a set. */
  readonly memberKey?: readonly string[];
  /** The kind in whose entry the section stands; `undefined` for accounts, which stand at the top. */
  readonly parent: string | undefined;
  /** The kind in whose entry the section may stand too, for resources that exist already and are managed elsewhere. */
  readonly externalUnder?: string;
  readonly description: string;
  /** What is hard about it on the platform, in sentences for people. */
  readonly hazards?: readonly string[];
  readonly fields: Fields;
  /** Parameters of creating and changing that no field reaches, by the platform's name: why, in sentences for people. */
  readonly withoutField?: Readonly<Record<string, string>>;
  /** The wire field that holds the parent's id, where the path does not. */
  readonly parentField?: string;
  /** Further wire fields of the record that planning needs; never compared, never sent. */
  readonly observed: readonly string[];
  /** The record's field that holds its id, where that is not `id`; an only one may have none: it goes by its parent's. */
  readonly idField?: string;
  /** What other records refer to it by, where that is not its id: a field of its record. */
  readonly referredBy?: string;
  /** The wire fields that together tell one from its siblings; adopting and recovery look for them. */
  readonly naturalKey: readonly string[];
  /** The code with which the platform refuses a second one with the same natural key, where it does. */
  readonly duplicateCode?: string;
  /** `false`: exists with its account or is made elsewhere; only its fields are set. */
  readonly creatable: boolean;
  readonly operations: Operations;
  /** How a record spends. */
  readonly spending?: SpendingCapability;
  /** How it stands among those under the same parent. */
  readonly siblings?: SiblingsCapability;
  /** What deleting a record, or making a new one in its place, means. */
  readonly replacement?: ReplacementCapability;
  /** When others can use a record, and how long it is there. */
  readonly readiness?: ReadinessCapability;
  /** Who says it, for what a user of the platform says. */
  readonly author?: AuthorCapability;
  /** What is peculiar about updating and reading it. */
  readonly updates?: UpdateCapability;
  /** What an import of an account takes. */
  readonly import?: ImportCapability;
  /** The code with which the platform refuses what refers to, or hangs on, one that is not the account's. */
  readonly absentCode?: string;
  /** What it holds is more than its fields: the members of a file, pushed as the difference to what was pushed last. */
  readonly members?: true;
  /** People see it: where somebody deleted one, making it again takes consent, as for what spends. */
  readonly shownToPeople?: true;
  /** Roles that may not write it, whatever else they may. */
  readonly refusedTo?: readonly string[];
  /** Roles of `authenticated_user_access` that may write it, any of them. */
  readonly writers: readonly string[];
  /** A declared example for the reference and the tests, in the document's names. */
  readonly example: Example;
  /** What the example of its parent says otherwise so that it can hold one. */
  readonly parentExample?: Example;
  /**
   * Rules between fields, checked before anything is sent; values by document name, in normal form. `siblings` gives
   * all of a kind under the same parent: of its own, itself among them, unless another is named.
   */
  check?(declared: Values, parent: Values | undefined, siblings: Siblings): readonly Finding[];
  /**
   * Rules on the whole record as it will stand, checked when it is created or changed: what a document may leave to the
   * record that exists, but a record may not lack. Values by document name, null and what is not known left out.
   */
  checkRecord?(record: Values): readonly Finding[];
}

/** All of a kind under the same parent, by document name; of the own kind where none is named. */
export type Siblings = (kind?: string) => readonly Values[];

/** A declared resource in the document's names. */
export interface Example {
  readonly [field: string]: unknown;
}

/** Keeps the literal name of a kind, so that the registry can prove its keys, and names each field as the platform does. */
export function defineKind<const Name extends string>({
  fields,
  ...facts
}: Omit<Kind, 'fields'> & { readonly name: Name; readonly fields: DeclaredFields }): Kind & {
  readonly name: Name;
} {
  const named = Object.entries(fields).map(([name, field]): [string, Field] => [
    name,
    { wire: name, ...field },
  ]);
  return { ...facts, fields: Object.fromEntries(named) };
}
