import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** One request that a fake host got. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What it answers; `undefined` is a 404. */
export type Answer = { readonly status?: number; readonly json: unknown } | undefined;

const bodySchema = z.record(z.string(), z.unknown());

/** Serves JSON on this machine until the test is over; keeps what it was asked. */
export async function serveJson(
  answer: (asked: Asked) => Answer,
): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
      const body = text === '' ? {} : bodySchema.parse(JSON.parse(text));
      const one = { method: request.method ?? '', path, query, headers: request.headers, body };
      asked.push(one);
      const { status = 200, json } = answer(one) ?? { status: 404, json: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** The page of a list that the query asks for. */
export function pageOf<T>(list: readonly T[], query: URLSearchParams): readonly T[] {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  return list.slice((page - 1) * size, page * size);
}
