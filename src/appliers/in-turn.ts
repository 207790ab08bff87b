import { parentAddress } from '../schemas/address.ts';
import type { PlannedOperation } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { RunContext } from './run-context.ts';
import { substitutedWires } from './sent-fields.ts';

/**
 * Does the work at once, or, for creations that can be told apart only by what is new (the platform may put another
 * value in the place of a sent one), after those of the same kind under the same parent.
 */
export async function inTurn<T>(
  context: RunContext,
  group: readonly PlannedOperation[],
  work: () => Promise<T>,
): Promise<T> {
  const place = placeOf(context, group);
  if (place === undefined) return await work();
  const mine = (context.turns.get(place) ?? Promise.resolve()).then(work, work);
  context.turns.set(place, mine);
  return await mine;
}

function placeOf({ kinds }: RunContext, group: readonly PlannedOperation[]): string | undefined {
  const create = group.find(({ operation_type: type }) => type === 'Create');
  const kind = create === undefined ? undefined : kinds.get(create.address);
  if (create === undefined || kind === undefined) return undefined;
  return substitutedWires(kindNamed(kind)).length === 0
    ? undefined
    : `${kind} ${parentAddress(create.address)}`;
}
