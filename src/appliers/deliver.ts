import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { idShown, liveRecordParser } from '../live/live-record-parser.ts';
import { sendBatch } from '../platform/batch.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { batchItems, singleRequest } from './form-request.ts';
import type { RunContext } from './run-context.ts';
import { sensitiveTexts } from './sensitive-texts.ts';

/** What came back for one request. */
export type Reply =
  /** The records as they are now, one for each operation in order; none for what is deleted. */
  | { readonly outcome: 'applied'; readonly records: readonly (LiveRecord | undefined)[] }
  /** Certainly not carried out. */
  | { readonly outcome: 'refused'; readonly error: PlatformError }
  | { readonly outcome: 'not-sent'; readonly error: PlatformError }
  /** No answer, or none that can be read. */
  | { readonly outcome: 'unknown'; readonly error: AdsyncError };

/**
 * Sends the operations of a step as one request, never twice where it may have been carried out, and reads the answer.
 * `mayBeSent` is asked before each attempt, and ends them.
 */
export async function deliver(
  context: RunContext,
  step: Step,
  operations: readonly IntendedOperation[],
  mayBeSent: () => boolean,
): Promise<Reply> {
  try {
    const answers = step.batch
      ? await deliverBatch(context, step, operations, mayBeSent)
      : await deliverSingle(context, step, operations, mayBeSent);
    const records = operations.map((operation, index) => recordOf(context, step, operation, answers[index]));
    return { outcome: 'applied', records };
  } catch (error) {
    if (error instanceof PlatformError) return failure(error);
    // Who answers something unreadable may well have done the work.
    if (error instanceof AdsyncError) return { outcome: 'unknown', error };
    throw error;
  }
}

function failure(error: PlatformError): Reply {
  return { outcome: error.outcome, error };
}

async function deliverBatch(
  context: RunContext,
  step: Step,
  operations: readonly IntendedOperation[],
  mayBeSent: () => boolean,
): Promise<readonly unknown[]> {
  const result = await sendBatch(context.client, {
    path: step.path,
    accountId: step.account_id,
    operations: batchItems(operations, context.reveal),
    sensitive: sensitiveTexts(operations, context.reveal),
    mayBeSent,
    stop: context.stop,
  });
  if (result.outcome === 'refused') throw result.error;
  context.time.note(result.date);
  return result.data;
}

const envelope = z.object({ data: z.unknown() });

async function deliverSingle(
  context: RunContext,
  step: Step,
  operations: readonly IntendedOperation[],
  mayBeSent: () => boolean,
): Promise<readonly unknown[]> {
  return await Promise.all(
    operations.map(async (operation) => {
      const request = singleRequest(step, operation, context.reveal);
      const sensitive = sensitiveTexts([operation], context.reveal);
      const answer = await context.client.call({ ...request, sensitive, mayBeSent, stop: context.stop });
      context.time.note(answer.date);
      const body = envelope.safeParse(answer.body);
      return body.success ? body.data.data : undefined;
    }),
  );
}

function recordOf(
  context: RunContext,
  step: Step,
  operation: IntendedOperation,
  answer: unknown,
): LiveRecord | undefined {
  const kind = kindNamed(operation.kind);
  const parse = liveRecordParser(kind, step.account_id, context.seal);
  const { id, parentId } = operation;
  const asked = { ...(id !== null && { id }), parentId };
  // What the answer to a delete shows is not documented for some kinds (F-request-12).
  const record = operation.type === 'Delete' ? undefined : parse(answer, step.path, asked);
  if (record !== undefined && id === null) refuseKnown(context, step, operation, record);
  const answered = record?.id ?? idShown(kind, answer) ?? id;
  if (id === null || id.toLowerCase() === answered?.toLowerCase()) return record;
  throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform answered for ${answered} instead of ${id}`, {
    address: operation.address,
    lines: [step.path],
  });
}

/**
 * What is created is new, or, where the platform gives a record back that is there already, one with the natural key
 * that was sent. Any other would be changed from now on in place of ours.
 */
function refuseKnown(
  { seen }: RunContext,
  { account_id: accountId, path }: Step,
  { kind, params, address }: IntendedOperation,
  { id }: LiveRecord,
): void {
  const isKnown = seen.record(accountId, kind, id) !== undefined;
  if (!isKnown || seen.sameKey(accountId, kind, params).includes(id)) return;
  throw new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered a creation with ${id}, which is another record`,
    { address, lines: [path] },
  );
}
