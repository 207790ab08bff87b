import type { Params } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields, Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';

/** A level of access of a user to an account (F-account-04). */
export type Permission =
  | 'ACCOUNT_ADMIN'
  | 'AD_MANAGER'
  | 'CREATIVE_MANAGER'
  | 'CAMPAIGN_ANALYST'
  | 'ANALYST'
  | 'PARTNER_AUDIENCE_MANAGER'
  | 'TWEET_COMPOSER';

/** Which operations are served: those of the documentation alone (`reference`), or also what is known in public. */
export type Profile = 'public' | 'reference';

/** A request that was authenticated and allowed. */
export interface Call {
  readonly world: World;
  readonly user: StoredRecord;
  /** The values of the path's parameters, decoded, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Scheme and host that the request was sent to: `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The account in the path; empty where the path names none. */
  readonly accountId: string;
  /** Query, form and JSON parameters by name, as sent. */
  readonly raw: ReadonlyMap<string, Value>;
  /** The JSON body, if there is one. */
  readonly json: Value | undefined;
  /** Operations of a batch that a fault refuses, by index. */
  readonly refused: ReadonlyMap<number, Problem>;
}

/** One operation of the platform. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the version segment; `:name` stands for a parameter: `/accounts/:account_id/campaigns`. */
  readonly path: string;
  /** Who may call it, where the path names an account; without it, everybody with access to the account. */
  readonly allowed?: readonly Permission[];
  /** Whether the account may be deleted already: only the calls that read or delete the account itself. */
  readonly deletedAccount?: true;
  /** The version segments that it answers under; 11 and 12 unless given. */
  readonly versions?: readonly string[];
  /** Left out of the documentation: the profile `reference` hides it. */
  readonly profile?: 'public';
  /** Whether an application may call it for itself, with its own bearer token. */
  readonly takesApplication?: true;
  /** Served for sandbox accounts only: on the address of their own where the addresses are apart (F-request-01). */
  readonly sandboxOnly?: true;
  /** What it reads beside the path, as the one table that checks requests and documents them; `run` reads by it. */
  readonly params?: Params;
  /** For a batch: what the `params` of its operations may be. */
  readonly operations?: readonly BatchOperation[];
  /** What a success holds in `data`. */
  readonly answers?: AnswerShape;
  /** Returns the body of the answer. Throws ApiError. */
  run(call: Call): Fields;
}

/** How a success is answered, where that is not with 200 and JSON. */
export interface SuccessForm {
  readonly statuses?: readonly (200 | 201)[];
  /** The type of its body: `text/html`. */
  readonly media?: string;
  /** Whether it may send the browser elsewhere instead. */
  readonly redirects?: true;
}

/** One sort of operation in a batch, and the parameters that it takes. */
export interface BatchOperation {
  readonly type: 'Create' | 'Update' | 'Delete';
  readonly params: Params;
}

/** Records of which collection an answer holds, and in which envelope; `bare` is none. */
export interface AnswerShape {
  readonly collection: string;
  readonly envelope: 'one' | 'list' | 'batch' | 'bare';
  /** How they are shown, and what that is called, where it is not their kind's own way. */
  readonly as?: { readonly name: string; show(record: StoredRecord, world: World): Fields };
}
