import type { FastifyPluginCallback } from 'fastify';
import { consoleHeaders, consolePage } from '../console/page.ts';
import { ControlError } from '../control/control-error.ts';
import type { Resettable } from '../storage/open-sandbox.ts';
import { parseJson, printJson } from '../wire/lossless-json.ts';
import { bodyOf } from './body-of.ts';
import { controlGuard } from './control-guard.ts';
import { controls } from './control-routes.ts';
import { foreignPage } from './foreign-page.ts';
import { json, sendError, sendErrors } from './send-error.ts';

const bodyLimit = 256_000_000;

/**
 * Serves the control calls, and the console that uses them, but nothing to web pages of other origins; with a token, to
 * nobody who does not know that.
 */
export function controlPlugin(
  sandbox: Resettable,
  listenHost: string,
  token: string | undefined,
): FastifyPluginCallback {
  return (server, _options, done) => {
    server.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      if (error instanceof ControlError) return sendErrors(reply, 400, error.problems);
      if (error instanceof SyntaxError)
        return sendError(reply, 400, `The body is not JSON: ${error.message}`);
      return sendError(reply, error.statusCode ?? 500, error.message);
    });
    server.addHook('onRequest', (request, reply, next) => {
      const reason = foreignPage(request.headers, token === undefined ? listenHost : undefined);
      if (reason === undefined) next();
      else void sendError(reply, 403, reason, 'FORBIDDEN');
    });
    if (token !== undefined) server.addHook('onRequest', controlGuard(token));
    server.setNotFoundHandler((request, reply) => {
      const [path = ''] = request.url.split('?');
      return sendError(reply, 404, `No control call ${request.method} ${path}`);
    });
    // The links of the page are relative to the folder.
    server.get('/', (request, reply) =>
      request.url.split('?')[0]?.endsWith('/') === true
        ? reply.headers(consoleHeaders).send(consolePage)
        : reply.redirect('/_sandbox/'),
    );
    for (const [name, control] of controls) {
      const [method = '', url = ''] = name.split(' ');
      server.route({
        method,
        url,
        bodyLimit,
        handler: async (request, reply) => {
          const [, query = ''] = request.url.split('?');
          const text = bodyOf(request).toString('utf8');
          const body = text === '' ? undefined : parseJson(text);
          const answer = control(sandbox, body, new URLSearchParams(query));
          await sandbox.keeper?.flush();
          return reply.header('content-type', json).send(printJson(answer));
        },
      });
    }
    done();
  };
}
