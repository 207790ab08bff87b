import type { SuccessForm } from '../engine/endpoint.ts';
import type { Params } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { Connection, PlatformRequest } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';
import type { StreamHub } from './stream-hub.ts';

/** Which of its two vocabularies the data API speaks: posts were called tweets until August 2026 (F-data-10). */
export type Family = 'tweets' | 'posts';

/** Who calls: an application, for itself or for a user. */
export interface Caller {
  readonly app: StoredRecord;
  /** Undefined for an application-only bearer token. */
  readonly user?: StoredRecord;
  /** The scopes of an OAuth 2.0 token; undefined where OAuth 1.0a permissions stand in for them (F-auth-16). */
  readonly scopes?: readonly string[];
}

/** A request to the data API that was authenticated and understood. */
export interface DataCall {
  readonly world: World;
  readonly hub: StreamHub;
  readonly request: PlatformRequest;
  readonly caller: Caller;
  readonly family: Family;
  /** The values of the path's parameters, decoded, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The query's parameters, typed. */
  readonly query: Fields;
  /** The members of the JSON body, typed. */
  readonly body: Fields;
}

/** What a data endpoint answers: a status and a body, or a connection that stays open. */
export interface DataAnswer {
  readonly status?: number;
  readonly body: Fields;
  readonly stream?: (connection: Connection) => void;
}

/** One operation of the version 2 data API. */
export interface DataEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its version; `:name` stands for a parameter: `/2/users/:id/bookmarks`. */
  readonly path: string;
  /** For whom it may be called: an application by itself, a user, or either. */
  readonly callers: readonly ('app' | 'user')[];
  readonly query: Params;
  /** The JSON body's members, where it takes one. */
  readonly body?: Params;
  readonly success?: SuccessForm;
  /** Left out of the documentation: the profile `reference` hides it. */
  readonly profile?: 'public';
  /** Throws DataProblem. */
  run(call: DataCall): DataAnswer | Promise<DataAnswer>;
}
