import type { StateEntry } from '../../../../src/schemas/state-entry.ts';
import type { Value, Values } from '../../../../src/schemas/values.ts';
import { bid, daily, total } from '../../../support/worlds/fields.ts';
import { addressNow, declaredAt, type Finding, recordAt, type Situation, type Trial } from './trial.ts';
import type { Plain } from './whole-platform.ts';

const infinite = Number.POSITIVE_INFINITY;
const amountOf = (value: Value): number => (typeof value === 'number' ? value : infinite);

/** How much can be spent with a value, as a number that grows with it; by the judge's own rules. */
const levels: Readonly<Record<string, (value: Value) => number>> = {
  entity_status: (value) => (value === 'ACTIVE' ? 1 : 0),
  [daily]: amountOf,
  [total]: amountOf,
  [bid]: amountOf,
  end_time: (value) => (typeof value === 'string' ? Date.parse(value) : infinite),
  start_time: (value) => (typeof value === 'string' ? -Date.parse(value) : infinite),
};

/** Without consent nothing is left able to spend more than where people left it. */
export function leftByPeople(trial: Trial, now: Situation): readonly Finding[] {
  if (trial.input.consents.undoDrift.length > 0) return [];
  return trial.before.entries
    .filter(({ kind }) => kind === 'campaign' || kind === 'line_item')
    .flatMap((entry) => {
      const was = trial.before.records.get(entry.id);
      const known = appliedBy(trial, entry);
      return successors(trial, now, entry, was).flatMap((is) =>
        raisedIn(known, was?.fields, withMovedBudget(trial, now, was, is)).map((what) => ({
          law: 'consent',
          what: `${entry.address}: ${what}`,
        })),
      );
    });
}

/** The records that stand for what an entry stood for: at its address, and made of the same name by this plan. */
function successors(
  trial: Trial,
  now: Situation,
  entry: StateEntry,
  was: Plain | undefined,
): readonly Plain[] {
  const at = recordAt(now, addressNow(trial, entry.address)) ?? recordAt(now, entry.address);
  if (at !== undefined) return [at];
  const names = new Set([was?.fields['name'], entry.answered['name']]);
  const parent = was?.fields['campaign_id'];
  const payer = was?.fields['funding_instrument_id'] ?? entry.answered['funding_instrument_id'];
  return [...now.records.values()].filter(
    ({ id, kind, fields }) =>
      kind === entry.kind &&
      !trial.before.records.has(id) &&
      names.has(fields['name']) &&
      (kind === 'campaign' ? fields['funding_instrument_id'] === payer : fields['campaign_id'] === parent),
  );
}

/**
 * The values of a record; of a campaign that leaves its budget to its line items by now, the daily one of those together,
 * and of a line item whose campaign has a budget for all of them by now, at most that. A run that was cut short may leave a
 * PAUSED campaign between the two levels, where nothing spends.
 */
function withMovedBudget(trial: Trial, now: Situation, was: Plain | undefined, is: Plain): Values {
  const campaignWas = is.kind === 'campaign' ? was : campaignOf(trial.before, was);
  const campaignIs = is.kind === 'campaign' ? is : campaignOf(now, is);
  const from = campaignWas?.fields['budget_optimization'];
  const to = campaignIs?.fields['budget_optimization'];
  const isMoved = from !== undefined && to !== undefined && from !== to;
  if (!isMoved || (is.kind === 'campaign') === (to === 'CAMPAIGN')) return is.fields;
  if (now !== trial.after && campaignIs?.fields['entity_status'] === 'PAUSED')
    return { ...is.fields, [daily]: was?.fields[daily] ?? null };
  const bound = is.kind === 'campaign' ? togetherBeneath(now, is.id) : ofBoth(campaignIs, is);
  return { ...is.fields, [daily]: Number.isFinite(bound) ? bound : null };
}

function campaignOf({ records }: Situation, lineItem: Plain | undefined): Plain | undefined {
  const id = lineItem?.fields['campaign_id'];
  return typeof id === 'string' ? records.get(id) : undefined;
}

function togetherBeneath({ records }: Situation, campaign: string): number {
  return [...records.values()]
    .filter(({ fields }) => fields['campaign_id'] === campaign && fields['entity_status'] === 'ACTIVE')
    .reduce((sum, { fields }) => sum + amountOf(fields[daily] ?? null), 0);
}

function ofBoth(campaign: Plain | undefined, { fields }: Plain): number {
  return Math.min(amountOf(campaign?.fields[daily] ?? null), amountOf(fields[daily] ?? null));
}

/** What adsync applied; of a field that the document left out for a time, where it declares that again. */
function appliedBy(trial: Trial, { address, id, answered }: StateEntry): Values {
  const declared = declaredAt(trial, addressNow(trial, address))?.fields ?? {};
  const ever = Object.entries(trial.before.everApplied.get(id) ?? {});
  const again = ever.filter(([wire]) => wire in declared);
  return { ...Object.fromEntries(again), ...answered };
}

function raisedIn(known: Values, was: Values | undefined, is: Values): readonly string[] {
  if (was === undefined)
    return is['entity_status'] === 'ACTIVE' ? ['deleted by people, and made anew ACTIVE'] : [];
  return Object.entries(levels).flatMap(([wire, level]) => {
    const [applied, left, stands] = [known[wire], was[wire] ?? null, is[wire] ?? null];
    if (level(stands) <= level(left)) return [];
    const isLowered = applied === undefined ? level(stands) === infinite : level(applied) > level(left);
    return isLowered ? [`${wire} was left at ${JSON.stringify(left)} and is ${JSON.stringify(stands)}`] : [];
  });
}
