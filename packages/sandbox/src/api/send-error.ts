import type { FastifyReply } from 'fastify';
import { printJson } from '../wire/lossless-json.ts';

export const json = 'application/json; charset=utf-8';

/** Answers with one error in the platform's form; its code goes by the status unless given. */
export function sendError(
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
