import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Selection } from '../planner/graph/selection.ts';
import { selectionFrom } from '../planner/graph/selection-data.ts';
import { consentsFrom } from '../planner/guards/consents.ts';
import { timeOf } from '../planner/match/match-state.ts';
import type { PlanResult } from '../planner/plan.ts';
import { type Difference, differing } from '../planner/result/difference.ts';
import { planDifferences } from '../planner/result/plan-differences.ts';
import { differenceLines } from '../report/difference-lines.ts';
import type { Change, Plan } from '../schemas/plan.ts';
import type { Session } from './session.ts';
import { planFrom, type Survey } from './survey.ts';
import { withSavedPeriods } from './survey-members.ts';

/** Where a plan comes from that is about to be carried out: from a file, or from a question that a person answered. */
type Origin = 'file' | 'question';

/**
 * Plans again with all that a plan was made with, and compares. Returns the plan as it was, with what speaks against it
 * now, where planning again gives the same effect. Throws ADSYNC_PLAN_STALE with everything that differs elsewhere,
 * each with then and now.
 */
export function replan(session: Session, survey: Survey, saved: Plan, origin: Origin = 'file'): PlanResult {
  const document = withSavedPeriods(survey.document, saved);
  const { command, paths, basis } = saved;
  const consents = consentsFrom(saved.consents);
  const fresh = planFrom(
    session,
    { ...survey, document },
    { command, paths, consents, ...selectionOf(saved) },
  );
  // Digests of a plan that was made before the state had a key say nothing beside those of the state.
  const sameKey = origin === 'question' || basis.state > 0;
  const today = timeOf({ live: survey.live, createdAt: fresh.plan.created_at }).slice(0, 10);
  const differences = [
    ...planDifferences(saved, fresh.plan, { sameKey, today }),
    ...(saved.selection === undefined ? basisDifferences(saved, fresh.plan) : []),
  ];
  if (differences.length > 0) throw stale(differences, origin, command);
  return { ...fresh, plan: { ...saved, violations: fresh.plan.violations } };
}

/** A plan in an older format does not say what it was limited to: at least what it changes is planned again. */
function selectionOf({ selection, changes }: Plan): Selection {
  if (selection !== undefined) return selectionFrom(selection);
  return { targets: [], touched: new Set(changes.filter(isOwnChange).map(({ address }) => address)) };
}

/** False for a resource that is only paused while its restrictions change: nobody chose it. */
function isOwnChange({ action, fields }: Change): boolean {
  return action !== 'update' || fields.length > 0;
}

/** A plan in an older format does not say all that it rests on: it holds only while nothing at all has changed. */
function basisDifferences({ basis: then }: Plan, { basis: now }: Plan): readonly Difference[] {
  return (['document', 'live'] as const).flatMap((part) =>
    differing({ address: 'all accounts', field: part, currency: null }, then[part], now[part]),
  );
}

function stale(differences: readonly Difference[], origin: Origin, command: Plan['command']): AdsyncError {
  const { message, remedy } = words[origin](command);
  return new AdsyncError('ADSYNC_PLAN_STALE', message, { lines: differenceLines(differences), remedy });
}

const words = {
  file: () => ({
    message: 'what the saved plan was made from has changed; nothing was sent',
    remedy: 'Make a new plan with `adsync plan -o FILE`, and look at it again.',
  }),
  question: (command: Plan['command']) => ({
    message: 'what the plan was made from has changed while the question waited; nothing was sent',
    remedy: `Run ${command} again, and look at the new plan.`,
  }),
};
