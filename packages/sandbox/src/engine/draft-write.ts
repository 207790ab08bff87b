import { denominationOf } from '../params/denominations.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn, type Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';
import { readWrite } from './read-params.ts';
import { type Change, invalid, type Resource, type Rule } from './resource.ts';

/** What somebody wants to write, and where. */
export interface Writing {
  readonly world: World;
  readonly accountId: string;
  /** The parameters by name, as sent. */
  readonly raw: ReadonlyMap<string, Value>;
  readonly user?: StoredRecord;
  readonly inBatch?: boolean;
}

/**
 * What a write would make of a record (of none, for a creation) and everything that is wrong with it: parameters that
 * cannot be read, references to nothing, amounts, and rules of the kind. Nothing is changed.
 */
export function draftWrite(
  resource: Resource,
  { world, accountId, raw, ...by }: Writing,
  before: StoredRecord | undefined,
): { readonly change: Change; readonly problems: readonly Problem[] } {
  const { given, problems: unread } = readWrite(resource, raw, before);
  const start = before ?? { ...resource.blank(world), account_id: accountId };
  const sent: Change = {
    world,
    accountId,
    before,
    given,
    after: { ...start, ...Object.fromEntries(given) },
    ...by,
  };
  const change: Change = { ...sent, after: resource.complete(sent) };
  const unfit = [...unread, ...danglingReferences(resource, sent), ...wrongAmounts(resource, change)];
  const names = new Set(unfit.map(({ parameter }) => parameter?.split('.')[0]));
  return { change, problems: [...unfit, ...brokenRules(resource.rules, change, names)] };
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
