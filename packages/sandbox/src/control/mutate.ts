import { z } from 'zod';
import { resources } from '../catalog/registry.ts';
import { wrongFields } from '../resources/check-fields.ts';
import type { Value } from '../value.ts';
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
  }),
);

export type Mutations = z.infer<typeof mutationsSchema>;

/** Changes records behind everybody's back, with no rule checked; all of them, or (with a ControlError) none. */
export function mutate(world: World, mutations: Mutations): { readonly changed: number } {
  world.store.transaction(() => {
    for (const mutation of mutations) mutateOne(world, mutation);
  });
  return { changed: mutations.length };
}

function mutateOne(
  world: World,
  { collection, id, set = {}, remove = false, touch = true }: Mutations[number],
): void {
  const resource = resources.find((each) => each.collection === collection);
  if (resource === undefined) throw new ControlError(`no collection ${collection}`);
  const before = world.store.get(collection, id);
  if (before === undefined) throw new ControlError(`${collection} hold no record ${id}`);
  const wrong = wrongFields(resource, set);
  if (wrong.length > 0) throw new ControlError(wrong.join('; '));
  if (remove) world.store.remove(collection, id);
  else
    world.store.put(collection, { ...before, ...(touch ? { updated_at: world.clock.stamp() } : {}), ...set });
}
