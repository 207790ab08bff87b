import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import type { Secret } from '../platform/secret.ts';
import { SeenEvents } from './seen-events.ts';
import { type ActivityEvent, readStreamLine } from './stream-line.ts';
import { isSigned, signatureOf } from './webhook-signature.ts';

/** Why a request was refused. */
export type WebhookRefusal =
  | 'unsigned'
  | 'replayed'
  | 'unreadable'
  | 'too_long'
  | 'busy'
  | 'other_request'
  | 'token';

/** What a receiver of a webhook works with. */
export interface WebhookOptions {
  readonly host: string;
  /** A free one for 0. */
  readonly port: number;
  /** Of the application. */
  readonly secret: Secret;
  /** Ends the receiving, in order. */
  readonly signal: AbortSignal;
  /** Is told of every request that was refused, and of every proof that was given. */
  tell(news: { readonly kind: 'refused'; readonly why: WebhookRefusal } | { readonly kind: 'proven' }): void;
}

/** A server that takes the deliveries of a webhook. */
export interface WebhookReceiver {
  /** Where it listens. */
  readonly address: string;
  /** The events, each once, until the signal is aborted. */
  readonly events: AsyncGenerator<ActivityEvent, void, void>;
  close(): Promise<void>;
}

const longestBody = 4 * 1024 * 1024;
/** Events that nobody has taken yet. */
const mostWaiting = 1000;
/** The platform waits ten seconds for an answer (F-event-11). */
const requestMs = 10_000;
/**
 * A token that is to be signed as a proof. The platform signs events under the same secret, and they begin with a brace: no
 * proof may be the signature of an event that somebody made up.
 */
const tokenPattern = /^[\w.~+/=-]{1,512}$/;

/** Listens for deliveries. Throws ADSYNC_WEBHOOK_UNAVAILABLE where the address cannot be had. */
export async function receiveWebhook(options: WebhookOptions): Promise<WebhookReceiver> {
  const { host, port, signal } = options;
  const inbox = new Inbox(signal);
  const seen = new SeenEvents();
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs },
    (request, response) => {
      void answer(request, response, { options, inbox, seen });
    },
  );
  server.maxConnections = 200;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new AdsyncError(
      'ADSYNC_WEBHOOK_UNAVAILABLE',
      `nothing can listen on ${host}:${port} (${systemCode(cause) ?? causeText(cause)})`,
      { remedy: 'Name another address or port with --webhook.', cause },
    );
  }
  const bound = server.address();
  const own = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    events: inbox.events(),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    },
  };
}

interface Receiving {
  readonly options: WebhookOptions;
  readonly inbox: Inbox;
  readonly seen: SeenEvents;
}

const statuses: Readonly<Record<WebhookRefusal, number>> = {
  unsigned: 401,
  replayed: 409,
  unreadable: 400,
  too_long: 413,
  busy: 503,
  other_request: 405,
  token: 400,
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receiving: Receiving,
): Promise<void> {
  const { options } = receiving;
  const { secret } = options;
  const refuse = (why: WebhookRefusal): void => {
    options.tell({ kind: 'refused', why });
    response.writeHead(statuses[why], { 'content-length': 0, connection: 'close' }).end();
  };
  if (request.method === 'GET') {
    const [, query = ''] = (request.url ?? '').split('?', 2);
    const tokens = new URLSearchParams(query).getAll('crc_token');
    const [token = ''] = tokens;
    if (tokens.length !== 1 || !tokenPattern.test(token)) return refuse('token');
    options.tell({ kind: 'proven' });
    const proof = JSON.stringify({ response_token: signatureOf(secret, token) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(proof);
    return;
  }
  if (request.method !== 'POST') return refuse('other_request');
  const body = await bodyOf(request);
  if (body === 'gone') return;
  if (body === 'too_long') return refuse('too_long');
  const refusal = take(body, request.headers['x-twitter-webhooks-signature'], receiving);
  if (refusal === undefined) response.writeHead(200, { 'content-length': 0 }).end();
  else refuse(refusal);
}

/** Takes a delivery in; gives why it does not. */
function take(
  body: Buffer,
  signature: string | readonly string[] | undefined,
  { options, inbox, seen }: Receiving,
): WebhookRefusal | undefined {
  const given = typeof signature === 'string' ? signature : undefined;
  if (!isSigned(options.secret, body, given)) return 'unsigned';
  const read = readStreamLine(body.toString('utf8'));
  if (read.kind !== 'event') return 'unreadable';
  if (inbox.isFull) return 'busy';
  if (!seen.isNew(read.event.id)) return 'replayed';
  inbox.put(read.event);
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | 'too_long' | 'gone'> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request) {
      const bytes: Buffer = Buffer.from(z.instanceof(Uint8Array).parse(part));
      length += bytes.length;
      if (length > longestBody) return 'too_long';
      parts.push(bytes);
    }
    return Buffer.concat(parts);
  } catch {
    // The sender has gone: nobody is there to be answered.
    return 'gone';
  }
}

/** Events on their way from requests to whoever reads them. */
class Inbox {
  readonly #signal: AbortSignal;
  readonly #waiting: ActivityEvent[] = [];
  #wake = (): void => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting || this.#signal.aborted;
  }

  put(event: ActivityEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  async *events(): AsyncGenerator<ActivityEvent, void, void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#signal.aborted) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
