import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { sendError } from './send-error.ts';

const cookieName = 'adsync_sandbox_control';
const cookieAttributes = 'Path=/_sandbox; HttpOnly; SameSite=Strict';

/**
 * Lets control calls through that know the token: in `Authorization: Bearer`, or in the cookie that the console's address
 * with `?token=…` sets. `GET /health` needs none, so that a container can be watched.
 */
export function controlGuard(token: string) {
  return (request: FastifyRequest, reply: FastifyReply, next: HookHandlerDoneFunction): void => {
    const [path = '', query = ''] = request.url.split('?');
    if (path === '/_sandbox/health') {
      next();
      return;
    }
    const given = new URLSearchParams(query).get('token');
    if (given !== null && isSame(given, token)) {
      void reply.header('set-cookie', `${cookieName}=${token}; ${cookieAttributes}`).redirect('/_sandbox/');
      return;
    }
    if (tokensOf(request).some((each) => isSame(each, token))) next();
    else
      void sendError(
        reply,
        401,
        'Control calls of a sandbox that listens elsewhere need its token: Authorization: Bearer TOKEN, or the address of the console that was printed',
        'UNAUTHORIZED',
      );
  };
}

function tokensOf({ headers }: FastifyRequest): readonly string[] {
  const [, bearer] = /^\s*Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
  const [, cookie] = cookies.find(([name]) => name === cookieName) ?? [];
  return [bearer, cookie].filter((each) => each !== undefined);
}

/** Compared by digests, whose lengths are equal, in a time that tells nothing. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
