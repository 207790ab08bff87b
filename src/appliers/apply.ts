import type { Reveal, Seal } from '../live/seal.ts';
import type { StateChange } from '../planner/result/state-changes.ts';
import { countByAction } from '../planner/result/summary.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Lease } from '../state/store.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { ApplyResult } from './apply-result.ts';
import { checkAccess } from './check-access.ts';
import type { Clock } from './clock.ts';
import { guardClaims } from './guard-claims.ts';
import { startHeartbeat } from './heartbeat.ts';
import { platformTime } from './platform-time.ts';
import { trackProgress } from './progress.ts';
import type { PushMembers } from './push-members.ts';
import { recordStateChanges } from './record-state-changes.ts';
import { halt, idAt, kindAt, type RunContext } from './run-context.ts';
import { runStep, waitForUsable } from './run-step.ts';
import { runSteps } from './run-steps.ts';
import { seenRecords } from './seen-records.ts';
import { startStopwatch } from './stopwatch.ts';
import { valuesOfReplacements } from './values-to-carry-over.ts';

export interface ApplyInput {
  readonly plan: Plan;
  readonly stateChanges: readonly StateChange[];
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  /** The state's entries that the plan was made from. */
  readonly entries: readonly StateEntry[];
  readonly client: PlatformClient;
  /** How sensitive values were replaced by digests before planning, and the way back; left out where there are none. */
  readonly secrets?: { readonly seal: Seal; readonly reveal: Reveal };
  /** Brings members to audiences; left out where the plan has none to bring. */
  readonly pushMembers?: PushMembers;
  readonly lease: Lease;
  readonly clock: Clock;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How long after its timeout a request may still take effect, in milliseconds. */
  readonly settleMs: number;
  readonly emit: (event: ApplyEvent) => void;
  /** When aborted, nothing new is started; what is in flight is finished and recorded. */
  readonly stop: AbortSignal;
}

/**
 * Executes a plan: state changes first, then its steps and no others, several requests in flight, each recorded in the
 * journal before it is sent and after it was answered. A failure stops what depends on it and nothing else. Returns
 * what became of every address. Throws ADSYNC_ACCESS_MISSING before anything is changed, and for state changes what
 * the journal throws.
 */
export async function applyPlan(input: ApplyInput): Promise<ApplyResult> {
  const { plan, clock, client, emit } = input;
  const startedAt = clock.now();
  const before = { requests: client.requests, reads: client.reads };
  emit({ type: 'version', adsync_version: plan.adsync_version, format_version: plan.format_version });
  const entries = new Map(input.entries.map((entry) => [entry.address, entry]));
  const passedMs = startStopwatch(clock);
  const date = await checkAccess(accessInput(input));
  await recordStateChanges(input.lease, input.stateChanges, plan.changes, entries);

  const context = createContext(input, entries, (date ?? startedAt) + passedMs());
  const stopHeartbeat = startHeartbeat(input.lease, (error) => void halt(context, error, plan.command));
  try {
    const guard = guardClaims(context, plan.steps, input.document.accounts);
    await runSteps(
      plan.steps,
      async (step) => await runStep(context, step, guard),
      (step) => waitForUsable(context, step),
      () => client.parallel,
    );
  } finally {
    stopHeartbeat();
  }
  const sent = { requests: client.requests - before.requests, reads: client.reads - before.reads };
  const seconds = Math.max(0, (clock.now() - startedAt) / 1000);
  const lists = context.progress.lists();
  const result = { ...lists, ...sent, seconds, exitCode: exitCodeOf(lists, context) };
  emit(summaryEvent(plan, result));
  return result;
}

function createContext(input: ApplyInput, entries: Map<string, StateEntry>, date: number): RunContext {
  const { client, lease, clock, timeoutMs, settleMs, stop, emit, plan } = input;
  const resources = new Map(input.document.resources.map((resource) => [resource.address, resource]));
  const accountKeys = accountKeysOf(input);
  const known = { resources, entries, accountKeys };
  const progress = trackProgress({ plan, resources, emit, idAt: (address) => idAt(known, address) });
  return {
    ...known,
    client,
    lease,
    clock,
    timeoutMs,
    settleMs,
    stop,
    emit,
    progress,
    time: platformTime(clock, date),
    seen: seenRecords(input.live),
    seal: input.secrets?.seal,
    reveal: input.secrets?.reveal ?? (() => undefined),
    kinds: kindsOf(input),
    switchedOn: switchedOnBy(input),
    replaced: replacedBy(plan, entries),
    replacements: valuesOfReplacements(plan),
    pushMembers: input.pushMembers,
    inDoubt: new Set(),
    usable: new Map(),
    turns: new Map(),
    halt: undefined,
  };
}

function accessInput(input: ApplyInput): Parameters<typeof checkAccess>[0] {
  const kinds = kindsOf(input);
  const keys = accountKeysOf(input);
  const { client, plan } = input;
  return {
    client,
    steps: plan.steps,
    kindAt: (address) => kindAt(kinds, address),
    keyOf: (accountId) => keys.get(accountId) ?? accountId,
  };
}

function kindsOf({ plan, document, entries }: ApplyInput): ReadonlyMap<string, string> {
  const all = [...entries, ...document.resources, ...plan.changes];
  return new Map(all.map(({ address, kind }) => [address, kind]));
}

/** The entries at the addresses that the plan replaces, before anything is sent. */
function replacedBy({ changes }: Plan, entries: ReadonlyMap<string, StateEntry>): RunContext['replaced'] {
  const addresses = new Set(
    changes.filter(({ action }) => action === 'replace').map(({ address }) => address),
  );
  return new Map([...entries].filter(([address]) => addresses.has(address)));
}

/** The addresses of what the plan switches on. */
function switchedOnBy(input: ApplyInput): ReadonlySet<string> {
  const kinds = kindsOf(input);
  const operations = input.plan.steps.flatMap((step) => step.operations);
  return new Set(
    operations
      .filter(({ address, params }) => {
        const activation = kindAt(kinds, address).spending?.activation;
        return activation !== undefined && params[activation.field] === activation.active;
      })
      .map(({ address }) => address),
  );
}

function accountKeysOf({ document, entries }: ApplyInput): ReadonlyMap<string, string> {
  const remembered = entries.map((entry) => [entry.accountId, entry.accountKey] as const);
  return new Map([...remembered, ...document.accounts.map(({ id, key }) => [id, key] as const)]);
}

/**
 * The exit code of the run. Where several apply, an interrupt goes before an unknown outcome, and that before a run that
 * ended part-way. Who lost the lock ends with that: its successor finds out what became of the requests that it could
 * not record.
 */
function exitCodeOf(
  { failed, skipped, unknown }: Pick<ApplyResult, 'failed' | 'skipped' | 'unknown'>,
  context: RunContext,
): ApplyResult['exitCode'] {
  if (skipped.some(({ cause }) => cause.code === 'INTERRUPTED')) return 130;
  const leaseLost = context.halt?.leaseLost === true;
  if (unknown.some(({ cause }) => !leaseLost || cause.code !== 'ADSYNC_LEASE_LOST')) return 7;
  if (leaseLost) return 6;
  return failed.length + skipped.length === 0 ? 0 : 5;
}

function summaryEvent({ changes }: Plan, result: ApplyResult): ApplyEvent {
  const applied = new Set(result.applied.map(({ address }) => address));
  return {
    type: 'summary',
    planned: countByAction(changes),
    done: countByAction(changes.filter(({ address }) => applied.has(address))),
    applied: result.applied.length,
    failed: result.failed.length,
    skipped: result.skipped.length,
    unknown: result.unknown.length,
    requests: result.requests,
    reads: result.reads,
    seconds: result.seconds,
    exit_code: result.exitCode,
  };
}
