import Fastify, { type FastifyInstance } from 'fastify';
import { adsSurface } from './api/ads.ts';
import { authSurface } from './api/auth.ts';
import { controlPlugin } from './api/control-plugin.ts';
import { dataSurface } from './api/data.ts';
import { filesSurface } from './api/files.ts';
import { answerOver, type PlatformHost, platformPlugin } from './api/platform-plugin.ts';
import { sendError } from './api/send-error.ts';
import type { Surface } from './api/surface.ts';
import type { Endpoint } from './engine/endpoint.ts';
import type { Resettable } from './storage/open-sandbox.ts';

const bodyLimit = 5_000_000;

/** What a server serves of the platform, and how. */
export interface Serving {
  /** The address that it listens on. */
  readonly host: string;
  /** What control calls are asked for; undefined where they are answered to all programs of this machine. */
  readonly controlToken: string | undefined;
  /** Milliseconds that every platform request takes longer. */
  readonly latencyMs: number;
  readonly serves: (endpoint: Endpoint) => boolean;
  /** Whether it serves what is beside the advertising paths too: authentication, the data API, the control calls. */
  readonly isWhole: boolean;
}

/** An HTTP server for the platform's paths and the control calls; not listening yet. */
export function createServer(
  sandbox: Resettable,
  { host: listenHost, controlToken, latencyMs, serves, isWhole }: Serving,
): FastifyInstance {
  const server = Fastify({
    forceCloseConnections: true,
    bodyLimit,
    exposeHeadRoutes: false,
    // A parameter is as long as the client makes it: the operation refuses what is none of its ids.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000_000 },
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
  const host: PlatformHost = {
    get state() {
      return sandbox.state;
    },
    latencyMs,
    flush: () => sandbox.keeper?.flush(),
  };
  const profile = sandbox.origin.profile ?? 'public';
  const ads = adsSurface(profile, serves);
  serve(server, host, ads);
  if (!isWhole) return server;
  serve(server, host, authSurface);
  serve(server, host, dataSurface(profile));
  if (profile === 'public') serve(server, host, filesSurface);
  server.register(controlPlugin(sandbox, listenHost, controlToken), { prefix: '/_sandbox' });
  // Whatever has no path of another surface is the advertising interface's to refuse.
  server.setNotFoundHandler((request, reply) => answerOver(host, ads, request, reply, undefined));
  return server;
}

function serve<Operation extends { readonly method: string }>(
  server: FastifyInstance,
  host: PlatformHost,
  surface: Surface<Operation>,
): void {
  for (const mount of surface.mounts)
    server.register(platformPlugin(host, surface, mount), { prefix: mount.prefix });
}
