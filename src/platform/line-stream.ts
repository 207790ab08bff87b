import { Agent, type Dispatcher, request } from 'undici';
import { causeText } from '../diagnostics/cause-text.ts';
import { parseJson } from './json.ts';
import type { WireOutcome, WireRequest } from './transport.ts';

/** What bounds a stream of lines. */
export interface StreamLimits {
  /** How long the beginning of the answer may take, in milliseconds. */
  readonly answerMs: number;
  /** How long nothing may come, not even an empty line, in milliseconds. */
  readonly silenceMs: number;
  /** Ends after the milliseconds, or early when the signal is aborted, with or without an error. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** A stream that was opened, or the answer that came instead. */
export type OpenedStream =
  | {
      readonly kind: 'lines';
      readonly headers: Dispatcher.ResponseData['headers'];
      readonly lines: AsyncGenerator<string, void, void>;
    }
  | WireOutcome;

/** How long a stream may be silent: a sign of life comes at least every 20 seconds (F-event-01). */
export const longestSilenceMs = 45_000;

/** In bytes; an event takes some kilobytes. */
const longestLine = 4 * 1024 * 1024;

/** A line of a stream is longer than anything that the platform sends: it is not kept. */
export class LineTooLong extends Error {
  override readonly message = `a line is longer than ${longestLine} bytes`;
}

const lineEnd = 0x0a;
const largestRefusal = 1024 * 1024;

/**
 * Sends a request whose answer has no end, on a connection of its own. The lines come without their ends; an empty one is a
 * sign of life (F-event-01). Leaving them closes the connection. They throw what broke the connection, a silence that is
 * too long, half a line at the end, a line that is no UTF-8, and LineTooLong for one of more than 4 MiB. Never throws for
 * what happens before.
 */
export async function openLines(
  wire: WireRequest,
  { answerMs, signal, ...silence }: StreamLimits,
): Promise<OpenedStream> {
  const agent = new Agent({
    connections: 1,
    allowH2: false,
    connect: { timeout: answerMs },
    headersTimeout: answerMs,
    bodyTimeout: 0,
  });
  const { method, headers, url } = wire;
  try {
    const answer = await request(url, { dispatcher: agent, method, headers, signal });
    if (answer.statusCode === 200)
      return { kind: 'lines', headers: answer.headers, lines: linesOf(answer.body, agent, silence) };
    const refusal = await readRefusal(answer);
    await agent.destroy();
    return refusal;
  } catch (cause) {
    await agent.destroy();
    // Reading a stream does nothing, so that it does not matter whether the request went out.
    return { kind: 'no-answer', sent: false, cause };
  }
}

type Silence = Pick<StreamLimits, 'silenceMs' | 'sleep'>;

async function* linesOf(
  body: Dispatcher.ResponseData['body'],
  agent: Agent,
  silence: Silence,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunks: AsyncIterator<unknown, unknown> = body[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const next = await unlessSilent(chunks.next(), silence);
      if (next.done === true) break;
      const bytes = Buffer.concat([rest, chunkOf(next.value)]);
      let start = 0;
      // Each line is decoded by itself: those before one that is no text are lines all the same.
      for (let end = bytes.indexOf(lineEnd, rest.length); end >= 0; end = bytes.indexOf(lineEnd, start)) {
        if (end - start > longestLine) throw new LineTooLong();
        yield decoder.decode(bytes.subarray(start, end)).replace(/\r$/, '');
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > longestLine) throw new LineTooLong();
    }
    if (rest.toString('utf8').trim() !== '') throw new Error('the stream ended in the middle of a line');
  } finally {
    await agent.destroy();
  }
}

/** What comes next. Throws where nothing comes for too long. */
async function unlessSilent<T>(next: Promise<T>, { silenceMs, sleep }: Silence): Promise<T> {
  const controller = new AbortController();
  const silent = new Error(`nothing came for ${silenceMs / 1000} seconds, not even a sign of life`);
  const watch = async (): Promise<never> => {
    try {
      await sleep(silenceMs, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    throw silent;
  };
  try {
    return await Promise.race([next, watch()]);
  } finally {
    controller.abort();
  }
}

function chunkOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('no bytes');
}

async function readRefusal({
  statusCode: status,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<WireOutcome> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes = chunkOf(chunk);
      length += bytes.length;
      if (length > largestRefusal) throw new Error('the refusal is too long');
      parts.push(bytes);
    }
    return {
      kind: 'answer',
      status,
      headers,
      body: { value: parseJson(Buffer.concat(parts).toString('utf8')) },
    };
  } catch (error) {
    return { kind: 'answer', status, headers, body: { problem: causeText(error) } };
  }
}
