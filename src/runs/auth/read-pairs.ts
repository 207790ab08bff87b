import type { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';

/** Reads an answer of `key=value` pairs (F-auth-03). Throws ADSYNC_ANSWER_INVALID, without the answer, where it is none. */
export function readPairs<T>(schema: z.ZodType<T>, text: string, path: string): T {
  const pairs = schema.safeParse(Object.fromEntries(new URLSearchParams(text)));
  if (pairs.success) return pairs.data;
  const wrong = [...new Set(pairs.error.issues.map(({ path: [name] }) => String(name)))];
  throw new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered no usable ${wrong.join(', ')} to POST ${path}`,
  );
}
