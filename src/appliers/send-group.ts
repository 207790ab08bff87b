import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformError } from '../platform/platform-error.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import type { IntendedOperation, Intent } from '../schemas/state-entry.ts';
import type { Outcome } from '../state/store.ts';
import type { Cause } from './apply-result.ts';
import { deliver } from './deliver.ts';
import { refusalCause, refusalDetail } from './describe-refusal.ts';
import { type DoneOperation, effectsOf } from './effects-of.ts';
import { intend } from './intend.ts';
import { ownChanges } from './own-changes.ts';
import { halt, type RunContext } from './run-context.ts';
import { type SendingTime, sendingTime } from './send-within.ts';
import { settle } from './settle.ts';
import { splitRefused } from './split-refused.ts';
import { stoppedOperations } from './stopped-operations.ts';

/** How often operations are sent that turn out never to have arrived. */
const rounds = 3;
/** How often they are recorded anew because they had to wait too long before they were sent. */
const latest = 100;

/** Where a request got no answer, and its record then holds something else that it was given later. */
const overtakenMessage =
  'the request got no answer, and somebody changed the record after it was sent; adsync does not change it back: run `adsync plan` to see what differs';

/** Operations of one step that go as one request. */
export type Group = readonly PlannedOperation[];

/** A group with its intent in the journal. */
interface Sent {
  readonly context: RunContext;
  readonly step: Step;
  readonly group: Group;
  readonly intent: Intent;
  /** Its number in the journal. */
  readonly number: number;
  readonly time: SendingTime;
}

/**
 * Sends a group as one request and records what became of it. Ends every operation that needs no further request, and
 * returns those that do, in groups: what is left of a refused batch. Throws what the journal throws; a request is sent
 * only when its intent is durable.
 */
export async function sendGroup(context: RunContext, step: Step, group: Group): Promise<readonly Group[]> {
  for (let [round, late] = [1, 0]; round <= rounds && late <= latest; ) {
    // Waited for before it is recorded: an intent tells when its request was sent.
    if (!(await hasRoom(context, step))) return [group];
    const time = sendingTime(context.clock, context.timeoutMs);
    const intent = intend(context, step, group);
    const number = await context.lease.recordIntent(intent);
    for (const { operation } of group) context.inDoubt.add(operation);
    const sent = { context, step, group, intent, number, time };
    const stopped = await stoppedOperations(context, step.account_id, intent.operations);
    if (stopped.size > 0) return await held(sent, stopped);
    const again = await sendOnce(sent);
    if (again === 'late') late += 1;
    else if (again === 'absent') round += 1;
    else return again;
    if (context.stop.aborted || context.halt !== undefined) return [group];
  }
  const message = `the platform carried out none of ${rounds} requests and answered none`;
  endAll(context, group, (address) => ({
    code: 'ADSYNC_PLATFORM_UNREACHABLE',
    message,
    address,
    path: step.path,
  }));
  return [];
}

/** Ends the operations over which a stop stands; gives those that can go without them. */
async function held(sent: Sent, stopped: ReadonlyMap<number, Cause>): Promise<readonly Group[]> {
  const { context, group } = sent;
  await record(sent, { result: 'not_sent', detail: 'a stop stands over it', put: [], remove: [] });
  for (const operation of group) {
    const cause = stopped.get(operation.operation);
    if (cause !== undefined) context.progress.end(operation, { status: 'failed', cause });
  }
  const free = group.filter(({ operation }) => !stopped.has(operation));
  return free.length === 0 ? [] : [free];
}

/** Waits for the platform's budget; false where the run is stopped meanwhile. */
async function hasRoom(context: RunContext, { method, path, account_id: accountId }: Step): Promise<boolean> {
  const { stop, client } = context;
  try {
    await client.untilRoom({ method, path, accountId, stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return !stop.aborted && context.halt === undefined;
}

async function sendOnce(sent: Sent): Promise<readonly Group[] | 'absent' | 'late'> {
  const { context, step, group, intent, time } = sent;
  const reply = await deliver(context, step, intent.operations, time.lasts);
  if (reply.outcome === 'refused') return await refused(sent, reply.error);
  if (reply.outcome === 'unknown') return await doubtful(sent, reply.error);
  if (reply.outcome !== 'applied') {
    await record(sent, { result: 'not_sent', detail: reply.error.message, put: [], remove: [] });
    if (time.isOver || context.stop.aborted) return 'late';
    endAll(context, group, (address) => refusalCause(reply.error, address, []));
    return [];
  }
  const { records } = reply;
  await applied(
    sent,
    intent.operations.map((operation, index) => ({ operation, record: records[index] })),
  );
  return [];
}

async function applied(sent: Sent, done: readonly DoneOperation[]): Promise<void> {
  const effects = effectsOf(done, sent.context.entries);
  const changed = ownChanges(done, sent.context.seen, sent.intent.accountId);
  await record(sent, { result: 'applied', ...effects, changed });
  for (const { record } of done) if (record !== undefined) sent.context.seen.put(record);
  endApplied(sent);
}

async function refused(sent: Sent, error: PlatformError): Promise<readonly Group[]> {
  const { context, step, group, intent } = sent;
  const verdict = splitRefused(intent.operations, error, step.atomic === true);
  const gone = verdict.gone.map((operation) => ({ operation, record: undefined }));
  const effects = effectsOf(gone, context.entries);
  await record(sent, { result: 'refused', detail: refusalDetail(error), ...effects });

  for (const operation of plannedOf(group, verdict.gone))
    context.progress.end(operation, { status: 'applied' });
  for (const { operation, faults } of verdict.failed) {
    const cause = refusalCause(error, operation.address, faults);
    if (error.code === 'ADSYNC_CREDENTIALS_REFUSED') halt(context, error, operation.address);
    for (const planned of plannedOf(group, [operation]))
      context.progress.end(planned, { status: 'failed', cause });
  }
  return verdict.again.map((numbers) => group.filter(({ operation }) => numbers.includes(operation)));
}

async function doubtful(sent: Sent, error: AdsyncError): Promise<readonly Group[] | 'absent'> {
  const { context, group, intent } = sent;
  const resolution = await settleSent(sent);
  if (resolution.outcome === 'found') {
    await record(sent, {
      result: 'found',
      detail: error.message,
      put: resolution.put,
      remove: resolution.remove,
    });
    for (const record of resolution.records) context.seen.put(record);
    const overtaken = plannedOf(group, resolution.overtaken);
    endAll(context, overtaken, (address) => ({
      code: 'ADSYNC_APPLY_INCOMPLETE',
      message: overtakenMessage,
      address,
      path: intent.path,
    }));
    endApplied({ context, group: group.filter((operation) => !overtaken.includes(operation)) });
    return [];
  }
  if (resolution.outcome === 'absent') {
    await record(sent, { result: 'absent', detail: error.message, put: [], remove: [] });
    return 'absent';
  }
  // The intent stays open in the journal: the next run begins with it.
  const candidates = 'candidates' in resolution ? { candidates: resolution.candidates } : {};
  const message = `whether it was carried out could not be found out: ${error.message}`;
  const doubted = 'address' in resolution ? resolution.address : undefined;
  endAll(
    context,
    group,
    (address) => ({
      code: 'ADSYNC_OUTCOME_UNKNOWN',
      message,
      address: doubted ?? address,
      path: intent.path,
      ...candidates,
    }),
    'unknown',
  );
  return [];
}

type Settled = Awaited<ReturnType<typeof settle>> | { readonly outcome: 'unreadable' };

async function settleSent({ context, intent }: Sent): Promise<Settled> {
  const { client, seal, clock, settleMs, emit, entries } = context;
  try {
    return await settle({
      client,
      seal,
      clock,
      intent,
      settleMs,
      entries: () => entries.values(),
      emit,
    });
  } catch (error) {
    if (error instanceof AdsyncError) return { outcome: 'unreadable' };
    throw error;
  }
}

/** Closes the intent in the journal, with the entries that follow from it. */
async function record({ context, group, intent, number }: Sent, outcome: Outcome): Promise<void> {
  await context.lease.recordOutcome(number, intent.accountId, outcome);
  for (const { operation } of group) context.inDoubt.delete(operation);
  for (const address of outcome.remove) context.entries.delete(address);
  for (const entry of outcome.put) context.entries.set(entry.address, entry);
}

function endApplied({ context, group }: Pick<Sent, 'context' | 'group'>): void {
  for (const operation of group) context.progress.end(operation, { status: 'applied' });
}

function endAll(
  context: RunContext,
  group: Group,
  causeOf: (address: string) => Cause,
  status: 'failed' | 'unknown' = 'failed',
): void {
  for (const operation of group)
    context.progress.end(operation, { status, cause: causeOf(operation.address) });
}

/** Those of a group that intended operations stand for. */
function plannedOf(group: Group, operations: readonly IntendedOperation[]): Group {
  const numbers = new Set(operations.map(({ operation }) => operation));
  return group.filter(({ operation }) => numbers.has(operation));
}
