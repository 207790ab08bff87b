import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { parentOf } from '../planner/match/subject.ts';
import { accountKeyOf, parentAddress } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation, Intent } from '../schemas/state-entry.ts';
import { isDigest, ownValue, plainText, type Value, type Values } from '../schemas/values.ts';
import { entryAfter } from './entry-after.ts';
import { requestPath } from './form-request.ts';
import { referenceTo } from './reference-to.ts';
import { resolveParams } from './resolve-params.ts';
import { idAt, type RunContext } from './run-context.ts';
import { sendWithinMs } from './send-within.ts';
import { entryWhileReplaced } from './values-to-carry-over.ts';

/** The intent of a request about to be sent: everything that tells afterwards, by reading, whether it took effect. */
export function intend(context: RunContext, step: Step, operations: readonly PlannedOperation[]): Intent {
  const at = context.time.now();
  const latestMs = at + sendWithinMs(context.timeoutMs) + context.timeoutMs;
  const intended = operations.map((operation) => intendOperation(context, step, operation, latestMs));
  return {
    run: context.lease.run,
    accountId: step.account_id,
    step: step.step,
    method: step.method,
    path: requestPath(step, intended),
    at,
    timeoutMs: context.timeoutMs,
    operations: intended,
  };
}

function intendOperation(
  context: RunContext,
  step: Step,
  planned: PlannedOperation,
  latestMs: number,
): IntendedOperation {
  const { address, operation_type: type } = planned;
  const kind = context.kinds.get(address);
  const params = paramsOf(context, planned);
  const id = type === 'Create' ? null : (planned.id ?? ownId(context, address) ?? null);
  if (kind === undefined || params === undefined || (id === null && type !== 'Create'))
    throw new AdsyncError(
      'ADSYNC_INTERNAL',
      `the plan does not say enough to send operation ${planned.operation}`,
      { address },
    );
  const parentId = parentIdOf(context, kindNamed(kind), { address, accountId: step.account_id, id, params });
  const listedUnder = listOf(context, kindNamed(kind), { address, accountId: step.account_id, id, params });
  const place = {
    ...(parentId !== undefined && { parentId }),
    ...(listedUnder !== undefined && { listedUnder }),
  };
  const base = { operation: planned.operation, type, address, kind, id, ...place, params };
  const { entries, resources } = context;
  if (type === 'Delete') {
    const created = context.replacements.get(address);
    return {
      ...base,
      known: [],
      entry: entryWhileReplaced(entries.get(address), resources.get(address), created),
    };
  }
  const accountKey = context.accountKeys.get(step.account_id) ?? accountKeyOf(address);
  const entry = entryAfter({
    type,
    address,
    kind,
    accountKey,
    accountId: step.account_id,
    id: id ?? '',
    params,
    previous: entries.get(address),
    replaced: context.replaced.get(address),
    resource: resources.get(address),
    isSwitchedOn: context.switchedOn.has(address),
    latestMs,
  });
  const known = type === 'Create' ? knownBefore(context, step.account_id, kind, params) : [];
  return { ...base, known, entry: entry ?? null };
}

/** Ids of records that the creation did not make, although they look as if it had. */
function knownBefore({ seen }: RunContext, accountId: string, kind: string, params: Values): string[] {
  return [...new Set([...seen.sameKey(accountId, kind, params), ...seen.justMade(accountId, kind)])];
}

/** The id of the record at an address; an only one goes by its parent's. */
function ownId(context: RunContext, address: string): string | undefined {
  const known = idAt(context, address);
  const kind = context.kinds.get(address);
  const above = parentAddress(address);
  if (known !== undefined || kind === undefined || above === undefined) return known;
  return kindNamed(kind).form === 'only' ? idAt(context, above) : undefined;
}

/** The parameters with ids; digests as the state's key makes them, each of a value that the document still declares. */
function paramsOf(context: RunContext, { address, params }: PlannedOperation): Values | undefined {
  const resolved = resolveParams(params, (referred) => referenceTo(context, referred));
  if (resolved === undefined) return undefined;
  const sealed: [string, Value][] = [];
  for (const [wire, value] of Object.entries(resolved)) {
    const current = isDigest(value) ? ownValue(context.resources.get(address)?.fields, wire) : value;
    if (current === undefined || (isDigest(current) && context.reveal(address, wire) === undefined))
      return undefined;
    sealed.push([wire, current]);
  }
  return Object.fromEntries(sealed);
}

interface Place {
  readonly address: string;
  readonly accountId: string;
  readonly id: string | null;
  readonly params: Values;
}

/** The record above, where its id stands in the path of a request or a list. */
function parentIdOf(context: RunContext, kind: Kind, of: Place): string | undefined {
  const { list, create, update, delete: remove } = kind.operations;
  const isInPath = [create, update, remove].some((each) => each?.path.includes(':parent_id') === true);
  if (list?.below === undefined && !isInPath) return undefined;
  const shown = kind.parentField === undefined ? undefined : lastKnown(context, kind, of, kind.parentField);
  return shown ?? idAt(context, parentOf(of.address));
}

/** The value whose list shows the record, where each value has a list of its own. */
function listOf(context: RunContext, kind: Kind, of: Place): string | undefined {
  const wire = kind.operations.list?.eachOf?.wire;
  return wire === undefined ? undefined : lastKnown(context, kind, of, wire);
}

/** A field's value as it is sent, or else as it was last seen or applied. */
function lastKnown(context: RunContext, kind: Kind, of: Place, wire: string): string | undefined {
  const live = of.id === null ? undefined : context.seen.record(of.accountId, kind.name, of.id);
  const applied = context.entries.get(of.address)?.declared;
  const value = ownValue(of.params, wire) ?? ownValue(live?.fields, wire) ?? ownValue(applied, wire);
  return value === undefined || value === null ? undefined : plainText(value);
}
