import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';
import type { Outcome } from '../state/store.ts';
import type { OperationResult } from './apply-result.ts';
import { refusalCause, refusalDetail } from './describe-refusal.ts';
import { intend } from './intend.ts';
import type { PushMembers } from './push-members.ts';
import type { RunContext } from './run-context.ts';

/** True for the operations that bring more than fields to the platform. */
export function bringsMembers({ kinds }: RunContext, { address }: PlannedOperation): boolean {
  const kind = kinds.get(address);
  return kind !== undefined && kindNamed(kind).members === true;
}

/**
 * Pushes the members of one audience under an intent of its own, and ends the operation. A push that was left half-way
 * needs nothing found out: the next one sends what is still different. Throws what the journal throws.
 */
export async function pushGroup(context: RunContext, step: Step, operation: PlannedOperation): Promise<void> {
  const { pushMembers } = context;
  if (pushMembers === undefined)
    throw new AdsyncError('ADSYNC_INTERNAL', 'nothing pushes the members of audiences');
  const intent = intend(context, step, [operation]);
  const number = await context.lease.recordIntent(intent);
  context.inDoubt.add(operation.operation);
  await holdEntry(context, intent);
  const { outcome, result } = await push(context, pushMembers, intent, operation);
  await context.lease.recordOutcome(number, intent.accountId, outcome);
  context.inDoubt.delete(operation.operation);
  for (const entry of outcome.put) context.entries.set(entry.address, entry);
  context.progress.end(operation, result);
}

/**
 * The state keeps members only of an address that it holds (an audience that exists already may have no entry): from
 * before the first call on, with nothing applied yet.
 */
async function holdEntry({ entries, lease }: RunContext, intent: Intent): Promise<void> {
  const { accountId } = intent;
  const [entry] = entriesAfter(intent);
  if (entry === undefined || entries.get(entry.address)?.id === entry.id) return;
  const held = { ...entry, declared: {}, answered: {} };
  await lease.recordEntries(accountId, 'members are pushed', [held], []);
  entries.set(held.address, held);
}

/** Members go by the id of their audience as it is now, which may have been made anew since the plan. */
function entriesAfter({ operations }: Intent): readonly StateEntry[] {
  return operations.flatMap(({ entry, parentId }) =>
    entry === null ? [] : [{ ...entry, id: parentId ?? entry.id }],
  );
}

interface Pushed {
  readonly outcome: Outcome;
  readonly result: OperationResult;
}

async function push(
  { client, clock, stop, lease }: RunContext,
  pushMembers: PushMembers,
  intent: Intent,
  { address, params }: PlannedOperation,
): Promise<Pushed> {
  let unrecorded: unknown;
  try {
    const ended = await pushMembers({
      address,
      accountId: intent.accountId,
      path: intent.path,
      planned: params,
      client,
      stop,
      sleep: async (ms) => await clock.sleep(ms),
      record: async (changes) => {
        try {
          await lease.recordMembers(address, changes);
        } catch (error) {
          unrecorded = error;
          throw error;
        }
      },
    });
    return ended === 'pushed' ? pushed(intent) : interrupted(address);
  } catch (error) {
    if (!(error instanceof AdsyncError) || error === unrecorded) throw error;
    return failed(address, error);
  }
}

function pushed(intent: Intent): Pushed {
  const put = entriesAfter(intent);
  return { outcome: { result: 'applied', put, remove: [] }, result: { status: 'applied' } };
}

function interrupted(address: string): Pushed {
  const message = 'interrupted between two calls; the next apply goes on';
  return {
    outcome: { result: 'absent', detail: message, put: [], remove: [] },
    result: { status: 'skipped', cause: { code: 'INTERRUPTED', message, address } },
  };
}

function failed(address: string, error: AdsyncError): Pushed {
  if (!(error instanceof PlatformError)) {
    const { code } = error;
    const message = [error.message, ...(error.detail.lines ?? [])].join('; ');
    const outcome = { result: 'absent', detail: error.message, put: [], remove: [] } as const;
    return { outcome, result: { status: 'failed', cause: { code, message, address } } };
  }
  const result = error.outcome === 'refused' ? 'refused' : 'absent';
  return {
    outcome: { result, detail: refusalDetail(error), put: [], remove: [] },
    result: {
      status: 'failed',
      cause: refusalCause(error, address, [...error.errors, ...error.operationErrors.flat()].slice(0, 1)),
    },
  };
}
