import type { Param, Params, ParamType } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields, Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { RecordKind, World } from '../world/world.ts';
import type { Permission } from './endpoint.ts';

/** What can be done with a kind through the platform's own calls. */
type Operation = 'list' | 'get' | 'create' | 'update' | 'delete' | 'batch';

/** What a field of a kept record holds; a question mark allows null. */
export type FieldType =
  | 'text'
  | 'text?'
  | 'texts'
  | 'long?'
  | 'boolean'
  | 'boolean?'
  | 'time'
  | 'time?'
  | 'map'
  /** Lists and objects as the platform takes them. */
  | 'json?';

/** A parameter of POST, PUT and batch operations, and the field of the same name. */
export interface WriteParam {
  readonly is: ParamType;
  /** Where it is read; elsewhere it is ignored, as clients send back every field they hold. */
  readonly on: 'create' | 'update' | 'both';
  /** Must be sent at creation, or with every write. */
  readonly required?: 'create' | 'always';
  /** An empty value on update unsets the field (F-request-03). */
  readonly clearable?: true;
  /** The collection whose live record, in the same account, the value names, and the code if there is none. */
  readonly refersTo?: { readonly collection: string; readonly code: string };
  /** On update: read only where the record's field holds this value. */
  readonly updatableIf?: { readonly field: string; readonly is: string };
}

/** A record about to be created or updated. */
export interface Change {
  readonly world: World;
  readonly accountId: string;
  /** Undefined at creation. */
  readonly before: StoredRecord | undefined;
  readonly after: Fields;
  /** The parameters of the request that could be read, typed. */
  readonly given: ReadonlyMap<string, Value>;
  /** Who asks for it; undefined in a seed. */
  readonly user?: StoredRecord;
  /** Whether the change is an operation of a batch. */
  readonly inBatch?: boolean;
}

/** A record that a request wrote, and the place of the operation that did among the request's. */
export interface Touched {
  readonly index: number;
  readonly record: StoredRecord;
}

/** A rule across fields or records, checked when the record is created and when one of the fields is given. */
export interface Rule {
  readonly fields: readonly string[];
  check(change: Change): Problem | undefined;
}

/** A bound on how many records may count at a time. */
export interface Quota {
  readonly code: string;
  readonly what: string;
  counts(record: Fields, world: World): boolean;
  /** What the bound is per: the account's or the parent's id. */
  per(record: Fields): string;
  used(world: World, per: string): number;
  limit(world: World, per: string): number;
}

/** What a seed says about a record, and the means to fill in the rest. */
export interface Filler {
  readonly world: World;
  readonly accountId: string;
  readonly id: string;
  readonly given: Fields;
  /** What the seed gives for the field; else the id of the account's first live record in the collection, made if there is none. */
  readonly parent: (field: string, collection: string) => string;
}

/**
 * A kind of record, as data: what the generic engine serves, checks, stores and shows. Adding a kind is one such value
 * and one line in the registry. `collection` is also the last segment of its paths.
 */
export interface Resource extends RecordKind {
  /** Whether its records belong to no account. */
  readonly global?: true;
  readonly idParam: string;
  /** The path below the account, where it is not the collection's name: `cards/poll`. */
  readonly segment?: string;
  /** The parameter of the creation by which callers name the record; without it, ids are given out. */
  readonly namedBy?: string;
  /** Whether a deletion takes the record out altogether. */
  readonly hardDelete?: true;
  readonly label: string;
  readonly notFound: string;
  /** What is kept, with `account_id`; without `id`, the times and `deleted`. */
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly writes: Readonly<Record<string, WriteParam>>;
  /** Id-list filters of the list, and the field each looks at. */
  readonly filters: Readonly<Record<string, string>>;
  /** Other parameters of the list, beside the standard ones. */
  readonly listParams: Readonly<Record<string, Param>>;
  /** How parameters of the list choose beside filters: called with what was given, undefined for nothing. */
  readonly matches?: Readonly<
    Record<string, (record: StoredRecord, given: Value | undefined, world: World) => boolean>
  >;
  /** How many records a page of the list has, and has at most, and what else the list takes of the standard parameters. */
  readonly paging?: {
    readonly count: number;
    readonly most: number;
    readonly takes: readonly StandardParam[];
  };
  readonly sortable: readonly string[];
  readonly readers: readonly Permission[];
  readonly writers: readonly Permission[];
  readonly operations: readonly Operation[];
  /** Those of them that the documentation leaves out. */
  readonly publicOnly?: readonly Operation[];
  /** Those of them that are there for sandbox accounts only (F-request-01). */
  readonly sandboxOnly?: readonly Operation[];
  /** Parameters of the single read, beside `with_deleted`. */
  readonly getParams?: Params;
  /** Records that are not deleted and yet come back only `with_deleted`. */
  readonly hidden?: (record: StoredRecord, world: World) => boolean;
  /** What a new record holds where the request says nothing. */
  readonly blank: (world: World) => Fields;
  /** The record with what follows from the request: derived fields, fields that no longer apply. */
  readonly complete: (change: Change) => Fields;
  readonly rules: readonly Rule[];
  readonly quotas: readonly Quota[];
  /** What stands in a seeded record where the seed says nothing. */
  readonly plausible: (filler: Filler) => Fields;
  /** What must hold once a whole request is carried out: the problems, by the index of the operation. */
  readonly settle?: (touched: readonly Touched[], world: World) => ReadonlyMap<number, Problem>;
  /** What the platform does by itself after a record was created or updated. */
  readonly follow?: (record: StoredRecord, world: World) => void;
  /** What the history of changes calls the kind, if it keeps one (F-account-08). */
  readonly historyOf?: string;
  /** The record as answers show it; `asked` holds the typed parameters of a read. */
  readonly show: (record: StoredRecord, world: World, asked?: Fields) => Fields;
  /** What that depends on beside the record; a kind that says so has the JSON of its lists remembered. */
  readonly shownBy?: (record: StoredRecord, world: World) => string;
  /** The record as the answer to its creation shows it, where that differs. */
  readonly showNew?: (record: StoredRecord, world: World) => Fields;
}

/** Parameters of a list beside `count` and `cursor` (F-list-01). */
type StandardParam = 'sort_by' | 'with_deleted' | 'with_total_count';

/** A problem with one parameter. */
export function invalid(parameter: string, message: string, code = 'INVALID_PARAMETER'): Problem {
  return { code, message, parameter };
}

/** The problem of a required parameter that is missing (F-error-05). */
export function missing(parameter: string): Problem {
  return { code: 'MISSING_PARAMETER', message: `"${parameter}" is a required parameter`, parameter };
}
