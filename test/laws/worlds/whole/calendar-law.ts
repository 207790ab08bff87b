import type { Calendar } from '../../../../src/schemas/plan.ts';
import type { Recount } from './recount-figures.ts';
import type { Situation, Trial } from './trial.ts';

const dayMs = 86_400_000;
const endless = Number.POSITIVE_INFINITY;
const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Every day of the plan's calendar is as a recount has it, with the first highest one, and what is committed until when. */
export function calendar({ result, before, after }: Trial): readonly string[] {
  return Object.entries(result.plan.budget['acme']?.exposure ?? {}).flatMap(([currency, measure]) => {
    const told = measure.calendar;
    if (told === undefined) return [];
    const different = [
      ...differentSums(told, after.figures, currency),
      ...differentDays(told, { before: before.figures, after: after.figures }, currency),
    ];
    return different.map((what) => `${currency} ${what}`);
  });
}

/** What the plan says of the share of others on the highest day is as a recount of the records of nobody has it. */
export function shareOfOthers({ result, before, after }: Trial): readonly string[] {
  const known = new Set([...before.entries, ...after.entries].map(({ id }) => id));
  const counted = ({ figures }: Situation, currency: string): number =>
    figures.onDay(firstHighest(figures, currency), currency, (id) => !known.has(id));
  return Object.entries(result.plan.budget['acme']?.exposure ?? {}).flatMap(([currency, { others }]) => {
    const said = others ?? { before: 0, after: 0 };
    const [was, is] = [counted(before, currency), counted(after, currency)];
    return said.before === was && said.after === is
      ? []
      : [`${currency}: the plan says ${said.before} and ${said.after}, counted ${was} and ${is}`];
  });
}

function firstHighest(figures: Recount, currency: string): number {
  const highest = figures.highest[currency] ?? 0;
  const days = figures.days.toSorted((a, b) => a - b);
  return days.find((day) => figures.onDay(day, currency) === highest) ?? 0;
}

function differentSums(told: Calendar, figures: Recount, currency: string): readonly string[] {
  const { amount, until } = figures.committed[currency] ?? { amount: 0, until: endless };
  const highest = figures.highest[currency] ?? 0;
  return [
    ['highest on', told.highest_on, highest === 0 ? null : dayText(firstHighest(figures, currency))] as const,
    ['committed', told.committed, amount === endless ? null : amount] as const,
    ['until', told.until, until === endless ? null : dayText((until - 1) * dayMs)] as const,
  ].flatMap(([name, said, counted]) =>
    said === counted ? [] : [`${name}: the plan says ${said}, counted ${counted}`],
  );
}

function differentDays(
  told: Calendar,
  { before, after }: { readonly before: Recount; readonly after: Recount },
  currency: string,
): readonly string[] {
  return [...before.days, ...after.days].flatMap((day) => {
    const at = told.days.findLast(({ from }) => from <= dayText(day));
    const [was, is] = [before.onDay(day, currency), after.onDay(day, currency)];
    return at?.before === was && at.after === is
      ? []
      : [`on ${dayText(day)}: the plan says ${at?.before} and ${at?.after}, counted ${was} and ${is}`];
  });
}
