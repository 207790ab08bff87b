import type { DesiredResource } from '../schemas/desired.ts';
import type { Change, Plan, PlannedOperation } from '../schemas/plan.ts';
import { isOnlyFlip, statusFlip } from '../schemas/status-flip.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { ApplyResult, Cause, OperationResult, Unapplied } from './apply-result.ts';

/** How far the changes of a plan are. */
export interface Progress {
  /** Notes how an operation ended, and tells of its change when that was the last of it. */
  end(operation: PlannedOperation, result: OperationResult): void;
  /** How an operation ended; `undefined` where it has not. */
  resultOf(operation: number): OperationResult | undefined;
  /** The lists of the result. */
  lists(): Pick<ApplyResult, 'applied' | 'failed' | 'skipped' | 'unknown'>;
}

interface Tracked {
  readonly address: string;
  readonly change: Change | undefined;
  readonly operations: PlannedOperation[];
  left: number;
}

export interface ProgressInput {
  readonly plan: Plan;
  /** What the document declares, by address. */
  readonly resources: ReadonlyMap<string, DesiredResource>;
  readonly emit: (event: ApplyEvent) => void;
  /** The id of what stands at an address now. */
  readonly idAt: (address: string) => string | undefined;
}

/**
 * Follows every address that the plan changes or touches. A change without requests (adopted, moved, forgotten) counts
 * as applied, and is told of, at once: the caller has recorded it.
 */
export function trackProgress(input: ProgressInput): Progress {
  const results = new Map<number, OperationResult>();
  const tracked = track(input.plan);
  for (const one of tracked.values()) if (one.left === 0) tell(input, one, results);
  return {
    resultOf: (operation) => results.get(operation),
    end: (operation, result) => {
      results.set(operation.operation, result);
      const one = trackedAt(tracked, operation.address);
      one.left -= 1;
      if (one.left === 0) tell(input, one, results);
    },
    lists: () => sort([...tracked.values()], results),
  };
}

function track(plan: Plan): ReadonlyMap<string, Tracked> {
  const tracked = new Map<string, Tracked>();
  for (const change of plan.changes)
    tracked.set(change.address, { address: change.address, change, operations: [], left: 0 });
  for (const operation of plan.steps.flatMap((step) => step.operations)) {
    const one = trackedAt(tracked, operation.address);
    one.operations.push(operation);
    one.left += 1;
    tracked.set(one.address, one);
  }
  return tracked;
}

/** What is tracked at an address; nothing yet where no change of the plan stands for it. */
function trackedAt(tracked: ReadonlyMap<string, Tracked>, address: string): Tracked {
  return tracked.get(address) ?? { address, change: undefined, operations: [], left: 0 };
}

/** Unknown outweighs failed, failed outweighs skipped; applied is only what is applied in full. */
function statusOf(one: Tracked, results: ReadonlyMap<number, OperationResult>): OperationResult {
  const ended = one.operations
    .map(({ operation }) => results.get(operation))
    .filter((each) => each !== undefined);
  for (const status of ['unknown', 'failed', 'skipped'] as const) {
    const worst = ended.find((each) => each.status === status);
    if (worst !== undefined) return worst;
  }
  return { status: 'applied' };
}

function tell(input: ProgressInput, one: Tracked, results: ReadonlyMap<number, OperationResult>): void {
  const status = statusOf(one, results);
  const base = {
    address: one.address,
    action: one.change?.action ?? null,
    ...statusChangeOf(one.change),
    operations: one.operations.map(({ operation }) => operation),
  };
  if (status.status === 'applied') {
    const id = input.idAt(one.address) ?? one.change?.id ?? null;
    const source = one.change?.source ?? null;
    input.emit({
      type: 'change_applied',
      ...base,
      source,
      id,
      ...leftOutBy(one.change),
      ...othersAlong(one.change),
    });
    return;
  }
  const source = placeOf(input.resources.get(one.address), one, status.cause);
  const applied = one.operations.filter(({ operation }) => results.get(operation)?.status === 'applied');
  const done = applied.map((operation) => operation.operation_type);
  input.emit({ type: `change_${status.status}`, ...base, source, cause: status.cause, done });
}

function othersAlong(
  change: Change | undefined,
): Pick<ApplyEvent & { type: 'change_applied' }, 'others_along'> {
  const others = change?.others_along;
  return others === undefined ? {} : { others_along: others };
}

function statusChangeOf(
  change: Change | undefined,
): Pick<ApplyEvent & { type: 'change_applied' }, 'status_change'> {
  const flip = change !== undefined && isOnlyFlip(change) ? statusFlip(change) : undefined;
  return flip === undefined ? {} : { status_change: flip };
}

/** Where the field stands that the platform complains about, else where the resource does. */
function placeOf(resource: DesiredResource | undefined, one: Tracked, cause: Cause): Change['source'] {
  const parameters =
    cause.address === one.address ? (cause.platform ?? []).map(({ parameter }) => parameter) : [];
  const places = parameters.map((parameter) =>
    parameter === null ? undefined : resource?.fieldSources[parameter],
  );
  return places.find((place) => place !== undefined) ?? one.change?.source ?? resource?.source ?? null;
}

function sort(
  tracked: readonly Tracked[],
  results: ReadonlyMap<number, OperationResult>,
): ReturnType<Progress['lists']> {
  const applied: { address: string }[] = [];
  const lists: Record<'failed' | 'skipped' | 'unknown', Unapplied[]> = {
    failed: [],
    skipped: [],
    unknown: [],
  };
  for (const one of tracked) {
    const result = statusOf(one, results);
    if (result.status === 'applied') applied.push({ address: one.address });
    else lists[result.status].push({ address: one.address, cause: result.cause });
  }
  return { applied, ...lists };
}

/** The fields that the document leaves out, of a change that is nothing else. */
function leftOutBy(change: Change | undefined): { readonly no_longer_managed?: readonly string[] } {
  if (change?.action !== 'forget' || change.no_longer_managed === undefined) return {};
  return { no_longer_managed: Object.keys(change.no_longer_managed) };
}
