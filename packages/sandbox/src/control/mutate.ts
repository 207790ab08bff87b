import { z } from 'zod';
import { resources } from '../catalog/registry.ts';
import { draftWrite } from '../engine/draft-write.ts';
import { QuotaJudge } from '../engine/quota-judge.ts';
import type { Resource } from '../engine/resource.ts';
import { wrongFields } from '../resources/check-fields.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn, type Value } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';
import { ControlError } from './control-error.ts';

export const mutationsSchema = z.array(
  z.strictObject({
    collection: z.string(),
    id: z.string(),
    set: z
      .record(
        z.string(),
        z.custom<Value>(() => true),
      )
      .optional(),
    /** Takes the record out altogether, as if it had never been. */
    remove: z.boolean().optional(),
    /** Whether `updated_at` becomes now; true unless said. */
    touch: z.boolean().optional(),
    /**
     * Does what somebody on the platform's own pages could: `set` is held against the rules of the kind and its limits,
     * and `remove` marks as deleted where the platform does.
     */
    as_person: z.boolean().optional(),
  }),
);

export type Mutations = z.infer<typeof mutationsSchema>;

/**
 * Changes records behind everybody's back; all of them, or (with a ControlError that names what is wrong) none. No rule
 * is checked except where a mutation asks for it.
 */
export function mutate(world: World, mutations: Mutations): { readonly changed: number } {
  world.store.transaction(() => {
    for (const mutation of mutations) mutateOne(world, mutation);
  });
  return { changed: mutations.length };
}

function mutateOne(world: World, mutation: Mutations[number]): void {
  const { collection, id, set = {}, remove = false, touch = true } = mutation;
  const resource = resources.find((each) => each.collection === collection);
  if (resource === undefined) throw new ControlError(`no collection ${collection}`);
  const before = world.store.get(collection, id);
  if (before === undefined) throw new ControlError(`${collection} hold no record ${id}`);
  const stamp = touch ? { updated_at: world.clock.stamp() } : {};
  if (mutation.as_person === true) {
    if (isDeleted(before)) throw new ControlError(`${resource.label} ${id} is deleted already`);
    if (remove) removeAsPlatform(world, resource, { ...before, ...stamp });
    else putAndFollow(world, resource, { ...setByPerson(world, resource, before, set), ...stamp, id });
    return;
  }
  const record = { ...before, ...stamp, ...settable(resource, set) };
  if (remove) world.store.remove(collection, id);
  else world.store.put(collection, record);
}

function removeAsPlatform(
  { store }: World,
  { collection, hardDelete }: Resource,
  record: StoredRecord,
): void {
  if (hardDelete === true) store.remove(collection, record.id);
  else store.put(collection, { ...record, deleted: true });
}

function putAndFollow(world: World, resource: Resource, record: StoredRecord): void {
  world.store.put(resource.collection, record);
  resource.follow?.(record, world);
}

/** The fields, if the kind has them and they can hold the values. Throws ControlError where not. */
function settable(resource: Resource, set: Fields): Fields {
  const wrong = wrongFields(resource, set);
  if (wrong.length > 0) throw new ControlError(wrong.join('; '));
  return set;
}

/** The record with what a person sets. Throws ControlError with the platform's own problems where it refuses that. */
function setByPerson(world: World, resource: Resource, before: StoredRecord, set: Fields): Fields {
  // What every update must send stays as it is.
  const kept = Object.entries(resource.writes).filter(([, { required }]) => required === 'always');
  const raw = new Map([
    ...kept.map(([name]) => [name, before[name] ?? null] as const),
    ...Object.entries(set),
  ]);
  const accountId = textIn(before, 'account_id') ?? '';
  const { change, problems } = draftWrite(resource, { world, accountId, raw }, before);
  const known = new Set([...change.given.keys(), ...problems.map(({ parameter }) => parameter)]);
  const others = [...raw.keys()].filter((name) => !known.has(name)).map((name) => notChangeable(name));
  refuse([...problems, ...others]);
  try {
    const judge = new QuotaJudge(world, 'each');
    judge.consider(resource.quotas, 0, before, change.after);
  } catch (error) {
    if (error instanceof ApiError) refuse(error.problems);
    throw error;
  }
  return change.after;
}

function notChangeable(parameter: string): Problem {
  return { code: 'INVALID_PARAMETER', message: `${parameter} cannot be changed`, parameter };
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new ControlError(problems.map(({ message }) => message).join('; '), problems);
}
