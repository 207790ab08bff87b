import type { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { TextRequest } from '../platform/client.ts';
import type { CallAnswer } from './call-platform.ts';

/**
 * What the answer to a call holds, read by a schema. Throws what the platform refused, and ADSYNC_ANSWER_INVALID, with a
 * remedy where there is one, for an answer in another form.
 */
export function expectedAnswer<Schema extends z.ZodType>(
  { method, path }: Pick<TextRequest, 'method' | 'path'>,
  { body, failure }: Pick<CallAnswer, 'body' | 'failure'>,
  schema: Schema,
  remedy?: string,
): z.infer<Schema> {
  if (failure !== undefined) throw failure;
  const answer = schema.safeParse(body);
  if (answer.success) return answer.data;
  const message = `the platform answered ${method} ${path} in another form than is documented`;
  throw new AdsyncError('ADSYNC_ANSWER_INVALID', message, remedy === undefined ? {} : { remedy });
}
