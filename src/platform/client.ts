import { randomUUID } from 'node:crypto';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { sandboxInstance } from './answer-headers.ts';
import { parseBaseAddress } from './base-address.ts';
import { createConcurrency, type RequestEnd } from './concurrency.ts';
import { endpointOf } from './endpoint.ts';
import { credentialsMask, hideInAnswer, requestMask, valuesWithin } from './hide-secrets.ts';
import { rewriteJson } from './json.ts';
import { judge, type PlatformAnswer, type Verdict } from './judge.ts';
import { LineTooLong, longestSilenceMs, openLines } from './line-stream.ts';
import { type ListPage, type ListRequest, listPages } from './list-pages.ts';
import { createPacer, type PacedRequest, type Pacer } from './pacer.ts';
import { PlatformError } from './platform-error.ts';
import { encodePairs, requestUrl } from './request-url.ts';
import { decideRetry, type RetryReason } from './retry.ts';
import type { Credentials } from './secret.ts';
import { authorizationHeader, type HeaderMembers } from './sign.ts';
import type { TextMask } from './text-mask.ts';
import { httpTransport, type Transport, type WireOutcome, type WireRequest } from './transport.ts';

/** The advertising platform, as one user. */
export interface PlatformClient {
  /** Requests made so far, repeated ones counted each time. */
  readonly requests: number;
  /** Those among them that only read. */
  readonly reads: number;
  /** How many writes suit the platform at once, from 1 to 8; reads keep to it by themselves. */
  readonly parallel: number;
  /** Which sandbox gave the last answer; `undefined` for the platform itself, and before the first answer. */
  readonly sandbox: string | undefined;
  /**
   * Waits, visibly, as long as the platform's budget leaves no room for a request. Throws PlatformError where the client
   * is closed or the request's `stop` is aborted meanwhile.
   */
  untilRoom(request: Waiter): Promise<void>;
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

/** A client that also makes calls that it knows nothing of. */
export interface TextClient extends PlatformClient {
  /**
   * One call like any other, whose answer is given as the platform wrote it, also where it is a refusal or cannot be read.
   * Throws as `call` does where the client is closed or the request stopped, and for a path or parameter that cannot be sent.
   */
  callForText(request: TextRequest): Promise<TextAnswer>;
  /** One call to any part of the platform. Throws as `call` does. */
  callAnywhere(request: AnywhereRequest): Promise<PlatformAnswer>;
  /**
   * Opens a stream, which is tried once: an empty line once it is open, then its lines as they come, empty ones as signs of
   * life, until the platform or the reader ends it or the client is closed. Throws PlatformError where it is refused, breaks, or is silent for longer than
   * two signs of life take (F-event-01), and ADSYNC_ANSWER_INVALID for a line of more than 4 MiB.
   */
  openStream(request: AnywhereRequest): AsyncGenerator<string, void, void>;
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
  /** Values among those that nothing shows or keeps: what is told of a failure of the call does not repeat them. */
  readonly sensitive?: readonly string[];
  /** The account whose budget of requests the call uses. */
  readonly accountId?: string;
  /** Asked before each attempt, and when its connection stands; where it says no, nothing is sent. */
  readonly mayBeSent?: () => boolean;
  /** Ends its waits when aborted, and nothing is sent any more; only for writes, which wait after what was not done. */
  readonly stop?: AbortSignal;
  /** False for what is not worth a wait: it fails where there is no budget for it, and is tried once. */
  readonly waits?: false;
}

/** How a call is signed: for the user, by the application alone, by its key and secret as they are, or not at all. */
export type Signing = 'user' | 'application' | 'basic' | 'none';

/** A call whose answer is wanted as text, to any part of the platform. */
export interface TextRequest extends Omit<PlatformRequest, 'host' | 'json'> {
  readonly host: Host;
  /** The text of a JSON body. */
  readonly jsonText?: string;
  readonly signing: Signing;
  /** Parameters that go into the header of the signature, as that of the first step of sign-in does (F-auth-07). */
  readonly members?: HeaderMembers;
  /** What the answer is, where it is one: JSON, or pairs and pages of text. */
  readonly answers: 'json' | 'text';
}

/** A call to any part of the platform; its answer is JSON unless it says that it is text. */
export type AnywhereRequest = Omit<TextRequest, 'answers'> & { readonly answers?: 'text' };

/** What came back for a call. */
export interface TextAnswer {
  /** What the platform wrote, without secrets: JSON with every number as it was written; empty where nothing came. */
  readonly text: string;
  /** The value of the text, with integers beyond 2^53 - 1 as texts of digits; `undefined` where it is not JSON. */
  readonly body: unknown;
  /** Why it is no success. */
  readonly failure: PlatformError | undefined;
}

/** A part of the platform with an address of its own (F-request-01). */
export type Host = PlatformRequest['host'] | 'base';

/** What the parts of a call have in common, whoever made it. */
type AnyRequest = Omit<PlatformRequest, 'host'> & { readonly host: Host } & Partial<
    Pick<TextRequest, 'jsonText' | 'signing' | 'members' | 'answers'>
  >;

/** Of a request, what decides how long it waits. */
type Waiter = PacedRequest & Pick<PlatformRequest, 'stop'>;

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
  readonly addresses: {
    readonly ads: string;
    readonly adsSandbox: string;
    /** Of the data API and of authentication; only where those are called. */
    readonly base?: string | undefined;
  };
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
  /** Connections of its own unless given. */
  readonly transport?: Transport;
}

/** A client for one user. Throws ADSYNC_ADDRESS_INSECURE for an address that is not to be used. */
export function createClient(options: ClientOptions): TextClient {
  return new HttpClient(options);
}

class HttpClient implements TextClient {
  readonly #options: ClientOptions;
  readonly #addresses: Readonly<Record<Host, URL>>;
  readonly #transport: Transport;
  readonly #credentials: TextMask;
  readonly #pacer: Pacer = createPacer();
  readonly #concurrency = createConcurrency();
  readonly #queue: (() => void)[] = [];
  readonly #closing = new AbortController();
  #requests = 0;
  #reads = 0;
  #sandbox: string | undefined;

  constructor(options: ClientOptions) {
    const { ads, adsSandbox, base = ads } = options.addresses;
    this.#options = options;
    this.#addresses = {
      ads: parseBaseAddress(ads),
      ads_sandbox: parseBaseAddress(adsSandbox),
      base: parseBaseAddress(base),
    };
    this.#transport = options.transport ?? httpTransport(options.timeoutMs);
    this.#credentials = credentialsMask(options.credentials);
  }

  get requests(): number {
    return this.#requests;
  }

  get reads(): number {
    return this.#reads;
  }

  get sandbox(): string | undefined {
    return this.#sandbox;
  }

  get parallel(): number {
    return this.#concurrency.limit;
  }

  async call(request: PlatformRequest): Promise<PlatformAnswer> {
    const { verdict } = await this.#send(request);
    if ('answer' in verdict) return verdict.answer;
    throw verdict.error;
  }

  async callForText(request: TextRequest): Promise<TextAnswer> {
    const { verdict, text } = await this.#send(request);
    const failure = 'error' in verdict ? verdict.error : undefined;
    const body = 'answer' in verdict ? verdict.answer.body : undefined;
    return { text, body, failure };
  }

  async callAnywhere(request: AnywhereRequest): Promise<PlatformAnswer> {
    const { verdict } = await this.#send(request);
    if ('answer' in verdict) return verdict.answer;
    throw verdict.error;
  }

  async *openStream(request: AnywhereRequest): AsyncGenerator<string, void, void> {
    const { clock, timeoutMs } = this.#options;
    const url = requestUrl(this.#addresses[request.host], request.path, request.query);
    await this.untilRoom(request);
    this.#pacer.started(request, clock.now());
    this.#requests += 1;
    this.#reads += 1;
    const { signal } = this.#closing;
    const wire = this.#wireRequest(request, url);
    const opened = await openLines(wire, {
      answerMs: timeoutMs,
      silenceMs: longestSilenceMs,
      sleep: async (ms, ends) => await clock.sleep(ms, ends),
      signal,
    });
    const call = { method: request.method, path: request.path, origin: url.origin };
    if (opened.kind !== 'lines') {
      const hidden = hideInAnswer(
        hideInAnswer(opened, this.#credentials),
        requestMask(wire.headers.authorization),
      );
      if (hidden.kind === 'answer') this.#pacer.answered(request, hidden, clock.now());
      throw failureOf(judge(hidden, call, clock.now()), call);
    }
    try {
      yield '';
      for await (const line of opened.lines) yield this.#credentials.hide(line);
    } catch (cause) {
      if (cause instanceof LineTooLong)
        throw new AdsyncError('ADSYNC_ANSWER_INVALID', `${cause.message} on ${call.method} ${call.path}`, {
          remedy:
            'It was not kept. An event takes some kilobytes: something else may answer in place of the platform.',
        });
      const problem = signal.aborted ? closed : this.#credentials.hide(causeText(cause));
      throw new PlatformError({ ...call, outcome: 'unknown', problem });
    }
  }

  /** Sends a request until its outcome is final; the text of the answer where the request asked for it. */
  async #send(request: AnyRequest): Promise<Sent> {
    const url = requestUrl(this.#addresses[request.host], request.path, request.query);
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const sent = await this.#sendOnce(request, url);
      if ('answer' in sent.verdict) return sent;
      const { error, headers } = sent.verdict;
      const decision = decideRetry({
        attempt,
        method: request.method,
        failure: error,
        headers,
        nowMs: clock.now(),
        random: this.#options.random(),
      });
      if (!decision.retry || request.waits === false) return sent;
      await this.#wait(request, decision, error);
    }
  }

  list(request: ListRequest): AsyncIterable<ListPage> {
    return listPages(async (page) => await this.call(page), request);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const resolve of this.#queue.splice(0)) resolve();
    await this.#transport.close();
  }

  async untilRoom(request: Waiter): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      const delayMs = this.#pacer.delayMs(request, clock.now());
      if (delayMs <= 0) return;
      // Who waits for the budget leaves its turn to others.
      this.#callNext();
      await this.#wait(request, { delayMs, reason: 'rate_limit' }, neverSent(request, closed));
    }
  }

  /**
   * Takes a place among the requests in flight, and in the budget, when there is one; returns what gives it back. A
   * write finds a place at once, for no more are begun than suit; a read waits in line.
   */
  async #takePlace(request: AnyRequest): Promise<(end: RequestEnd) => void> {
    const isFull = (): boolean =>
      request.method === 'GET' && this.#concurrency.inFlight >= this.#concurrency.limit;
    const nowMs = (): number => this.#options.clock.now();
    while (isFull() || this.#pacer.delayMs(request, nowMs()) > 0) {
      if (request.waits === false && this.#pacer.delayMs(request, nowMs()) > 0)
        throw neverSent(request, 'there is no budget for it now');
      await this.untilRoom(request);
      if (isFull()) await new Promise<void>((resolve) => this.#queue.push(resolve));
      if (this.#closing.signal.aborted) throw neverSent(request, closed);
    }
    if (request.mayBeSent?.() === false) throw neverSent(request, 'its time to be sent is over');
    this.#pacer.started(request, nowMs());
    return this.#concurrency.start(`${request.method} ${endpointOf(request.path)}`, nowMs());
  }

  async #sendOnce(request: AnyRequest, url: URL): Promise<Sent> {
    const { clock, timeoutMs } = this.#options;
    const giveBack = await this.#takePlace(request);
    let status: number | undefined;
    try {
      this.#requests += 1;
      if (request.method === 'GET') this.#reads += 1;
      const sent = this.#wireRequest(request, url);
      const wire = hideInAnswer(await this.#transport.send(sent, timeoutMs), this.#credentials);
      if (wire.kind === 'answer') {
        status = wire.status;
        this.#sandbox = sandboxInstance(wire.headers);
        this.#pacer.answered(request, wire, clock.now());
      }
      const call = { method: request.method, path: request.path, origin: url.origin };
      const verdict = judge(wire, call, clock.now());
      if ('answer' in verdict) return { verdict, text: textOf(wire) };
      // Records may hold the values that were sent, and are read; what a failure tells is for people.
      const sensitive = valuesWithin(request.sensitive ?? [], wire);
      const mask = requestMask(sent.headers.authorization, sensitive);
      const hidden = hideInAnswer(wire, mask);
      return { verdict: judge(hidden, call, clock.now()), text: textOf(hidden) };
    } finally {
      giveBack({ status, nowMs: clock.now() });
      this.#callNext();
    }
  }

  #callNext(): void {
    const free = this.#concurrency.limit - this.#concurrency.inFlight;
    for (const resolve of this.#queue.splice(0, Math.max(0, free))) resolve();
  }

  /** Signed anew for every attempt: a nonce is used once, and a signature grows old. */
  #wireRequest(
    call: AnyRequest,
    url: URL,
  ): WireRequest & { readonly headers: { readonly authorization?: string } } {
    const { version } = this.#options;
    const { method, mayBeSent, answers } = call;
    const { type, body } = contentOf(call);
    const authorization = this.#authorization(call, url);
    const headers = {
      ...(authorization !== undefined && { authorization }),
      accept: 'application/json',
      'user-agent': `adsync/${version}`,
      ...(type !== undefined && { 'content-type': type }),
    };
    return {
      method,
      url,
      body,
      headers,
      ...(mayBeSent !== undefined && { mayBeSent }),
      ...(answers !== undefined && { keeps: answers }),
    };
  }

  #authorization({ method, form, signing, members }: AnyRequest, url: URL): string | undefined {
    const { credentials, clock } = this.#options;
    const { consumerKey, consumerSecret } = credentials;
    if (signing === 'none') return undefined;
    if (signing === 'basic') {
      // Both halves are encoded before they are joined (F-auth-12).
      const pair = [consumerKey, consumerSecret.reveal()].map(encodeURIComponent).join(':');
      return `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const moment = { nonce: randomUUID(), timestamp: Math.floor(clock.now() / 1000) };
    const signable = { method, url, ...(form !== undefined && { form: new URLSearchParams(form) }) };
    const keys = signing === 'application' ? { consumerKey, consumerSecret } : credentials;
    return authorizationHeader(signable, keys, moment, members);
  }

  /** Throws the error when the client is closed meanwhile, and another when the request is stopped. */
  async #wait(
    request: Waiter,
    { delayMs, reason }: { readonly delayMs: number; readonly reason: RetryReason },
    error: PlatformError,
  ): Promise<void> {
    const { clock } = this.#options;
    const { stop } = request;
    const ends = stop === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, stop]);
    const throwIfOver = (): void => {
      if (this.#closing.signal.aborted) throw error;
      if (stop?.aborted === true) throw neverSent(request, 'interrupted before it was sent');
    };
    throwIfOver();
    this.#options.onWait?.({ reason, untilMs: clock.now() + delayMs, path: request.path });
    try {
      await clock.sleep(delayMs, ends);
    } catch (cause) {
      if (!ends.aborted) throw cause;
    }
    throwIfOver();
  }
}

/** What became of a request, and the text of its answer where that was asked for. */
interface Sent {
  readonly verdict: Verdict;
  readonly text: string;
}

/** The text of an answer that was kept, as JSON with every number as it was written. */
function textOf(wire: WireOutcome): string {
  if (wire.kind === 'no-answer') return '';
  const { text = '' } = wire.body;
  return text === '' || 'problem' in wire.body || wire.body.value === text ? text : rewriteJson(text);
}

function contentOf({ json, jsonText, form }: AnyRequest): {
  readonly type?: string;
  readonly body: string | null;
} {
  if (jsonText !== undefined) return { type: 'application/json', body: jsonText };
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  if (form === undefined) return { body: null };
  return { type: 'application/x-www-form-urlencoded', body: encodePairs(form) };
}

const closed = 'the client was closed';

function failureOf(verdict: Verdict, call: Pick<PlatformRequest, 'method' | 'path'>): PlatformError {
  if ('error' in verdict) return verdict.error;
  return new PlatformError({ ...call, outcome: 'unknown', problem: 'the answer is no stream' });
}

function neverSent({ method, path }: PacedRequest, problem: string): PlatformError {
  return new PlatformError({ outcome: 'not-sent', method, path, problem });
}
