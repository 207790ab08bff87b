import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { consentsFrom } from '../planner/consents.ts';
import type { PlanResult } from '../planner/plan.ts';
import type { Change, Plan } from '../schemas/plan.ts';
import { isDigest, sameValue, type Value } from '../schemas/values.ts';
import type { Session } from './session.ts';
import { planFrom, type Survey } from './survey.ts';
import { withSavedPeriods } from './survey-members.ts';

/**
 * Plans again for what a saved plan changes and compares: the saved plan, to be executed as it is, where nothing that
 * it was made from has changed. Throws ADSYNC_PLAN_STALE with everything that has, each with then and now.
 */
export function replan(session: Session, survey: Survey, saved: Plan): PlanResult {
  if (saved.changes.length === 0) return { plan: saved, stateChanges: [] };
  const document = withSavedPeriods(survey.document, saved);
  const fresh = planFrom(
    session,
    { ...survey, document },
    {
      command: saved.command,
      paths: saved.paths,
      consents: consentsFrom(saved.consents),
      targets: [],
      touched: new Set(saved.changes.filter(isOwnChange).map(({ address }) => address)),
    },
  );
  const differences = [
    ...changeDifferences(saved, fresh.plan).filter((difference) => !isOfAnotherKey(saved, difference)),
    ...limitDifferences(saved, fresh.plan),
  ];
  if (differences.length > 0) throw stale(differences);
  // What speaks against the plan now counts, whatever the file says; what was left out of it does not.
  const strange = strangeTo(saved, fresh);
  const violations = fresh.plan.violations.filter(({ address }) => !strange.has(address));
  return { plan: { ...saved, violations }, stateChanges: ownChanges(fresh, strange) };
}

/** What is only paused for what restricts it was not chosen itself. */
function isOwnChange({ action, fields }: Change): boolean {
  return action !== 'update' || fields.length > 0;
}

/** The addresses that a fresh plan would change or move, and the saved one does not. */
function strangeTo(saved: Plan, fresh: PlanResult): ReadonlySet<string> {
  const reviewed = new Set(saved.changes.map(({ address }) => address));
  const others = fresh.plan.changes.filter(({ address }) => !reviewed.has(address));
  return new Set(
    others.flatMap(({ address, moved_from: from }) => (from === undefined ? [address] : [address, from])),
  );
}

interface Difference {
  readonly address: string;
  readonly field: string;
  readonly saved: Value | undefined;
  readonly current: Value | undefined;
}

/** Digests of a plan that was made before the state had a key say nothing beside those of the state. */
function isOfAnotherKey({ basis }: Plan, { saved, current }: Difference): boolean {
  return basis.state === 0 && isDigest(saved) && isDigest(current);
}

function changeDifferences(saved: Plan, fresh: Plan): readonly Difference[] {
  const byAddress = new Map(fresh.changes.map((change) => [change.address, change]));
  return saved.changes.flatMap((then) => {
    const now = byAddress.get(then.address);
    if (now === undefined)
      return [{ address: then.address, field: 'action', saved: then.action, current: 'nothing to do' }];
    return differencesOf(then, now);
  });
}

function differencesOf(then: Change, now: Change): readonly Difference[] {
  const { address } = then;
  const differences: Difference[] = [];
  const compare = (field: string, left: Value | undefined, right: Value | undefined): void => {
    if (!sameValue(left, right)) differences.push({ address, field, saved: left, current: right });
  };
  compare('action', then.action, now.action);
  compare('id', then.id, now.id);
  compare('moved_from', then.moved_from, now.moved_from);
  if (then.precondition === 'absent' || now.precondition === 'absent') {
    compare('existence', existence(then), existence(now));
  } else compareEach(then.precondition, now.precondition, compare);
  compareEach(then.after, now.after, compare);
  // A value that differs before and after would be named twice.
  return [...new Map(differences.map((each) => [each.field, each])).values()];
}

function existence({ precondition }: Change): string {
  return precondition === 'absent' ? 'absent' : 'exists';
}

function compareEach(
  then: Change['after'],
  now: Change['after'],
  compare: (field: string, left: Value | undefined, right: Value | undefined) => void,
): void {
  const [left, right] = [new Map(Object.entries(then)), new Map(Object.entries(now))];
  for (const field of new Set([...left.keys(), ...right.keys()]))
    compare(field, left.get(field), right.get(field));
}

/** The figures that the plan's order was computed from: what is active and spends, and the limits. */
function limitDifferences(saved: Plan, fresh: Plan): readonly Difference[] {
  const [then, now] = [new Map(Object.entries(saved.budget)), new Map(Object.entries(fresh.budget))];
  return [...then].flatMap(([address, budget]) => {
    const figures = figuresOf(budget);
    const current = figuresOf(now.get(address));
    return [...figures].flatMap(([field, value]) =>
      current.get(field) === value ? [] : [{ address, field, saved: value, current: current.get(field) }],
    );
  });
}

function figuresOf(budget: Plan['budget'][string] | undefined): ReadonlyMap<string, number> {
  const figures = new Map<string, number>();
  for (const name of ['active_campaigns', 'line_items'] as const) {
    const figure = budget?.[name];
    if (figure === undefined || figure === null) continue;
    figures.set(name, figure.before).set(`${name} limit`, figure.limit);
  }
  for (const [currency, { before }] of Object.entries(budget?.exposure ?? {})) {
    figures.set(`exposure ${currency}`, before);
  }
  return figures;
}

function stale(differences: readonly Difference[]): AdsyncError {
  return new AdsyncError(
    'ADSYNC_PLAN_STALE',
    'what the saved plan was made from has changed; nothing was sent',
    {
      lines: differences.map(
        ({ address, field, saved, current }) =>
          `${address}  ${field}: then ${shown(saved)}, now ${shown(current)}`,
      ),
      remedy: 'Make a new plan with `adsync plan -o FILE`, and look at it again.',
    },
  );
}

function shown(value: Value | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** State changes of the saved changes only: an adoption that was never reviewed must not slip in with them. */
function ownChanges(fresh: PlanResult, strange: ReadonlySet<string>): PlanResult['stateChanges'] {
  return fresh.stateChanges.map((change) => ({
    ...change,
    put: change.put.filter(({ address }) => !strange.has(address)),
    remove: change.remove.filter((address) => !strange.has(address)),
  }));
}
