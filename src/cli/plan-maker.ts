import type { PlanResult } from '../planner/plan.ts';
import type { Context } from './context.ts';
import { consentsOf, type PlanOptions, selectionFrom } from './plan-options.ts';
import type { Session } from './session.ts';
import { type PlanRequest, planFrom, type Survey } from './survey.ts';

/** Makes the plan of a session from what was surveyed. */
export type PlanMaker = (session: Session, survey: Survey) => PlanResult;

/** What makes the plan that the options ask for. Throws ADSYNC_USAGE where git cannot tell what has changed. */
export async function planMaker(
  context: Context,
  { command, paths }: Pick<PlanRequest, 'command' | 'paths'>,
  options: PlanOptions,
): Promise<PlanMaker> {
  const select = await selectionFrom(context, options);
  const consents = consentsOf(options);
  return (session, survey) =>
    planFrom(session, survey, {
      command,
      paths,
      consents,
      ...select(session.document, survey.snapshot.entries),
    });
}
