import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { liveRecordParser } from '../live/live-record-parser.ts';
import { sendBatch } from '../platform/batch.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { batchItems, singleRequest } from './form-request.ts';
import type { RunContext } from './run-context.ts';

/** What came back for one request. */
export type Reply =
  /** The records as they are now, one for each operation in order. */
  | { readonly outcome: 'applied'; readonly records: readonly LiveRecord[] }
  /** Certainly not carried out. */
  | { readonly outcome: 'refused'; readonly error: PlatformError }
  | { readonly outcome: 'not-sent'; readonly error: PlatformError }
  /** No answer, or none that can be read. */
  | { readonly outcome: 'unknown'; readonly error: AdsyncError };

/** Sends the operations of a step as one request, never twice where it may have been carried out, and reads the answer. */
export async function deliver(
  context: RunContext,
  step: Step,
  operations: readonly IntendedOperation[],
): Promise<Reply> {
  try {
    const answers = step.batch
      ? await deliverBatch(context, step, operations)
      : await deliverSingle(context, step, operations);
    const records = operations.map((operation, index) => recordOf(step, operation, answers[index]));
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
): Promise<readonly unknown[]> {
  const result = await sendBatch(context.client, {
    path: step.path,
    accountId: step.account_id,
    operations: batchItems(operations),
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
): Promise<readonly unknown[]> {
  const [operation] = operations;
  if (operation === undefined) return [];
  const answer = await context.client.call(singleRequest(step, operation));
  context.time.note(answer.date);
  const body = envelope.safeParse(answer.body);
  return [body.success ? body.data.data : undefined];
}

function recordOf(step: Step, operation: IntendedOperation, answer: unknown): LiveRecord {
  const record = liveRecordParser(kindNamed(operation.kind), step.account_id)(answer, step.path);
  if (operation.id === null || operation.id.toLowerCase() === record.id.toLowerCase()) return record;
  throw new AdsyncError(
    'ADSYNC_ANSWER_INVALID',
    `the platform answered for ${record.id} instead of ${operation.id}`,
    {
      address: operation.address,
      lines: [step.path],
    },
  );
}
