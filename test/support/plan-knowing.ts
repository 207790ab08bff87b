import { readReferring } from '../../src/live/read-referring.ts';
import { createPlan, type PlanInput, type PlanResult } from '../../src/planner/plan.ts';
import type { World } from './world.ts';

/** The plan of an input, made once more with what it says that it would have to know. */
export async function planKnowing({ client }: World, input: PlanInput): Promise<PlanResult> {
  const first = createPlan(input);
  const { referring } = first.unread;
  if (referring.length === 0) return first;
  return createPlan({ ...input, live: await readReferring(client, input.live, referring) });
}
