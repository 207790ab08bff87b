import type { z } from 'zod';
import { jsonText } from '../../diagnostics/json-text.ts';
import type { TextClient } from '../../platform/client.ts';
import { callOnce } from '../call-platform.ts';
import { expectedAnswer } from '../expected-answer.ts';

/** A call of the data API about events. */
export interface EventCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Ends its waits, where it writes. */
  readonly stop?: AbortSignal;
}

/**
 * Makes a call, and reads its answer. Throws what the platform refuses, ADSYNC_OUTCOME_UNKNOWN for a write that may have been
 * carried out, and ADSYNC_ANSWER_INVALID.
 */
export async function callForEvents<Schema extends z.ZodType>(
  client: TextClient,
  { json, stop, ...call }: EventCall,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const answer = await callOnce(client, {
    ...call,
    host: 'base',
    signing: 'user',
    answers: 'json',
    ...(json !== undefined && { jsonText: jsonText(json) }),
    ...(stop !== undefined && call.method !== 'GET' && { stop }),
  });
  return expectedAnswer(call, answer, schema);
}
