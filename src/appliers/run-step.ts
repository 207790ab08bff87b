import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import type { Cause, OperationResult } from './apply-result.ts';
import { awaitUsable, type Waiting } from './await-usable.ts';
import { inTurn } from './in-turn.ts';
import { bringsMembers, pushGroup } from './push-group.ts';
import { halt, type RunContext } from './run-context.ts';
import { type Group, sendGroup } from './send-group.ts';

/** The claims of a step that do not fit under a limit any more, by operation number. */
export type GuardClaims = (step: Step) => Promise<ReadonlyMap<number, Cause>>;

/**
 * Runs one step to its end: every operation of it is then applied, failed, skipped or unknown. What a step may not
 * do any more (a failure before it, an interrupt) is left out; a refused batch goes on without the culprits.
 */
export async function runStep(context: RunContext, step: Step, guardClaims: GuardClaims): Promise<void> {
  const { step: number, method, path } = step;
  const operations = step.operations.map(({ operation }) => operation);
  context.emit({ type: 'step_started', step: number, method, path, operations });
  if (step.effect === 'claim' && mayStart(context)) {
    const refused = await guardClaims(step);
    for (const operation of step.operations) {
      const cause = refused.get(operation.operation);
      if (cause !== undefined) context.progress.end(operation, { status: 'failed', cause });
    }
  }
  const open = step.operations.filter(({ operation }) => context.progress.resultOf(operation) === undefined);
  const groups: Group[] = step.batch ? [open] : open.map((operation) => [operation]);
  for (let group = groups.shift(); group !== undefined; group = groups.shift())
    groups.unshift(...(await runGroup(context, step, group)));
  context.emit({ type: 'step_done', step: number, ...countResults(context, step) });
}

/** Waits for what a step uses and cannot use yet, where anything of the step is to be sent; `undefined` for nothing. */
export function waitForUsable(context: RunContext, step: Step): Promise<void> | undefined {
  const waiting = step.operations.flatMap((operation) => {
    const { address, waits_for: waitsFor } = operation;
    if (waitsFor === undefined || reasonToSkip(context, operation) !== undefined) return [];
    return [{ operation, waiting: { address, waitsFor } }];
  });
  return waiting.length === 0 ? undefined : endUnusable(context, waiting);
}

async function endUnusable(
  context: RunContext,
  operations: readonly { readonly operation: PlannedOperation; readonly waiting: Waiting }[],
): Promise<void> {
  await Promise.all(
    operations.map(async ({ operation, waiting }) => {
      const cause = await awaitUsable(context, waiting);
      if (cause !== undefined) context.progress.end(operation, { status: 'failed', cause });
    }),
  );
}

async function runGroup(context: RunContext, step: Step, group: Group): Promise<readonly Group[]> {
  const startable = group.filter((operation) => {
    const cause = reasonToSkip(context, operation);
    if (cause !== undefined) context.progress.end(operation, { status: 'skipped', cause });
    return cause === undefined;
  });
  const broken = step.atomic === true ? causeOfAny(context, step) : undefined;
  if (broken !== undefined)
    for (const operation of startable) context.progress.end(operation, { status: 'skipped', cause: broken });
  if (startable.length === 0 || broken !== undefined) return [];
  try {
    const members = startable.find((operation) => bringsMembers(context, operation));
    if (members !== undefined) {
      await pushGroup(context, step, members);
      return [];
    }
    return await inTurn(context, startable, async () => await sendGroup(context, step, startable));
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    endUnrecorded(context, startable, error);
    return [];
  }
}

/**
 * The journal refused: without it nothing more is sent, and what was sent meanwhile is not known to have an outcome.
 * A plan that cannot be sent is the fault of these operations alone.
 */
function endUnrecorded(context: RunContext, group: Group, error: AdsyncError): void {
  for (const operation of group.filter((each) => context.progress.resultOf(each.operation) === undefined)) {
    const { address } = operation;
    const doubtful = context.inDoubt.has(operation.operation);
    if (error.code === 'ADSYNC_INTERNAL' && !doubtful) {
      const cause = { code: error.code, message: error.message, address };
      context.progress.end(operation, { status: 'failed', cause });
    } else {
      const cause = halt(context, error, address);
      context.progress.end(operation, { status: doubtful ? 'unknown' : 'skipped', cause });
    }
  }
}

/** Why an operation of the step did not take effect, which ends what is only ever sent together with it. */
function causeOfAny(context: RunContext, { operations }: Step): Cause | undefined {
  const results = operations.map(({ operation }) => context.progress.resultOf(operation));
  for (const result of results) if (result !== undefined && result.status !== 'applied') return result.cause;
  return undefined;
}

function mayStart(context: RunContext): boolean {
  return context.halt === undefined && !context.stop.aborted;
}

function reasonToSkip(context: RunContext, { address, requires }: PlannedOperation): Cause | undefined {
  for (const required of requires) {
    const result = context.progress.resultOf(required);
    if (result?.status === 'applied') continue;
    if (result === undefined)
      return { code: 'ADSYNC_INTERNAL', message: 'what it depends on was not sent before it', address };
    // What was itself skipped passes its reason on, so that each names the root.
    if (result.status === 'skipped') return result.cause;
    const { code, message, address: root } = result.cause;
    return { code, message: `skipped because of ${root}: ${message}`, address: root };
  }
  if (context.halt !== undefined) return context.halt.cause;
  if (context.stop.aborted)
    return { code: 'INTERRUPTED', message: 'interrupted before it was sent', address };
  return undefined;
}

function countResults(context: RunContext, step: Step): Readonly<Record<OperationResult['status'], number>> {
  const results = step.operations.map(({ operation }) => context.progress.resultOf(operation)?.status);
  const count = (status: OperationResult['status']): number =>
    results.filter((each) => each === status).length;
  return {
    applied: count('applied'),
    failed: count('failed'),
    skipped: count('skipped'),
    unknown: count('unknown'),
  };
}
