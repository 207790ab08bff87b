import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';
import { causeText } from '../diagnostics/cause-text.ts';
import { parseJson } from './json.ts';
import { markSent } from './mark-sent.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Asked right before it goes out; where it says no, it does not. */
  readonly mayBeSent?: () => boolean;
  /** Keeps the text of the answer beside its value: `json`; or takes the text for the value where it is no JSON: `text`. */
  readonly keeps?: 'json' | 'text';
}

/** The JSON of an answer, or why there is none. */
type AnswerBody = ({ readonly value: unknown } | { readonly problem: string }) & {
  /** As it came, where the request asked for that. */
  readonly text?: string;
};

/** What became of a request: an answer, or none, after it had been sent or before. */
export type WireOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: AnswerBody;
    }
  | { readonly kind: 'no-answer'; readonly sent: boolean; readonly cause: unknown };

/** Where requests go out. */
export interface Transport {
  /** One exchange; never throws for what happens on the wire. */
  send(wire: WireRequest, timeoutMs: number): Promise<WireOutcome>;
  /** Closes the connections once they are idle. */
  close(): Promise<void>;
}

/** A page of 1,000 records takes a few megabytes. */
const largestAnswer = 64 * 1024 * 1024;
const connectionsPerHost = 16;

/** Connections to the platform, kept open between requests; a connection takes `timeoutMs` to be made at most. */
export function httpTransport(timeoutMs: number): Transport {
  const agent = createAgent(timeoutMs);
  return {
    send: async (wire, limitMs) => await send(agent, wire, limitMs),
    close: async () => await agent.close(),
  };
}

function createAgent(timeoutMs: number): Agent {
  return new Agent({
    connections: connectionsPerHost,
    allowH2: false,
    connect: { timeout: timeoutMs },
    maxResponseSize: largestAnswer,
    // `send` bounds the whole exchange, where these bound the silence between two pieces.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Sends one request, once. From the moment it goes out until its answer is read it may take `timeoutMs`; waiting for a
 * free connection does not count. Never throws for what happens on the wire.
 */
async function send(agent: Dispatcher, wire: WireRequest, timeoutMs: number): Promise<WireOutcome> {
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): boolean => {
    // A process can stand still between any two of its instructions, so that it asks as late as it can.
    if (wire.mayBeSent?.() === false) return false;
    timer ??= setTimeout(() => {
      deadline.abort(new Error(`no complete answer within ${timeoutMs} ms`));
    }, timeoutMs);
    return true;
  };
  try {
    const { method, headers, body } = wire;
    const dispatcher = agent.compose(markSent(start));
    const answer = await request(wire.url, { dispatcher, method, headers, body, signal: deadline.signal });
    return {
      kind: 'answer',
      status: answer.statusCode,
      headers: answer.headers,
      body: await readBody(answer, wire.keeps),
    };
  } catch (cause) {
    return { kind: 'no-answer', sent: timer !== undefined, cause };
  } finally {
    clearTimeout(timer);
  }
}

/** undici finds out itself that fewer bytes came than were announced; without a length only the JSON tells. */
async function readBody(
  { body, headers }: Dispatcher.ResponseData,
  keeps: WireRequest['keeps'],
): Promise<AnswerBody> {
  let kept: { readonly text?: string } = {};
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await body.bytes());
    if (keeps !== undefined) kept = { text };
    return { ...kept, value: keeps === 'text' ? valueOrText(text) : parseJson(text) };
  } catch (error) {
    return { ...kept, problem: problemOf(error, String(headers['content-type'] ?? 'no content type')) };
  }
}

/** Where pairs or a page of text are the answer, a refusal still is JSON. */
function valueOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function problemOf(error: unknown, contentType: string): string {
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return `the answer is no JSON (${contentType.slice(0, 60)})`;
  }
  return `the answer was cut: ${causeText(error)}`;
}
