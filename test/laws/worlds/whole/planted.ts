import type { PlanInput, PlanResult } from '../../../../src/planner/plan.ts';
import type { AccountLimits } from '../../../../src/schemas/desired.ts';
import { placeOf } from '../../../../src/schemas/home.ts';
import type { LiveRecord } from '../../../../src/schemas/live-record.ts';
import type {
  Calendar,
  Plan,
  PlannedOperation,
  SpendingMeasure,
  Step,
} from '../../../../src/schemas/plan.ts';
import type { Planted } from './judge.ts';
import { ownProject } from './whole-files.ts';

type Measure = (measure: SpendingMeasure) => SpendingMeasure;

/** The plan with other steps. */
function steps(change: (steps: readonly Step[], plan: Plan) => readonly Step[]): Planted {
  return {
    result: (result) => ({
      ...result,
      plan: { ...result.plan, steps: [...change(result.plan.steps, result.plan)] },
    }),
  };
}

/** The plan without some operations, which nothing requires any more. */
function without(drops: (operation: PlannedOperation, plan: Plan) => boolean): Planted {
  return steps((all, plan) => {
    const dropped = new Set(
      all
        .flatMap(({ operations }) => operations)
        .filter((operation) => drops(operation, plan))
        .map(({ operation }) => operation),
    );
    return all.map((step) => ({
      ...step,
      operations: step.operations
        .filter(({ operation }) => !dropped.has(operation))
        .map((each) => ({ ...each, requires: each.requires.filter((number) => !dropped.has(number)) })),
    }));
  });
}

function operations(change: (operation: PlannedOperation, plan: Plan) => PlannedOperation): Planted {
  return steps((all, plan) =>
    all.map((step) => ({ ...step, operations: step.operations.map((each) => change(each, plan)) })),
  );
}

/** The plan with other figures of what can be spent. */
function spending(change: Measure): Planted {
  return exposures((all) =>
    Object.fromEntries(Object.entries(all).map(([each, measure]) => [each, change(measure)])),
  );
}

/** The plan with other calendars. */
function calendars(change: (told: Calendar) => Calendar): Planted {
  return spending((measure) => {
    const { calendar } = measure;
    return calendar === undefined ? measure : { ...measure, calendar: change(calendar) };
  });
}

function exposures(
  change: (all: Record<string, SpendingMeasure>) => Record<string, SpendingMeasure>,
): Planted {
  return {
    result: (result): PlanResult => {
      const budget = Object.entries(result.plan.budget).map(
        ([key, { exposure, ...rest }]) =>
          [key, { ...rest, exposure: exposure === null ? null : change(exposure) }] as const,
      );
      return { ...result, plan: { ...result.plan, budget: Object.fromEntries(budget) } };
    },
  };
}

/** What the planner is shown of the platform. */
function shown(keep: (record: LiveRecord, input: PlanInput) => LiveRecord | undefined): Planted {
  return {
    input: (input) => ({
      ...input,
      live: input.live.map((account) => ({
        ...account,
        records: account.records.flatMap((record) => keep(record, input) ?? []),
      })),
    }),
  };
}

/** What the planner is told of the limits of the account. */
function limits(change: (given: AccountLimits) => AccountLimits): Planted {
  return {
    input: (input) => {
      const { document } = input;
      const accounts = document.accounts.map((each) => ({ ...each, limits: change(each.limits) }));
      return { ...input, document: { ...document, accounts } };
    },
  };
}

/** Files that the planner takes for read, by their places. */
function read(places: (input: PlanInput) => readonly string[]): Planted {
  return {
    input: (input) => {
      const { document } = input;
      const files = [...document.places.files, ...places(input)];
      return { ...input, document: { ...document, places: { ...document.places, files } } };
    },
  };
}

function isOurs({ id }: LiveRecord, { entries }: PlanInput): boolean {
  return entries.some((entry) => entry.id === id);
}

function setsStatus({ operation_type: type, params }: PlannedOperation, status: string): boolean {
  return type === 'Update' && params['entity_status'] === status;
}

function oneByOne(step: Step): Step {
  const { atomic, ...alone } = step;
  return atomic === true ? alone : step;
}

/** Bugs around the planner, by name. */
export const plantedBugs: Readonly<Record<string, Planted>> = {
  'nothing requires anything': operations((each) => ({ ...each, requires: [] })),
  'claims that do not wait for releases': steps((all) => {
    const releases = all.filter(({ effect }) => effect === 'release');
    const [before, freeing] = [
      new Set(releases.map(({ step }) => step)),
      new Set(releases.flatMap((step) => step.operations.map(({ operation }) => operation))),
    ];
    return all.map((step) =>
      step.effect === 'claim'
        ? {
            ...step,
            after: step.after.filter((each) => !before.has(each)),
            operations: step.operations.map((each) => ({
              ...each,
              requires: each.requires.filter((number) => !freeing.has(number)),
            })),
          }
        : step,
    );
  }),
  'a set cut in half': without(
    ({ address }, { steps: all }) =>
      address ===
      all
        .flatMap((step) => step.operations)
        .filter((each) => each.operation_type === 'Create')
        .findLast((each) => each.address.includes('/targeting/'))?.address,
  ),
  'a set changed one by one': steps((all) => all.map(oneByOne)),
  'a currency left out of the figures': exposures((all) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== 'EUR')),
  ),
  'flights counted as if every day': shown((record) => {
    const always = { start_time: null, end_time: null };
    return record.kind === 'line_item' ? { ...record, fields: { ...record.fields, ...always } } : record;
  }),
  'line items of other people not counted': shown((record, input) =>
    record.kind === 'line_item' && !isOurs(record, input) ? undefined : record,
  ),
  'a part planned as if it were alone': shown((record, input) =>
    input.targets.length > 0 && record.kind === 'campaign' && !isOurs(record, input) ? undefined : record,
  ),
  'defaults in place of carried values': operations((each, { changes }) => {
    const carried = changes.find(({ address }) => address === each.address)?.carried;
    if (carried === undefined || each.operation_type !== 'Create') return each;
    const params = Object.entries(each.params).filter(([wire]) => !(wire in carried));
    return { ...each, params: Object.fromEntries(params) };
  }),
  'no pause on the way': without(
    (each, { steps: all }) =>
      setsStatus(each, 'PAUSED') &&
      all.some((step) =>
        step.operations.some((other) => other.address === each.address && setsStatus(other, 'ACTIVE')),
      ),
  ),
  'a pause before the end left out': without(
    (each, { steps: all }) =>
      setsStatus(each, 'PAUSED') &&
      all.some((step) =>
        step.operations.some((other) => other.address === each.address && other.operation_type === 'Delete'),
      ),
  ),
  'created ACTIVE at once': operations((each) =>
    each.operation_type === 'Create' && each.params['entity_status'] === 'PAUSED'
      ? { ...each, params: { ...each.params, entity_status: 'ACTIVE' } }
      : each,
  ),
  'the peak told as before': spending((measure) => ({ ...measure, peak: measure.before })),
  'before and after told the other way round': spending((measure) => ({
    ...measure,
    before: measure.after,
    after: measure.before,
  })),
  'a policy held against the highest day alone': {
    result: (result) => ({
      ...result,
      plan: {
        ...result.plan,
        violations: result.plan.violations.filter(
          ({ rule, message }) => rule !== 'max_daily_budget' || !/ on \d{4}-\d{2}-\d{2}, /.test(message),
        ),
      },
    }),
  },
  'today told as the highest day': spending((measure) => ({
    ...measure,
    after: measure.calendar?.today ?? 0,
  })),
  'a day too few committed': calendars((told) => ({
    ...told,
    committed: told.committed === null ? null : Math.max(0, told.committed - told.highest),
  })),
  'an end told where there is none': calendars((told) => ({ ...told, until: told.until ?? told.highest_on })),
  'the highest day told as the first': calendars((told) => ({
    ...told,
    highest_on: told.highest_on === null ? null : (told.days[0]?.from ?? null),
  })),
  'a day of the calendar left out': calendars((told) => ({ ...told, days: told.days.slice(0, 2) })),
  'the share of others left out': spending(({ others: _others, ...measure }) => measure),
  'uncapped told as none': spending((measure) => ({ ...measure, uncapped: 0 })),
  'a consent that nobody gave': {
    input: (input) => ({ ...input, consents: { ...input.consents, undoDrift: ['acme'] } }),
  },
  'ignored fields compared': {
    input: ({ document, ...input }) => ({
      ...input,
      document: {
        ...document,
        resources: document.resources.map((resource) => ({
          ...resource,
          lifecycle: { ...resource.lifecycle, ignoreChanges: [] },
        })),
      },
    }),
  },
  'when something was changed not looked at': shown((record) => ({ ...record, updatedAt: undefined })),
  'files read that were not': read(() =>
    ['a.yaml', 'b.yaml'].map((file) => placeOf({ project: ownProject, file })),
  ),
  'a file that is gone taken for an empty one': read(({ otherFiles }) =>
    [...(otherFiles ?? [])].flatMap(([place, { standing }]) => (standing === 'gone' ? [place] : [])),
  ),
  'an address taken over': {
    input: (input) => ({ ...input, consents: { ...input.consents, override: ['other_file'] } }),
  },
  'files that are there not looked for': {
    input: (input) => ({ ...input, otherFiles: new Map() }),
  },
  'projects not told apart': {
    input: ({ entries, ...input }) => ({
      ...input,
      entries: entries.map((entry) => ({ ...entry, project: ownProject })),
    }),
  },
  'a refusal that does not say where': {
    result: (result) => ({
      ...result,
      plan: {
        ...result.plan,
        violations: result.plan.violations.map((each) => ({ ...each, message: 'another file' })),
      },
    }),
  },
  'what was applied to a field that was left out forgotten': {
    input: ({ entries, ...input }) => ({
      ...input,
      entries: entries.map((entry) => ({ ...entry, noLongerManaged: undefined })),
    }),
  },
  'paused campaigns not counted where the limit counts them': limits((given) => ({
    ...given,
    count: 'active',
  })),
  'a limit of line items taken for none': limits((given) => ({ ...given, lineItems: undefined })),
  'more line items allowed than are declared': limits((given) => ({
    ...given,
    lineItems: given.lineItems === undefined ? undefined : given.lineItems + 1,
  })),
  'a saved plan that is never stale': { differences: () => [] },
  'a saved plan held against its changes alone': {
    differences: (found) => found.filter(({ address }) => address !== 'acme'),
  },
  'a saved plan held against before and after, and not against peak and days': {
    differences: (found) =>
      found.filter(({ address, field }) => address !== 'acme' || / (?:before|after)$/.test(field)),
  },
  'a saved plan held against the figures of one currency': {
    differences: (found) => found.filter(({ currency }) => currency !== 'EUR'),
  },
  'an exclusion forgotten': { input: (input) => ({ ...input, excludes: [] }) },
  'a change that the plan does not tell': {
    result: (result) => ({
      ...result,
      plan: {
        ...result.plan,
        changes: result.plan.changes.filter(({ action }) => action !== 'delete'),
      },
    }),
  },
  'state changes that are not recorded': { result: (result) => ({ ...result, stateChanges: [] }) },
};
