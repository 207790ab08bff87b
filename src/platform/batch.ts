import { z } from 'zod';
import type { PlatformClient } from './client.ts';
import { PlatformError } from './platform-error.ts';
import type { PlatformFault } from './platform-fault.ts';

/** One operation of a batch, as the platform takes it (F-batch-01). */
export interface BatchOperation {
  readonly operation_type: 'Create' | 'Update' | 'Delete';
  readonly params: Readonly<Record<string, unknown>>;
}

export interface BatchRequest {
  readonly path: string;
  readonly accountId: string;
  readonly operations: readonly BatchOperation[];
  /** As in a call. */
  readonly sensitive: readonly string[];
  readonly mayBeSent?: () => boolean;
  readonly stop?: AbortSignal;
}

/** A record as the platform wrote it. */
type AnsweredRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What became of a batch, which is carried out as a whole or not at all. */
export type BatchResult =
  | {
      readonly outcome: 'applied';
      /** One for each operation, in their order. */
      readonly data: readonly AnsweredRecord[];
      /** When it was answered, in milliseconds since 1970 by the platform's clock. */
      readonly date: number;
    }
  | {
      readonly outcome: 'refused';
      readonly requestErrors: readonly PlatformFault[];
      /** By the operation's index; all empty where the platform named none. */
      readonly operationErrors: readonly (readonly PlatformFault[])[];
      readonly error: PlatformError;
    };

const record = z.looseObject({ id: z.string().min(1) });
const reply = z.object({
  data: z.array(record),
  request: z.array(z.object({ operation_type: z.string() })).optional(),
});

/** The statuses of refusals that no choice of operations would change: credentials, lock, rate. */
export const notAboutOperations: ReadonlySet<number | undefined> = new Set([401, 423, 429]);

/**
 * Sends operations of one account as one batch. Throws PlatformError where the outcome is unknown, where nothing was
 * sent, and for refusals that are not about the operations (credentials, lock, rate limit).
 */
export async function sendBatch(client: PlatformClient, batch: BatchRequest): Promise<BatchResult> {
  const { path, accountId, operations, sensitive, mayBeSent, stop } = batch;
  const limits = { ...(mayBeSent !== undefined && { mayBeSent }), ...(stop !== undefined && { stop }) };
  try {
    const answer = await client.call({
      host: 'ads',
      method: 'POST',
      path,
      accountId,
      json: operations,
      sensitive,
      ...limits,
    });
    return { outcome: 'applied', data: recordsOf(answer.body, answer.status, batch), date: answer.date };
  } catch (error) {
    if (!(error instanceof PlatformError) || !isAboutTheBatch(error)) throw error;
    const operationErrors = operations.map((_operation, index) => error.operationErrors[index] ?? []);
    return { outcome: 'refused', requestErrors: error.errors, operationErrors, error };
  }
}

function isAboutTheBatch({ outcome, status, code, operationErrors }: PlatformError): boolean {
  if (operationErrors.length > 0) return true;
  if (outcome !== 'refused' || code === 'ADSYNC_CREDENTIALS_REFUSED') return false;
  return status !== undefined && !notAboutOperations.has(status);
}

function recordsOf(
  body: unknown,
  status: number,
  { operations, path }: BatchRequest,
): readonly AnsweredRecord[] {
  const parsed = reply.safeParse(body);
  const fitting = parsed.success && isReplyTo(parsed.data, operations) ? parsed.data.data : undefined;
  if (fitting !== undefined) return fitting;
  const problem = 'the answer does not fit the operations';
  throw new PlatformError(
    { outcome: 'unknown', method: 'POST', path, status, problem },
    'ADSYNC_ANSWER_INVALID',
  );
}

/** One record for each operation, and the order kept (F-batch-01), as far as an answer shows it. */
function isReplyTo({ data, request }: z.infer<typeof reply>, operations: readonly BatchOperation[]): boolean {
  if (data.length !== operations.length || (request ?? data).length !== operations.length) return false;
  return operations.every(({ operation_type, params }, index) => {
    const type = request?.[index]?.operation_type ?? operation_type;
    return type === operation_type && (operation_type === 'Create' || names(params, data[index]?.id));
  });
}

/** True where a parameter names the record; ids are the same in capitals (F-value-01). */
function names(params: BatchOperation['params'], id: string | undefined): boolean {
  return Object.values(params).some((value) => String(value).toLowerCase() === id?.toLowerCase());
}
