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

/** How often a proxy sends what it is sent; once unless said. */
type Sendings = (request: string) => number;

/** Starts a proxy in front of the server at this address. */
export async function startAnswerProxy(target: string, sendings: Sendings = () => 1): Promise<AnswerProxy> {
  let change: Change = unchanged;
  let answers: Answer[] = [];
  const server = createServer((incoming, outgoing) => {
    const answerNow = async (): Promise<void> => {
      const answer = await forward(incoming, target, sendings);
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

/** Sends the request on, and gives the answer; the first, where it is sent more than once. */
async function forward(incoming: IncomingMessage, target: string, sendings: Sendings): Promise<Answer> {
  const { method = '', url = '', headers } = incoming;
  const name = `${method} ${url.replace(/\?.*/s, '')}`;
  const body = await bytesOf(incoming);
  const answers: Answer[] = [];
  for (let sending = 0; sending < sendings(name); sending += 1) {
    const sent = request(`${target}${url}`, { method, headers });
    sent.end(body);
    const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(sent, 'response'));
    answers.push({
      request: name,
      authorization: headers.authorization ?? '',
      status: response.statusCode ?? 0,
      headers: z.record(z.string(), z.string()).parse(response.headers),
      body: (await bytesOf(response)).toString(),
    });
  }
  const [first] = answers;
  if (first === undefined) throw new Error('a request has to be sent once at least');
  return first;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(z.instanceof(Buffer).parse(chunk));
  return Buffer.concat(chunks);
}

/** Sends it as it is, also with a length that is none, and ends the connection where the length is wrong. */
function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const isWhole = headers['content-length'] === String(Buffer.byteLength(body));
  outgoing.writeHead(status, isWhole ? headers : { ...headers, connection: 'close' });
  outgoing.end(body, () => {
    if (!isWhole) outgoing.socket?.end();
  });
}
