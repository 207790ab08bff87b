import type { FastifyRequest } from 'fastify';

/** The body of a request as it was sent; empty where it has none. */
export function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
