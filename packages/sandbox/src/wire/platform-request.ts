import type { IncomingHttpHeaders } from 'node:http';
import { isFields, type Value } from '../value.ts';
import { refusal } from './api-error.ts';
import { parseJson } from './lossless-json.ts';
import { multipartPairs } from './multipart.ts';

/** A request as it came over the wire. */
export interface PlatformRequest {
  readonly method: string;
  /** `http` or `https`, as the client used it. */
  readonly scheme: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The address that the request came from. */
  readonly clientIp: string;
  /** A read that lags sees the records as they were at this instant of real time (milliseconds since 1970). */
  readonly asOf?: number;
}

/** An answer, ready to be written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** How the body is sent, if not whole and at once. */
  readonly delivery?: Delivery;
  /** Keeps the connection open after the headers: told of it once, to write to it as things happen. */
  readonly stream?: (connection: Connection) => void;
}

/** A body that is cut off in the middle, under the length of the whole; or one that trickles. */
export type Delivery = { readonly kind: 'cut' } | { readonly kind: 'slow'; readonly bytesPerSecond: number };

/** An answer that stays open. */
export interface Connection {
  write(text: string): void;
  /** Ends the answer in order. */
  end(): void;
  /** Breaks the connection once what was written is sent. */
  drop(): void;
  /** Called once when the answer is over, whoever ended it. */
  onClose(listener: () => void): void;
}

/** Names and values of a query or form text; `+` and `%20` both mean a space. */
export function pairsOf(text: string): readonly (readonly [string, string])[] {
  return text === '' ? [] : [...new URLSearchParams(text)];
}

/** The pairs of a form body; none for any other kind of body. */
export function formPairs(request: PlatformRequest): readonly (readonly [string, string])[] {
  return mediaType(request) === 'application/x-www-form-urlencoded'
    ? pairsOf(request.body.toString('utf8'))
    : [];
}

/** The value of a JSON body, undefined for any other kind. Throws ApiError 400 for a body that is no JSON. */
export function jsonBody(request: PlatformRequest): Value | undefined {
  if (mediaType(request) !== 'application/json' || request.body.length === 0) return undefined;
  try {
    return parseJson(request.body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refusal(400, 'INVALID_PARAMETER', 'The request body is not valid JSON');
  }
}

function fileForm(request: PlatformRequest): readonly (readonly [string, string])[] {
  return mediaType(request) === 'multipart/form-data'
    ? multipartPairs(request.headers['content-type'] ?? '', request.body)
    : [];
}

/**
 * The parameters of a request by name, from query, form and JSON body together: a name that stands in more than one
 * of them counts once, and the body wins (F-request-04).
 */
export function rawParameters(request: PlatformRequest): ReadonlyMap<string, Value> {
  const json = jsonBody(request);
  const named = isFields(json) ? Object.entries(json) : [];
  return new Map<string, Value>([
    ...pairsOf(request.query),
    ...formPairs(request),
    ...fileForm(request),
    ...named,
  ]);
}

function mediaType(request: PlatformRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
