import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { Connection, PlatformRequest, Reply } from '../wire/platform-request.ts';
import { allRead } from './all-read.ts';
import { bodyOf } from './body-of.ts';
import { deliverReply } from './deliver-reply.ts';
import { serveRequest } from './serve-request.ts';
import { type Mount, operationsByPath, type Route, type Surface } from './surface.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

/** What requests to the platform are served with. */
export interface PlatformHost {
  readonly state: SandboxState;
  readonly latencyMs: number;
  /** Ends once everything that was changed is kept, where it is to outlive the process. */
  flush(): Promise<void> | undefined;
}

/** Serves the paths of one mount of a surface, and refuses unknown ones below its prefix in the form of the surface. */
export function platformPlugin<Operation extends { readonly method: string }>(
  host: PlatformHost,
  surface: Surface<Operation>,
  mount: Mount<Operation>,
): FastifyPluginCallback {
  return (server, _options, done) => {
    for (const [url, operations] of operationsByPath(mount))
      server.route<{ Params: Record<string, string> }>({
        method: methods,
        url,
        handler: (request, reply) =>
          answerOver(host, surface, request, reply, { operations, path: request.params }),
      });
    server.setNotFoundHandler((request, reply) => answerOver(host, surface, request, reply, undefined));
    done();
  };
}

/** Answers a request in the form of a surface; the connection is closed where a fault says so. */
export async function answerOver<Operation extends { readonly method: string }>(
  host: PlatformHost,
  surface: Surface<Operation>,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route<Operation> | undefined,
): Promise<FastifyReply> {
  const { state, latencyMs } = host;
  const answer = await serveRequest(state, platformRequest(request), latencyMs, (each, noted) =>
    surface.answer(state, route, each, noted),
  );
  await host.flush();
  await allRead();
  if (answer?.stream !== undefined) return openStream(reply, answer, answer.stream);
  if (answer?.delivery !== undefined) {
    reply.hijack();
    deliverReply(reply.raw, answer, answer.delivery);
    return reply;
  }
  if (answer !== undefined) return reply.code(answer.status).headers(answer.headers).send(answer.body);
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function platformRequest(request: FastifyRequest): PlatformRequest {
  const [path = '', ...query] = (request.raw.url ?? '').split('?');
  return {
    method: request.method,
    scheme: schemeOf(request.raw),
    path,
    query: query.join('?'),
    headers: request.headers,
    body: bodyOf(request),
    clientIp: request.ip,
  };
}

// The framework only knows answers that end: this one is written to the response itself.
function openStream(
  reply: FastifyReply,
  { status, headers }: Reply,
  stream: (connection: Connection) => void,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(status, headers);
  raw.flushHeaders();
  stream({
    write: (text) => void raw.write(text),
    end: () => void raw.end(),
    // Once what was written has left.
    drop: () => void setImmediate(() => raw.destroy()),
    onClose: (listener) => void raw.once('close', listener),
  });
  return reply;
}

/** The scheme that the client used and signed: a proxy that ends TLS tells it in `X-Forwarded-Proto`. */
function schemeOf({ headers, socket }: IncomingMessage): 'http' | 'https' {
  const forwarded = headers['x-forwarded-proto'];
  // Each proxy on the way adds its own; the first is the client's.
  const [first = ''] = typeof forwarded === 'string' ? forwarded.toLowerCase().split(',', 1) : [];
  const told = first.trim();
  if (told === 'https' || told === 'http') return told;
  return socket instanceof TLSSocket ? 'https' : 'http';
}
