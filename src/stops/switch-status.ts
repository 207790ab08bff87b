import type { Clock } from '../appliers/clock.ts';
import type { PlatformTime } from '../appliers/platform-time.ts';
import { sendingTime } from '../appliers/send-within.ts';
import { asError } from '../diagnostics/as-error.ts';
import { sendBatch } from '../platform/batch.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { PlatformFault } from '../platform/platform-fault.ts';
import type { SpendingKind } from './choose-targets.ts';
import type { Target } from './target.ts';

/** How many operations the platform takes in one batch (F-batch-04). */
const batchSize = 10;

/** A target with when the platform changed its record last, by the answer to the request. */
export interface Switched {
  readonly target: Target;
  /** `null` where the answer does not say. */
  readonly updatedAt: string | null;
}

/** A target that the platform would not switch, with what it said. */
export interface RefusedTarget {
  readonly target: Target;
  readonly message: string;
}

/** Makes durable what is about to be sent, and what came of it. */
export interface SwitchRecorder {
  /** Before a request, at a platform time in milliseconds since 1970; gives the targets that may be switched. */
  intend(targets: readonly Target[], at: number): Promise<readonly Target[]>;
  switched(targets: readonly Switched[]): Promise<void>;
  /** The targets were certainly not switched. */
  notSwitched(targets: readonly Target[]): Promise<void>;
}

export interface SwitchRequest {
  readonly client: PlatformClient;
  readonly clock: Clock;
  readonly time: PlatformTime;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly accountId: string;
  readonly kind: SpendingKind;
  readonly to: 'active' | 'paused';
  readonly recorder: SwitchRecorder;
  /** Aborted where nothing new is to be sent. */
  readonly signal: AbortSignal;
}

/** What became of targets; those that are named nowhere were not sent. */
export interface SwitchResult {
  readonly switched: Target[];
  readonly refused: RefusedTarget[];
  /** Whether they were switched is not known. */
  readonly doubtful: Target[];
}

/**
 * Sets the status of records of one kind in full batches, in their order, as many at a time as suit the platform. A
 * batch that is refused is sent again without what the platform named, or in halves. Throws what ends every request
 * (PlatformError for credentials, a lock or a connection), once what is in flight has ended.
 */
export async function switchStatus(
  request: SwitchRequest,
  targets: readonly Target[],
): Promise<SwitchResult> {
  const result: SwitchResult = { switched: [], refused: [], doubtful: [] };
  const queue = inBatches(targets);
  const running = new Set<Promise<void>>();
  let failure: Error | undefined;
  const run = async (group: readonly Target[]): Promise<void> => {
    try {
      queue.unshift(...(await sendGroup(request, group, result)));
    } catch (error) {
      failure ??= asError(error);
    }
  };
  const start = (): void => {
    if (failure !== undefined || request.signal.aborted) return;
    for (const group of queue.splice(0, request.client.parallel - running.size)) {
      const started = run(group).finally(() => running.delete(started));
      running.add(started);
    }
  };
  for (start(); running.size > 0; start()) await Promise.race(running);
  if (failure !== undefined) throw failure;
  return result;
}

/** Sends one batch; gives the batches that are to be sent in place of a refused one. */
async function sendGroup(
  request: SwitchRequest,
  group: readonly Target[],
  result: SwitchResult,
): Promise<readonly (readonly Target[])[]> {
  const { client, clock, kind, accountId, recorder, signal: stop, timeoutMs } = request;
  const path = batchPath(request);
  await client.untilRoom({ method: 'POST', path, accountId, stop });
  const targets = await recorder.intend(group, request.time.now());
  if (targets.length === 0) return [];
  const sending = sendingTime(clock, timeoutMs);
  try {
    const operations = operationsOf(request, targets);
    const mayBeSent = sending.lasts;
    const reply = await sendBatch(client, { path, accountId, operations, sensitive: [], mayBeSent, stop });
    if (reply.outcome === 'refused') {
      await recorder.notSwitched(targets);
      return split(targets, reply, result);
    }
    request.time.note(reply.date);
    const { field } = kind.spending.activation;
    if (reply.data.some((record, index) => !isAnswerFor(record, targets[index], field, statusOf(request))))
      return doubt(targets, result);
    await recorder.switched(
      targets.map((target, index) => ({ target, updatedAt: changedAt(reply.data[index]) })),
    );
    result.switched.push(...targets);
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.outcome === 'unknown') return doubt(targets, result);
    await recorder.notSwitched(targets);
    if (error.outcome === 'not-sent' && sending.isOver && !stop.aborted) return [targets];
    throw error;
  }
}

function batchPath({ kind, accountId }: SwitchRequest): string {
  const path = kind.operations.batch?.path ?? '';
  return path.replace(':account_id', encodeURIComponent(accountId));
}

function statusOf({ kind, to }: SwitchRequest): string {
  return kind.spending.activation[to];
}

function operationsOf(request: SwitchRequest, targets: readonly Target[]) {
  const { kind } = request;
  const id = kind.operations.batch?.idParameter ?? 'id';
  const { field } = kind.spending.activation;
  return targets.map(({ record }) => ({
    operation_type: 'Update' as const,
    params: { [id]: record.id, [field]: statusOf(request) },
  }));
}

function isAnswerFor(
  answer: Readonly<Record<string, unknown>> & { readonly id: string },
  target: Target | undefined,
  field: string,
  status: string,
): boolean {
  return answer.id.toLowerCase() === target?.record.id.toLowerCase() && answer[field] === status;
}

function changedAt(answer: Readonly<Record<string, unknown>> | undefined): string | null {
  const time = answer?.['updated_at'];
  return typeof time === 'string' ? time : null;
}

function doubt(targets: readonly Target[], { doubtful }: SwitchResult): readonly [] {
  doubtful.push(...targets);
  return [];
}

/** What a refusal names is not sent again; where it names nothing, halves tell which part is to blame. */
function split(
  targets: readonly Target[],
  reply: { readonly operationErrors: readonly (readonly PlatformFault[])[]; readonly error: PlatformError },
  { refused }: SwitchResult,
): readonly (readonly Target[])[] {
  const faultsOf = (index: number): readonly PlatformFault[] => reply.operationErrors[index] ?? [];
  const isNamed = targets.length === 1 || targets.some((_target, index) => faultsOf(index).length > 0);
  if (!isNamed) {
    const middle = Math.ceil(targets.length / 2);
    return [targets.slice(0, middle), targets.slice(middle)];
  }
  const again = targets.filter((target, index) => {
    const faults = faultsOf(index);
    if (targets.length > 1 && faults.length === 0) return true;
    refused.push({ target, message: faults[0]?.message ?? reply.error.message });
    return false;
  });
  return again.length === 0 ? [] : [again];
}

function inBatches(targets: readonly Target[]): (readonly Target[])[] {
  const batches: (readonly Target[])[] = [];
  for (let start = 0; start < targets.length; start += batchSize)
    batches.push(targets.slice(start, start + batchSize));
  return batches;
}
