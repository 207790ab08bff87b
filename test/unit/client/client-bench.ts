import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { longestSilenceMs } from '../../../src/platform/line-stream.ts';
import { type Client, createClient } from '../../../src/runs/index.ts';
import { systemClock } from '../../../src/runs/system-clock.ts';

/** A request as it arrived. */
interface Arrived {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** What a platform answers: JSON unless it is a text; or nothing at all, with the connection closed. */
interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly closed?: true;
}

/** A client, and a platform that answers as a test says. */
interface ClientBench {
  readonly client: Client;
  /** Of the platform. */
  readonly address: string;
  readonly requests: readonly Arrived[];
}

export const credentials = {
  consumerKey: 'consumer-key-of-the-application',
  consumerSecret: 'consumer-secret-0123456789',
  accessToken: '756201191646691328-access-token-0123',
  accessTokenSecret: 'access-token-secret-0123456789',
};

/** Starts a platform that answers each request so; waits of the client take no time. Gone when the test is over. */
export async function createClientBench(
  answer: (request: Arrived, before: number) => Scripted | ((response: ServerResponse) => void),
): Promise<ClientBench> {
  const requests: Arrived[] = [];
  const server = createServer((request, response) => {
    const parts: string[] = [];
    request.on('data', (part) => parts.push(String(part)));
    request.on('end', () => respond(request, response, parts.join('')));
  });
  const respond = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { method = '', url = '', headers } = request;
    const arrived = { method, url, headers, body };
    const scripted = answer(arrived, requests.length);
    requests.push(arrived);
    if (typeof scripted === 'function') scripted(response);
    else if (scripted.closed === true) request.socket.destroy();
    else {
      response.writeHead(scripted.status ?? 200, { 'content-type': 'application/json', ...scripted.headers });
      response.end(scripted.text ?? JSON.stringify(scripted.json));
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not bound to a port');
  const address = `http://127.0.0.1:${bound.port}`;
  const client = createClient({
    credentials,
    environment: {},
    adsBaseUrl: address,
    adsSandboxBaseUrl: address,
    baseUrl: address,
    clock: { now: () => Date.now(), monotonic: () => 0, sleep },
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { client, address, requests };
}

/** Takes no time, except for the silence of a stream, which is only over where nothing comes. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms === longestSilenceMs) await systemClock.sleep(ms, signal);
}

/** What a promise is rejected with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Everything that a list or a stream gives. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
