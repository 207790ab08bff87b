import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import type { IntendedOperation, Intent } from '../schemas/state-entry.ts';
import { entryAfter } from './entry-after.ts';
import { resolveParams } from './resolve-params.ts';
import { idAt, type RunContext } from './run-context.ts';

/** The intent of a request about to be sent: everything that tells afterwards, by reading, whether it took effect. */
export function intend(context: RunContext, step: Step, operations: readonly PlannedOperation[]): Intent {
  return {
    run: context.lease.run,
    accountId: step.account_id,
    step: step.step,
    method: step.method,
    path: step.path,
    at: context.time.now(),
    timeoutMs: context.timeoutMs,
    operations: operations.map((operation) => intendOperation(context, step, operation)),
  };
}

function intendOperation(context: RunContext, step: Step, planned: PlannedOperation): IntendedOperation {
  const { address, operation_type: type } = planned;
  const kind = context.kinds.get(address);
  const params = resolveParams(planned.params, (referred) => idAt(context, referred));
  const id = type === 'Create' ? null : (planned.id ?? idAt(context, address) ?? null);
  if (kind === undefined || params === undefined || (id === null && type !== 'Create'))
    throw new AdsyncError(
      'ADSYNC_INTERNAL',
      `the plan does not say enough to send operation ${planned.operation}`,
      {
        address,
      },
    );
  const base = { operation: planned.operation, type, address, kind, id, params };
  if (type === 'Delete') return { ...base, known: [], entry: null };
  const accountKey = context.accountKeys.get(step.account_id) ?? address.split('/', 1).join('');
  const entry = entryAfter({
    type,
    address,
    kind,
    accountKey,
    accountId: step.account_id,
    id: id ?? '',
    params,
    previous: context.entries.get(address),
    resource: context.resources.get(address),
  });
  const known = type === 'Create' ? context.live.sameKey(step.account_id, kind, params) : [];
  return { ...base, known: [...known], entry: entry ?? null };
}
