import { TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allRead } from './all-read.ts';
import { consoleHeaders, consolePage } from './console/page.ts';
import { ControlError } from './control/control-error.ts';
import { controls, type Resettable } from './control/control-routes.ts';
import { deliverReply } from './deliver-reply.ts';
import type { Endpoint } from './engine/endpoint.ts';
import { createRouter } from './engine/find-endpoint.ts';
import { endpoints } from './resources/registry.ts';
import { servePlatform } from './serve-platform.ts';
import { parseJson, printJson } from './wire/lossless-json.ts';
import type { Connection, PlatformRequest, Reply } from './wire/platform-request.ts';

const json = 'application/json; charset=utf-8';
const platformBodyLimit = 5_000_000;
const controlBodyLimit = 256_000_000;
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

/** What a server serves of the platform, and how. */
export interface Serving {
  /** Milliseconds that every platform request takes longer. */
  readonly latencyMs: number;
  readonly serves: (endpoint: Endpoint) => boolean;
  /** Whether it serves what is beside the advertising paths too: authentication, the data API, the control calls. */
  readonly isWhole: boolean;
}

/** An HTTP server for the platform's paths and the control calls; not listening yet. */
export function createServer(sandbox: Resettable, { latencyMs, serves, isWhole }: Serving): FastifyInstance {
  const server = Fastify({
    forceCloseConnections: true,
    bodyLimit: platformBodyLimit,
    // Addresses that the framework cannot decode are the platform's unknown paths.
    frameworkErrors: (error, _request, reply) => {
      void sendError(reply, 404, error.message);
    },
  });
  // Signatures and body hashes are over the bytes, so that no body is parsed before they are checked.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    // A body that is too large is the platform's to refuse (F-error-02).
    if (error.statusCode === 413) return sendError(reply, 400, error.message, 'REQUEST_TOO_COMPLEX');
    return sendError(reply, error.statusCode ?? 500, error.message);
  });
  const router = createRouter(
    endpoints.filter(
      (endpoint) =>
        serves(endpoint) && (endpoint.profile === undefined || sandbox.origin.profile !== 'reference'),
    ),
  );
  server.route({
    method: methods,
    url: isWhole ? '/*' : '/:version(^\\d\\d$)/*',
    handler: async (request, reply) => {
      const answer = await servePlatform(sandbox.state, router, platformRequest(request), latencyMs);
      await sandbox.keeper?.flush();
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
    },
  });
  if (!isWhole) return server;
  server.get('/_sandbox', (_request, reply) => reply.redirect('/_sandbox/'));
  server.get('/_sandbox/', (_request, reply) => reply.headers(consoleHeaders).send(consolePage));
  server.route({
    method: methods,
    url: '/_sandbox/*',
    bodyLimit: controlBodyLimit,
    handler: (request, reply) => answerControl(sandbox, request, reply),
  });
  return server;
}

function platformRequest(request: FastifyRequest): PlatformRequest {
  const [path = '', ...query] = (request.raw.url ?? '').split('?');
  return {
    method: request.method,
    scheme: request.raw.socket instanceof TLSSocket ? 'https' : 'http',
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
    onClose: (listener) => void raw.once('close', listener),
  });
  return reply;
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

async function answerControl(
  sandbox: Resettable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '', query = ''] = request.url.split('?');
  const control = controls.get(`${request.method} ${path.slice('/_sandbox'.length)}`);
  if (control === undefined) return sendError(reply, 404, `No control call ${request.method} ${path}`);
  try {
    const text = bodyOf(request).toString('utf8');
    const answer = control(sandbox, text === '' ? undefined : parseJson(text), new URLSearchParams(query));
    await sandbox.keeper?.flush();
    return reply.header('content-type', json).send(printJson(answer));
  } catch (error) {
    if (error instanceof ControlError) return sendError(reply, 400, error.message);
    if (error instanceof SyntaxError) return sendError(reply, 400, `The body is not JSON: ${error.message}`);
    throw error;
  }
}

function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  code = status < 500 ? 'INVALID_PARAMETER' : 'INTERNAL_ERROR',
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', json)
    .send(printJson({ errors: [{ code, message }] }));
}
