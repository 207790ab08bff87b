import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** An answer of the platform, before it reaches the program. */
export interface Answer {
  readonly request: string;
  /** What the request was signed with: the header of that name. */
  readonly authorization: string;
  readonly status: number;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Gives the answer that the program gets instead; `number` counts answers from 0 since the last reset. */
type Change = (answer: Answer, number: number) => Answer;

/** Stands between the program and the sandbox, and passes on what both say. */
export interface AnswerProxy {
  readonly url: string;
  /** Forgets what was answered, and changes answers from now on. */
  reset(change: Change): void;
  /** What the platform answered since the last reset, unchanged. */
  answers(): readonly Answer[];
  stop(): Promise<void>;
}

/** Starts a proxy in front of the server at this address. */
export async function startAnswerProxy(target: string): Promise<AnswerProxy> {
  let change: Change = unchanged;
  let answers: Answer[] = [];
  const server = createServer((incoming, outgoing) => {
    const answerNow = async (): Promise<void> => {
      const answer = await forward(incoming, target);
      answers.push(answer);
      send(outgoing, change(answer, answers.length - 1));
    };
    answerNow().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    reset: (next) => {
      change = next;
      answers = [];
    },
    answers: () => answers,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Leaves every answer as it is. */
export function unchanged(answer: Answer): Answer {
  return answer;
}

async function forward(incoming: IncomingMessage, target: string): Promise<Answer> {
  const { method = '', url = '', headers } = incoming;
  const sent = request(`${target}${url}`, { method, headers });
  incoming.pipe(sent);
  const answered = once(sent, 'response');
  const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await answered);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(z.instanceof(Buffer).parse(chunk));
  return {
    request: `${method} ${url.replace(/\?.*/s, '')}`,
    authorization: headers.authorization ?? '',
    status: response.statusCode ?? 0,
    headers: z.record(z.string(), z.string()).parse(response.headers),
    body: Buffer.concat(chunks).toString(),
  };
}

/** Sends it as it is, also with a length that is none, and ends the connection where the length is wrong. */
function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const isWhole = headers['content-length'] === String(Buffer.byteLength(body));
  outgoing.writeHead(status, isWhole ? headers : { ...headers, connection: 'close' });
  outgoing.end(body, () => {
    if (!isWhole) outgoing.socket?.end();
  });
}
