import { randomBytes } from 'node:crypto';
import { parseBaseAddress } from './base-address.ts';
import { judge, type PlatformAnswer, type Verdict } from './judge.ts';
import { type ListPage, type ListRequest, listPages } from './list-pages.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { PlatformError } from './platform-error.ts';
import { encodePairs, requestUrl } from './request-url.ts';
import { decideRetry, type RetryReason } from './retry.ts';
import type { Credentials } from './secret.ts';
import { authorizationHeader } from './sign.ts';
import { createAgent, send, type WireRequest } from './transport.ts';

/** The advertising platform, as one user. */
export interface PlatformClient {
  /** Requests made so far, repeated ones counted each time. */
  readonly requests: number;
  /**
   * One signed call. Reads are repeated after anything that may pass; writes only where they certainly were not
   * executed. Throws PlatformError when it failed for good, ADSYNC_INTERNAL for a path that is not in normal form and
   * for a parameter that cannot be signed.
   */
  call(request: PlatformRequest): Promise<PlatformAnswer>;
  /** The pages of a list; `listPages` says what they throw. */
  list(request: ListRequest): AsyncIterable<ListPage>;
  /** Ends all waits, which makes their calls throw, and closes the connections once they are idle. */
  close(): Promise<void>;
}

/** A call. Parameters go into the query, also those of a write, unless there is a body. */
export interface PlatformRequest {
  readonly host: 'ads' | 'ads_sandbox';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Percent-encoded, from the version on: `/12/accounts/18ce54d4x5t/campaigns`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The value of a JSON body. */
  readonly json?: unknown;
  /** The parameters of a form body. */
  readonly form?: Readonly<Record<string, string>>;
  /** The account whose budget of requests the call uses. */
  readonly accountId?: string;
}

/** A wait before a request. */
export interface WaitEvent {
  readonly reason: RetryReason;
  /** When it ends, in milliseconds since 1970 by the local clock. */
  readonly untilMs: number;
  readonly path: string;
}

export interface ClientOptions {
  readonly credentials: Credentials;
  /** Base addresses: https, or http on this machine. */
  readonly addresses: { readonly ads: string; readonly adsSandbox: string };
  /** Of adsync, for the `User-Agent`. */
  readonly version: string;
  /** How long one request may take, from being sent until its answer is read, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: {
    /** Milliseconds since 1970. */
    now(): number;
    /** Ends after the milliseconds, or early when the signal is aborted, with or without an error. */
    sleep(ms: number, signal: AbortSignal): Promise<void>;
  };
  /** From 0 to 1, to spread waits. */
  random(): number;
  onWait?(event: WaitEvent): void;
}

/** A client for one user. Throws ADSYNC_ADDRESS_INSECURE for an address that is not to be used. */
export function createClient(options: ClientOptions): PlatformClient {
  return new HttpClient(options);
}

class HttpClient implements PlatformClient {
  readonly #options: ClientOptions;
  readonly #addresses: Readonly<Record<PlatformRequest['host'], URL>>;
  readonly #agent: ReturnType<typeof createAgent>;
  readonly #pacer: Pacer = createPacer();
  readonly #closing = new AbortController();
  #requests = 0;

  constructor(options: ClientOptions) {
    const { ads, adsSandbox } = options.addresses;
    this.#options = options;
    this.#addresses = { ads: parseBaseAddress(ads), ads_sandbox: parseBaseAddress(adsSandbox) };
    this.#agent = createAgent(options.timeoutMs);
  }

  get requests(): number {
    return this.#requests;
  }

  async call(request: PlatformRequest): Promise<PlatformAnswer> {
    const url = requestUrl(this.#addresses[request.host], request.path, request.query);
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      await this.#pace(request);
      const verdict = await this.#sendOnce(request, url);
      if ('answer' in verdict) return verdict.answer;
      const { error, headers } = verdict;
      const decision = decideRetry({
        attempt,
        method: request.method,
        failure: error,
        headers,
        nowMs: clock.now(),
        random: this.#options.random(),
      });
      if (!decision.retry) throw error;
      await this.#wait(decision.delayMs, decision.reason, request.path, error);
    }
  }

  list(request: ListRequest): AsyncIterable<ListPage> {
    return listPages(async (page) => await this.call(page), request);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#agent.close();
  }

  async #pace(request: PlatformRequest): Promise<void> {
    const { clock } = this.#options;
    const delayMs = this.#pacer.delayMs(request, clock.now());
    if (delayMs > 0) await this.#wait(delayMs, 'rate_limit', request.path, neverSent(request));
    this.#pacer.started(request, clock.now());
  }

  async #sendOnce(request: PlatformRequest, url: URL): Promise<Verdict> {
    const { clock, timeoutMs } = this.#options;
    this.#requests += 1;
    const wire = await send(this.#agent, this.#wireRequest(request, url), timeoutMs);
    if (wire.kind === 'answer') this.#pacer.answered(request, wire, clock.now());
    return judge(wire, request, clock.now());
  }

  /** Signed anew for every attempt: a nonce is used once, and a signature grows old. */
  #wireRequest({ method, json, form }: PlatformRequest, url: URL): WireRequest {
    const { credentials, clock, version } = this.#options;
    const moment = { nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(clock.now() / 1000) };
    const signable = { method, url, ...(form !== undefined && { form: new URLSearchParams(form) }) };
    const headers = {
      authorization: authorizationHeader(signable, credentials, moment),
      accept: 'application/json',
      'user-agent': `adsync/${version}`,
    };
    if (json !== undefined) {
      const body = JSON.stringify(json);
      return { method, url, body, headers: { ...headers, 'content-type': 'application/json' } };
    }
    if (form === undefined) return { method, url, body: null, headers };
    const type = 'application/x-www-form-urlencoded';
    return { method, url, body: encodePairs(form), headers: { ...headers, 'content-type': type } };
  }

  /** Throws the error when the client is closed meanwhile. */
  async #wait(delayMs: number, reason: RetryReason, path: string, error: PlatformError): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    if (signal.aborted) throw error;
    this.#options.onWait?.({ reason, untilMs: clock.now() + delayMs, path });
    try {
      await clock.sleep(delayMs, signal);
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
    if (signal.aborted) throw error;
  }
}

function neverSent({ method, path }: PlatformRequest): PlatformError {
  return new PlatformError({ outcome: 'not-sent', method, path, problem: 'the client was closed' });
}
