import { denominationOf } from '../params/denominations.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, longIn, textIn } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import type { Call } from './endpoint.ts';
import { notFound, ownRecord } from './get-record.ts';
import { keepHistory } from './keep-history.ts';
import type { QuotaJudge } from './quota-judge.ts';
import { readWrite } from './read-params.ts';
import { type Change, invalid, type Resource, type Rule } from './resource.ts';

/** What one write did: the record as it now stands, and the server's reading of the parameters. */
export interface Written {
  readonly record: StoredRecord;
  readonly params: Fields;
}

/** One write among those of a request: whose parameters, and its place among them. */
export interface WriteContext {
  readonly call: Call;
  readonly raw: Call['raw'];
  readonly index: number;
  readonly judge: QuotaJudge;
  readonly inBatch?: boolean;
}

/** Creates a record. Throws ApiError 400 with everything that is wrong; then nothing has changed. */
export function createRecord(resource: Resource, context: WriteContext): Written {
  return write(resource, context, undefined);
}

/** Updates the live record with this id. Throws ApiError 404 if there is none, 400 with everything that is wrong. */
export function updateRecord(resource: Resource, context: WriteContext, id: string): Written {
  const before = liveRecord(resource, context.call, id);
  return write(resource, context, before);
}

/** Marks the live record with this id as deleted; its children stay as they are. Throws ApiError 404 if there is none. */
export function deleteRecord(resource: Resource, context: WriteContext, id: string): Written {
  const before = liveRecord(resource, context.call, id);
  const { world } = context.call;
  context.judge.consider(resource.quotas, context.index, before, undefined);
  const record = { ...before, deleted: true, updated_at: world.clock.stamp() };
  if (resource.hardDelete === true) world.store.remove(resource.collection, id);
  else world.store.put(resource.collection, record);
  keepHistory(resource, context.call, before, record);
  return { record, params: { [resource.idParam]: id, ...context.call.path } };
}

function liveRecord(resource: Resource, call: Call, id: string): StoredRecord {
  const record = ownRecord(resource, call, id);
  if (record !== undefined && !isDeleted(record)) return record;
  throw notFound(resource, id, { [resource.idParam]: id, account_id: call.accountId });
}

function write(resource: Resource, context: WriteContext, before: StoredRecord | undefined): Written {
  const { world, accountId } = context.call;
  const { given, problems: unread } = readWrite(resource, context.raw, before);
  const start = before ?? { ...resource.blank(world), account_id: accountId };
  const change: Change = {
    world,
    accountId,
    before,
    given,
    after: { ...start, ...Object.fromEntries(given) },
    user: context.call.user,
    inBatch: context.inBatch === true,
  };
  const completed: Change = { ...change, after: resource.complete(change) };
  const named = before === undefined ? {} : { [resource.idParam]: before.id };
  const params = { ...Object.fromEntries(given), ...named, ...context.call.path };

  const unfit = [...unread, ...danglingReferences(resource, change), ...wrongAmounts(resource, completed)];
  const problems = [
    ...unfit,
    ...brokenRules(
      resource.rules,
      completed,
      new Set(unfit.map(({ parameter }) => parameter?.split('.')[0])),
    ),
  ];
  if (problems.length > 0) throw new ApiError(400, problems, { params });

  context.judge.consider(resource.quotas, context.index, before, completed.after);
  const record = stamped(resource, completed);
  world.store.put(resource.collection, record);
  keepHistory(resource, context.call, before, record);
  resource.follow?.(record, world);
  return { record, params };
}

function stamped(resource: Resource, { world, before, after }: Change): StoredRecord {
  const now = world.clock.stamp();
  if (before !== undefined) return { ...after, id: before.id, updated_at: now };
  return {
    ...after,
    id:
      (resource.namedBy === undefined ? null : textIn(after, resource.namedBy)) ??
      world.ids.next(resource.collection),
    created_at: now,
    updated_at: now,
    deleted: false,
  };
}

function danglingReferences(resource: Resource, { world, accountId, given }: Change): readonly Problem[] {
  return Object.entries(resource.writes).flatMap(([name, { refersTo }]) => {
    const id = given.get(name);
    if (refersTo === undefined || typeof id !== 'string') return [];
    const target = world.store.get(refersTo.collection, id);
    if (target !== undefined && target['account_id'] === accountId && !isDeleted(target)) return [];
    return [{ ...invalid(name, `No such record ${id} for ${name}`, refersTo.code), value: id }];
  });
}

/** Amounts that are no multiple of the currency's smallest denomination (F-value-05). */
function wrongAmounts(resource: Resource, { given, after }: Change): readonly Problem[] {
  const currency = textIn(after, 'currency');
  if (currency === null) return [];
  const step = denominationOf(currency);
  return Object.entries(resource.writes).flatMap(([name, { is }]) => {
    const amount = is.type === 'money' && given.has(name) ? longIn(Object.fromEntries(given), name) : null;
    if (amount === null || amount % step === 0n) return [];
    const message = `Expected a multiple of ${step} for ${name} in ${currency}, got "${amount}"`;
    return [{ ...invalid(name, message, 'INVALID_DENOMINATION'), value: String(amount) }];
  });
}

function brokenRules(
  rules: readonly Rule[],
  change: Change,
  unfit: ReadonlySet<string | undefined>,
): readonly Problem[] {
  return rules.flatMap((rule) => {
    const concerned = change.before === undefined || rule.fields.some((field) => change.given.has(field));
    // A field that could not be read would only bring up the same fault a second time.
    if (!concerned || rule.fields.some((field) => unfit.has(field))) return [];
    return rule.check(change) ?? [];
  });
}
