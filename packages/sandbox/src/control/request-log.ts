import { isList, type Value } from '../value.ts';
import { ApiError } from '../wire/api-error.ts';
import { jsonBody, type PlatformRequest, pairsOf } from '../wire/platform-request.ts';

/** One platform request, as the log keeps it; what is not known yet is null. */
export interface LogEntry {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  status: number | null;
  readonly account_id: string | null;
  /** How many records the request wants to change: a batch's operations, 1 for another write, 0 for a read. */
  readonly operations: number;
  /** The effect of the fault that hit it. */
  fault: string | null;
  /** Whether what it asked for was done, whatever the client got to know of it. */
  effect_applied: boolean;
  readonly bytes_in: number;
  bytes_out: number;
  readonly at: string;
}

interface Kept {
  readonly entry: LogEntry;
  request?: string;
  response?: string | Buffer;
}

const entriesKept = 10_000;
const bodyCharactersKept = 16_000_000;

/** The latest platform requests. Old entries go first, and bodies before entries, so that a long run does not fill memory. */
export class RequestLog {
  #kept: Kept[] = [];
  #lastNumber = 0;
  #bodyCharacters = 0;
  #firstWithBodies = 0;

  /** The number of the latest request; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Notes a request as it arrives; the entry is completed by `finish`. */
  begin(request: PlatformRequest, at: string): LogEntry {
    const entry: LogEntry = {
      n: ++this.#lastNumber,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(pairsOf(request.query)),
      status: null,
      account_id: /\/accounts\/([^/]+)/.exec(request.path)?.[1] ?? null,
      operations: operationsOf(request),
      fault: null,
      effect_applied: false,
      bytes_in: request.body.length,
      bytes_out: 0,
      at,
    };
    const kept = { entry, request: request.body.toString('utf8') };
    this.#kept.push(kept);
    this.#bodyCharacters += kept.request.length;
    this.#forgetOld();
    return entry;
  }

  /** Notes the body of the answer. */
  finish(entry: LogEntry, response: string | Buffer): void {
    entry.bytes_out = Buffer.byteLength(response);
    const kept = this.#kept[this.#kept.length - 1 - (this.#lastNumber - entry.n)];
    if (kept === undefined) return;
    kept.response = response;
    this.#bodyCharacters += response.length;
    this.#forgetOld();
  }

  /** At most `limit` entries after number `since`, with `request_body` and `response_body` where they are asked for and still kept. */
  since(since: number, bodies: boolean, limit: number): readonly object[] {
    const chosen = this.#kept.filter(({ entry }) => entry.n > since).slice(0, limit);
    if (!bodies) return chosen.map(({ entry }) => entry);
    return chosen.map(({ entry, request, response }) => {
      return { ...entry, request_body: request ?? null, response_body: response?.toString() ?? null };
    });
  }

  #forgetOld(): void {
    while (this.#bodyCharacters > bodyCharactersKept && this.#firstWithBodies < this.#kept.length - 1) {
      const old = this.#kept[this.#firstWithBodies];
      this.#firstWithBodies += 1;
      if (old === undefined) continue;
      this.#bodyCharacters -= (old.request?.length ?? 0) + (old.response?.length ?? 0);
      delete old.request;
      delete old.response;
    }
    // In bulk, since moving all entries for each new one would cost more than the request.
    if (this.#kept.length < entriesKept * 1.2) return;
    const dropped = this.#kept.splice(0, this.#kept.length - entriesKept);
    for (const { request, response } of dropped)
      this.#bodyCharacters -= (request?.length ?? 0) + (response?.length ?? 0);
    this.#firstWithBodies = Math.max(0, this.#firstWithBodies - dropped.length);
  }
}

// Counted here, since a request that a fault keeps from the platform is never read any further.
function operationsOf(request: PlatformRequest): number {
  if (request.method === 'GET') return 0;
  const body = request.path.includes('/batch/') ? listOrNothing(request) : undefined;
  return isList(body) ? body.length : 1;
}

function listOrNothing(request: PlatformRequest): Value | undefined {
  try {
    return jsonBody(request);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
