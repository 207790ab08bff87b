import type { Plan } from '../schemas/plan.ts';
import { checkPromoted } from './check-promoted.ts';
import type { PlanMaker } from './plan.ts';
import { replan } from './replan.ts';

/** What makes a saved plan again, as it is to be carried out now; the maker throws ADSYNC_PLAN_STALE. */
export function savedPlanMaker(saved: Plan): PlanMaker {
  return async (session, survey) =>
    await checkPromoted(session, await replan(session, survey, saved, { isSaved: true, isAgreed: false }));
}
