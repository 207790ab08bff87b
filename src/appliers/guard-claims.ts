import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { counted } from '../diagnostics/counted.ts';
import { readAccount } from '../live/read-live.ts';
import { countedBy, mostUnder } from '../schemas/active-limits.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredAccount } from '../schemas/desired.ts';
import type { Activation } from '../schemas/kind/spending.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { PlannedOperation, Step } from '../schemas/plan.ts';
import { allKinds } from '../schemas/registry.ts';
import type { Cause } from './apply-result.ts';
import { idAt, type RunContext } from './run-context.ts';
import type { GuardClaims } from './run-step.ts';

/** A limit of an account on what is active at once. */
interface Bound {
  readonly kind: Kind;
  readonly activation: Activation;
  readonly limit: number;
  readonly counts: 'active' | 'not_deleted';
}

type Refused = ReadonlyMap<number, Cause>;

/**
 * Looks again, once for each account and before its first claim, at how many campaigns (and line items, where a limit
 * is declared) are active: others may have activated some since the plan was made. Claims that no longer fit are
 * refused, in the plan's order, with the numbers; room that releases of the plan still make is counted when its turn
 * comes.
 */
export function guardClaims(
  context: RunContext,
  steps: readonly Step[],
  accounts: readonly DesiredAccount[],
): GuardClaims {
  const looked = new Map<string, Promise<Refused>>();
  return async (step) => {
    const account = accounts.find(({ id }) => id === step.account_id);
    if (account === undefined) return new Map();
    const known = looked.get(account.id) ?? lookAgain(context, steps, account);
    looked.set(account.id, known);
    return await known;
  };
}

async function lookAgain(
  context: RunContext,
  steps: readonly Step[],
  account: DesiredAccount,
): Promise<Refused> {
  const refused = await Promise.all(
    boundsOf(account).map(async (bound) => {
      const left = operationsLeft(context, steps, account, bound);
      const claims = left.filter((operation) => isClaim(operation, bound));
      return claims.length === 0 ? new Map() : await refuse(context, account, bound, left);
    }),
  );
  return new Map(refused.flatMap((each: Refused) => [...each]));
}

function boundsOf({ limits }: DesiredAccount): readonly Bound[] {
  return allKinds.flatMap((kind): readonly Bound[] => {
    const activation = kind.spending?.activation;
    if (activation === undefined) return [];
    const limit = mostUnder(activation.limit, limits);
    return Number.isFinite(limit) ? [{ kind, activation, limit, counts: countedBy(activation, limits) }] : [];
  });
}

/** Operations on the bound's kind that have not ended and can still be sent, in the plan's order. */
function operationsLeft(
  context: RunContext,
  steps: readonly Step[],
  account: DesiredAccount,
  { kind }: Bound,
): readonly PlannedOperation[] {
  const failed = (number: number): boolean => {
    const result = context.progress.resultOf(number);
    return result !== undefined && result.status !== 'applied';
  };
  return steps
    .filter((step) => step.account_id === account.id)
    .flatMap((step) => step.operations)
    .filter(({ address }) => context.kinds.get(address) === kind.name)
    .filter(
      ({ operation, requires }) =>
        context.progress.resultOf(operation) === undefined && !requires.some(failed),
    );
}

/** Whether an operation can make one more count against the limit. */
function isClaim({ operation_type: type, params }: PlannedOperation, { activation, counts }: Bound): boolean {
  if (counts === 'not_deleted') return type === 'Create';
  return type !== 'Delete' && params[activation.field] === activation.active;
}

async function refuse(
  context: RunContext,
  account: DesiredAccount,
  bound: Bound,
  left: readonly PlannedOperation[],
): Promise<Refused> {
  let counting: Set<string>;
  try {
    counting = await readCounting(context, account, bound);
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    const { code, message } = error;
    const claims = left.filter((operation) => isClaim(operation, bound));
    return new Map(claims.map(({ operation, address }) => [operation, { code, message, address }]));
  }
  const found = counting.size;
  const refused = new Map<number, Cause>();
  for (const operation of left) {
    const place = operation.id ?? idAt(context, operation.address) ?? operation.address;
    if (!isClaim(operation, bound)) {
      if (releases(operation, bound)) counting.delete(place);
    } else if (counting.has(place) || counting.size < bound.limit) counting.add(place);
    else refused.set(operation.operation, refusal(account, bound, found, operation.address));
  }
  return refused;
}

/** Ids of what counts against the limit now. */
async function readCounting(
  context: RunContext,
  account: DesiredAccount,
  bound: Bound,
): Promise<Set<string>> {
  const lists = [{ kind: bound.kind.name }];
  const needs = { accountId: account.id, lists, singles: [] };
  const { records } = await readAccount(context.client, needs, context.seal);
  for (const record of records) context.seen.put(record);
  const ofKind = records.filter(({ kind }) => kind === bound.kind.name);
  return new Set(ofKind.filter((record) => counts(record, bound)).map(({ id }) => id));
}

function counts({ deleted, fields }: LiveRecord, { activation, counts }: Bound): boolean {
  return !deleted && (counts === 'not_deleted' || fields[activation.field] === activation.active);
}

function releases(
  { operation_type: type, params }: PlannedOperation,
  { activation, counts }: Bound,
): boolean {
  if (type === 'Delete') return true;
  return counts === 'active' && params[activation.field] === activation.paused;
}

function refusal(
  account: DesiredAccount,
  { kind, limit, counts }: Bound,
  found: number,
  address: string,
): Cause {
  const what = counted(found, `${counts === 'active' ? 'active ' : ''}${kind.title}`);
  const message = `${account.key} has ${what} now, and with the claims before this one the limit of ${limit} is reached`;
  return { code: 'ADSYNC_PLAN_REFUSED', message, address };
}
