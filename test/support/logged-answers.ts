import { z } from 'zod';
import { refuseUnlike, unlikeDocument } from './answers-by-document.ts';

const logSchema = z.array(
  z.object({
    n: z.number(),
    method: z.string(),
    path: z.string(),
    status: z.number().nullable(),
    fault: z.string().nullable(),
    response_body: z.string().nullable(),
  }),
);

/** The answers of a log, held against the OpenAPI document. */
interface HeldLog {
  /** The number of the latest request. */
  readonly latest: number;
  /** What of the answers the document does not say. */
  readonly unlike: readonly string[];
}

/**
 * Holds every answer that a sandbox has logged after the request with the number `since`, whoever asked for it,
 * against the OpenAPI document. `control` is the address of the control calls.
 */
export async function holdLog(control: string, since = 0): Promise<HeldLog> {
  const response = await fetch(`${control}/requests?bodies=true&since=${since}`);
  const entries = logSchema.parse(await response.json());
  return { latest: entries.at(-1)?.n ?? since, unlike: entries.flatMap(unlikeIn) };
}

/** The same of the whole log. Throws an Error that says what the document does not. */
export async function checkLoggedAnswers(control: string): Promise<void> {
  const { unlike } = await holdLog(control);
  refuseUnlike(unlike);
}

/** What of a logged answer the document does not say; a fault may put another one in its place. */
function unlikeIn({
  method,
  path,
  status,
  fault,
  response_body: text,
}: z.infer<typeof logSchema>[number]): readonly string[] {
  const json = text === null ? undefined : jsonOf(text);
  if (status === null || text === null || fault === 'garbage') return [];
  // A fault may give any text in place of the answer, also one that looks like a success.
  if (fault === 'status' && (json === undefined || status < 400)) return [];
  if (status >= 500 && fault === null) return [`${method} ${path} ${status}: without a fault: ${text}`];
  return unlikeDocument({ method, path, status, json });
}

/** The value of a JSON text; undefined for any other text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
