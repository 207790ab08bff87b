import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const message = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});
type Message = z.infer<typeof message>;

/** The YAML language server, as an editor runs it. */
export interface LanguageServer {
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
  /** The next diagnostics of a document. */
  diagnostics(uri: string): Promise<unknown>;
  stop(): Promise<void>;
}

const published = z.object({ uri: z.string(), diagnostics: z.array(z.unknown()) });

/** Starts the server over its standard streams; messages are framed by their length. */
export function startLanguageServer(): LanguageServer {
  const entry = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
  const child = spawn(process.execPath, [entry, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = new Map<number | string, (result: unknown) => void>();
  const awaited = new Map<string, (diagnostics: unknown) => void>();
  let received = Buffer.alloc(0);
  let sent = 0;

  const send = (content: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...content });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const take = ({ id, method, params, result }: Message): void => {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = published.parse(params);
      awaited.get(uri)?.(diagnostics);
      awaited.delete(uri);
    } else if (method !== undefined && id !== undefined) {
      // The server asks for its settings: none.
      send({ id, result: method === 'workspace/configuration' ? [{}, {}, {}, {}, {}] : null });
    } else if (id !== undefined) {
      answers.get(id)?.(result);
      answers.delete(id);
    }
  };
  child.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(received.toString('latin1'));
      if (header === null) return;
      const end = header[0].length + Number(header[1]);
      if (received.length < end) return;
      take(message.parse(JSON.parse(received.subarray(header[0].length, end).toString('utf8'))));
      received = received.subarray(end);
    }
  });
  return {
    request: async (method, params) => {
      sent += 1;
      const id = sent;
      const answer = new Promise<unknown>((resolve) => answers.set(id, resolve));
      send({ id, method, params });
      return await answer;
    },
    notify: (method, params) => send({ method, params }),
    diagnostics: async (uri) => await new Promise((resolve) => awaited.set(uri, resolve)),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** The address of a file as editors write it. */
export function fileUri(file: string): string {
  return `file://${path.resolve(file)}`;
}
