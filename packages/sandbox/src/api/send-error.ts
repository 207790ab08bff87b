import type { FastifyReply } from 'fastify';
import type { Problem } from '../wire/api-error.ts';
import { printJson } from '../wire/lossless-json.ts';

export const json = 'application/json; charset=utf-8';

/** Answers with one error in the platform's form; its code goes by the status unless given. */
export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  code = status < 500 ? 'INVALID_PARAMETER' : 'INTERNAL_ERROR',
): FastifyReply {
  return sendErrors(reply, status, [{ code, message }]);
}

/** Answers with errors in the platform's form. */
export function sendErrors(reply: FastifyReply, status: number, errors: readonly Problem[]): FastifyReply {
  return reply.code(status).header('content-type', json).send(printJson({ errors }));
}
