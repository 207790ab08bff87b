import type { SuccessForm } from '../engine/endpoint.ts';
import { readQuery } from '../engine/read-params.ts';
import type { SigningRules } from '../oauth/verify-signature.ts';
import type { Params } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { ApiError } from '../wire/api-error.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { PlatformRequest, Reply } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';

/** A request to an authentication endpoint. */
export interface AuthCall {
  readonly world: World;
  readonly request: PlatformRequest;
  /** The members of the Authorization header, and query and form parameters, by name; the parameters win. */
  readonly given: ReadonlyMap<string, string>;
  readonly rules: SigningRules;
  /** Counts a bearer token that the application asks for; throws ApiError 403 where that is too often. */
  readonly countBearer: (app: StoredRecord) => void;
}

/** One operation of authentication (F-auth-01). */
export interface AuthEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The parameters beside the signature's own. */
  readonly params: Params;
  /** Whether it is a step of the three-legged flow, which HTTPS is required for (F-auth-02). */
  readonly isStep: boolean;
  readonly success?: SuccessForm;
  run(call: AuthCall): Reply;
}

/** The texts of the parameters that the table names. Throws ApiError 400 with everything that is wrong with them. */
export function readTexts(
  params: Params,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const { given: read, problems } = readQuery(params, given);
  if (problems.length > 0) throw new ApiError(400, problems);
  const texts = [...read].map(
    ([name, value]) => [name, typeof value === 'string' ? value : printJson(value)] as const,
  );
  return Object.fromEntries(texts);
}

/** How `pairsReply` answers. */
export const pairsForm: SuccessForm = { media: 'text/plain' };

/** An answer of `key=value` pairs joined by `&` (F-auth-03). */
export function pairsReply(pairs: Readonly<Record<string, string>>): Reply {
  return {
    status: 200,
    headers: { 'content-type': `${pairsForm.media}; charset=utf-8`, 'cache-control': 'no-store' },
    body: new URLSearchParams(pairs).toString(),
  };
}

/** An answer as JSON. */
export function jsonReply(fields: Readonly<Record<string, string>>): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(fields),
  };
}
