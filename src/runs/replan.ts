import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Selection } from '../planner/graph/selection.ts';
import { selectionFrom } from '../planner/graph/selection-data.ts';
import { consentsFrom } from '../planner/guards/consents.ts';
import type { PlanResult } from '../planner/plan.ts';
import { type Difference, differing } from '../planner/result/difference.ts';
import { planDifferences } from '../planner/result/plan-differences.ts';
import { differenceLines } from '../report/difference-lines.ts';
import type { AccountBudget, Change, Plan } from '../schemas/plan.ts';
import { type Planned, planFully } from './plan-fully.ts';
import type { Session } from './session.ts';
import { planFrom, type Survey } from './survey.ts';
import { withSavedPeriods } from './survey-members.ts';

/** A plan that is about to be carried out. */
interface Earlier {
  /** True where it comes from a file, and not from this run. */
  readonly isSaved: boolean;
  /** True where a person has answered a question about it. */
  readonly isAgreed: boolean;
}

/**
 * Plans again with all that a plan was made with, and compares. Returns the plan as it was, with the figures of now and
 * with what speaks against it now, where planning again gives the same effect. Throws ADSYNC_PLAN_STALE with everything
 * that differs elsewhere, each with then and now.
 */
export async function replan(
  session: Session,
  survey: Survey,
  earlier: Plan,
  { isSaved, isAgreed }: Earlier,
): Promise<Planned> {
  const document = withSavedPeriods(survey.document, earlier);
  const { command, paths, basis } = earlier;
  const request = { command, paths, consents: consentsFrom(earlier.consents), ...selectionOf(earlier) };
  // Days that have passed change figures, and with them the order of requests. They are no reason to refuse the plan:
  // it is compared with what would be planned at the moment of its own, from what is live now.
  const { made: again, surveyed } = await planFully(session, survey, (known) => {
    const made = planFrom(session, { ...known, document }, { ...request, countedFrom: earlier.created_at });
    const whole = [...made.unread.whole, ...countedThen(earlier, made.plan, { ...known, document })];
    return { ...made, unread: { ...made.unread, whole } };
  });
  // Digests of a plan that was made before the state had a key say nothing beside those of the state.
  const sameKey = !isSaved || basis.state > 0;
  const differences = [
    ...planDifferences(earlier, again.plan, { sameKey }),
    ...(earlier.selection === undefined ? basisDifferences(earlier, again.plan) : []),
  ];
  if (differences.length > 0)
    throw stalePlan(differenceLines(differences), isAgreed ? 'question' : 'file', command);
  const { plan: now, ...fresh } = planFrom(session, { ...surveyed, document }, request);
  // By which rules the plan is judged, and how they compare with those of the last apply, is as it is now.
  const { policies: _policies, ...rest } = earlier;
  const { created_at, budget, violations, policies } = now;
  const plan = { ...rest, created_at, budget, violations, ...(policies === undefined ? {} : { policies }) };
  return { made: { ...fresh, plan }, surveyed };
}

/** What was read in part now, although its figures were counted when the plan was made: they are compared. */
function countedThen(
  then: Plan,
  now: Plan,
  { document, live }: Pick<Survey, 'document' | 'live'>,
): PlanResult['unread']['whole'] {
  const uncounted = document.accounts.filter(({ key }) => {
    const [earlier, again] = [then.budget[key], now.budget[key]];
    return figuresCounted(earlier).some((name) => !figuresCounted(again).includes(name));
  });
  return live.flatMap(({ accountId, partial = [] }) =>
    uncounted.some(({ id }) => id === accountId) ? partial.map((kind) => ({ accountId, kind })) : [],
  );
}

function figuresCounted(budget: AccountBudget | undefined): readonly string[] {
  return Object.entries(budget ?? {}).flatMap(([name, figure]) => (figure === null ? [] : [name]));
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

/** The error for a plan that is not valid any more, with a line for each thing that speaks against it. */
export function stalePlan(
  lines: readonly string[],
  origin: keyof typeof words,
  command: Plan['command'],
): AdsyncError {
  const { message, remedy } = words[origin](command);
  return new AdsyncError('ADSYNC_PLAN_STALE', message, { lines, remedy });
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
