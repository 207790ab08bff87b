import { z } from 'zod';
import { resources } from '../catalog/registry.ts';
import type { Resource } from '../engine/resource.ts';
import { accounts } from '../resources/accounts.ts';
import { wrongFields } from '../resources/check-fields.ts';
import { ensureFullUser } from '../resources/promotable-users.ts';
import { asAdministrator, permissionsOn, users } from '../resources/users.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';
import { ControlError } from './control-error.ts';

/** Records to add, by collection. An id may be given; what is left out is filled plausibly. */
export type SeedRecords = Readonly<Record<string, readonly Fields[]>>;

const value: z.ZodType<Value> = z.custom<Value>(() => true);

/** The body of a seed: collections that exist, each a list of objects. */
export const seedSchema: z.ZodType<Partial<SeedRecords>> = z.strictObject(
  Object.fromEntries(
    resources.map(({ collection }) => [collection, z.array(z.record(z.string(), value)).optional()]),
  ),
);

/**
 * Adds records, parents before children, all of them or (with a ControlError) none.
 * Returns the ids of each collection, in the order given. The first user becomes ACCOUNT_ADMIN of a new account that
 * nobody has access to.
 */
export function addSeed(
  world: World,
  seed: Partial<SeedRecords>,
): Readonly<Record<string, readonly string[]>> {
  return world.store.transaction(() => {
    const added = resources.map((resource) => {
      const ids = (seed[resource.collection] ?? []).map((given) => addRecord(world, resource, given));
      return [resource.collection, ids] as const;
    });
    for (const id of added.find(([collection]) => collection === accounts.collection)?.[1] ?? []) {
      ensureAdmin(world, id);
      ensureFullUser(world, id);
    }
    return Object.fromEntries(added.filter(([, ids]) => ids.length > 0));
  });
}

function addRecord(world: World, resource: Resource, given: Fields): string {
  const { id: givenId, account_id: givenAccount, ...fields } = given;
  const named = givenId ?? (resource.namedBy === undefined ? undefined : fields[resource.namedBy]);
  const id = named === undefined ? world.ids.next(resource.collection) : newId(world, resource, named);
  const accountId =
    resource === accounts
      ? id
      : resource === users || resource.global === true
        ? null
        : accountOf(world, givenAccount);
  const wrong = wrongFields(resource, fields);
  if (wrong.length > 0) throw new ControlError(wrong.join('; '));

  const filled = {
    ...resource.blank(world),
    ...plausible(world, resource, { id, accountId: accountId ?? '', given: fields }),
    ...fields,
  };
  const start = { ...filled, id, account_id: accountId };
  const change = {
    world,
    accountId: accountId ?? '',
    before: undefined,
    after: start,
    given: new Map(Object.entries(fields)),
  };
  const now = world.clock.stamp();
  const times = { created_at: now, updated_at: now, deleted: false };
  world.store.put(resource.collection, {
    ...times,
    ...resource.complete(change),
    ...fields,
    id,
    account_id: accountId,
  });
  return id;
}

function plausible(
  world: World,
  resource: Resource,
  about: { id: string; accountId: string; given: Fields },
): Fields {
  return resource.plausible({
    ...about,
    world,
    parent: (field, collection) => textIn(about.given, field) ?? firstIn(world, collection, about.accountId),
  });
}

/** The account's first live record in the collection; a new one if it has none. */
export function firstIn(world: World, collection: string, accountId: string): string {
  for (const record of world.store.in(collection, 'account_id', accountId))
    if (!isDeleted(record)) return record.id;
  const resource = resources.find((each) => each.collection === collection);
  if (resource === undefined) throw new ControlError(`no collection ${collection}`);
  return addRecord(world, resource, { account_id: accountId });
}

function newId(world: World, resource: Resource, id: Value): string {
  if (typeof id !== 'string' || !/^[0-9A-Za-z_]{1,64}$/.test(id))
    throw new ControlError(`${resource.collection}: an id is a text of letters and digits`);
  if (world.store.get(resource.collection, id) !== undefined)
    throw new ControlError(`${resource.collection}: ${id} exists already`);
  return id;
}

/** The account that a record belongs to: the one named, else the first there is. Throws ControlError without one. */
export function accountOf(world: World, given: Value | undefined): string {
  const [first] = world.store.all('accounts');
  const id = given ?? first?.id;
  if (typeof id === 'string' && world.store.get('accounts', id) !== undefined) return id;
  throw new ControlError(`no account ${typeof id === 'string' ? id : ''}`);
}

function ensureAdmin(world: World, accountId: string): void {
  const all: readonly StoredRecord[] = [...world.store.all('users')];
  const [first] = all;
  if (first === undefined || all.some((user) => permissionsOn(user, accountId) !== undefined)) return;
  world.store.put('users', asAdministrator(first, accountId));
}
