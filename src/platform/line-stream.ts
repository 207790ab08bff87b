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

/** An event takes some kilobytes. */
const longestLine = 4 * 1024 * 1024;
const largestRefusal = 1024 * 1024;

/**
 * Sends a request whose answer has no end, on a connection of its own. The lines come without their ends, empty ones left
 * out; leaving them closes the connection. They throw what broke the connection, a silence that is too long, half a line at
 * the end, and a line that is no UTF-8 or is longer than 4 MiB. Never throws for what happens before.
 */
export async function openLines(
  wire: WireRequest,
  { answerMs, silenceMs, signal }: StreamLimits,
): Promise<OpenedStream> {
  const agent = new Agent({
    connections: 1,
    allowH2: false,
    connect: { timeout: answerMs },
    headersTimeout: answerMs,
    bodyTimeout: silenceMs,
  });
  const { method, headers, url } = wire;
  try {
    const answer = await request(url, { dispatcher: agent, method, headers, signal });
    if (answer.statusCode === 200)
      return { kind: 'lines', headers: answer.headers, lines: linesOf(answer.body, agent) };
    const refusal = await readRefusal(answer);
    await agent.destroy();
    return refusal;
  } catch (cause) {
    await agent.destroy();
    // Reading a stream does nothing, so that it does not matter whether the request went out.
    return { kind: 'no-answer', sent: false, cause };
  }
}

async function* linesOf(
  body: Dispatcher.ResponseData['body'],
  agent: Agent,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const chunk of body) {
      const [first = '', ...others] = decoder.decode(chunkOf(chunk), { stream: true }).split('\n');
      const lines = [rest + first, ...others];
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new Error(`a line is longer than ${longestLine} characters`);
      for (const line of lines.map((each) => each.replace(/\r$/, ''))) if (line !== '') yield line;
    }
    if ((rest + decoder.decode()).trim() !== '') throw new Error('the stream ended in the middle of a line');
  } finally {
    await agent.destroy();
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
