import { createPlan, type PlanInput, type PlanResult } from '../../src/planner/plan.ts';
import { planFully } from '../../src/runs/plan-fully.ts';
import { silentRun } from './silent-run.ts';
import type { World } from './world.ts';

/** The plan of an input, made once more with what it says that it would have to know. */
export async function planKnowing({ client }: World, input: PlanInput): Promise<PlanResult> {
  const session = { run: silentRun({ cwd: '.' }), client };
  const known = { live: input.live, secrets: {} };
  const { made } = await planFully(session, known, ({ live }) => createPlan({ ...input, live }));
  return made;
}
