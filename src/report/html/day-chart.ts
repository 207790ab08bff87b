import { formatMoney } from '../../schemas/micro-units.ts';
import type { PlanSpending } from '../view/plan-view.ts';
import { type Html, html, verbatim } from './html.ts';

const [width, height] = [360, 86];
const [top, base] = [20, 66];
const dayMs = 86_400_000;
/** Steps that the text alternative tells one by one. */
const toldSteps = 12;

type Calendar = NonNullable<PlanSpending['calendar']>;
type Step = Calendar['days'][number];

/** Where days and amounts stand in the picture. */
interface Scale {
  readonly x: (day: string) => number;
  readonly y: (amount: number) => number;
  /** Where the last step ends. */
  readonly end: number;
}

/**
 * What can be spent day by day as SVG: before the plan as an outline, after it filled. The axis names the first day and
 * the last one, a mark the highest after the plan. Empty where there is never anything to be spent.
 */
export function dayChart(calendar: Calendar, title: string): Html {
  const { days } = calendar;
  const [first] = days;
  const most = Math.max(...days.flatMap(({ before, after }) => [before, after]));
  if (first === undefined || most === 0) return html``;
  const scale = scaleFor(days, first, most);
  return html`<svg class="days" viewBox="0 0 ${width} ${height}" role="img" focusable="false"><title>${title}</title>
<desc>${alternative(days)}</desc>
<path class="days-after" d="${outline(days, 'after', scale)}"/>
<path class="days-before" d="${outline(days, 'before', scale)}"/>
<line class="days-base" x1="0" x2="${width}" y1="${base}" y2="${base}"/>
${highestMark(calendar, scale)}
<text x="0" y="${base + 15}">${first.from}</text>${lastDay(days, first)}</svg>`;
}

/** The last step has no end where something is still spent: it is then shown for a while. */
function scaleFor(days: readonly Step[], first: Step, most: number): Scale {
  const begin = numberOf(first.from);
  const last = numberOf(days.at(-1)?.from ?? first.from);
  const shown = isEndless(days) ? Math.max(1, Math.ceil((last - begin) * 0.15)) : 0;
  const span = Math.max(1, last + shown - begin);
  return {
    x: (day) => rounded(((numberOf(day) - begin) / span) * width),
    y: (amount) => rounded(base - (amount / most) * (base - top)),
    end: width,
  };
}

/** A line along the steps, from the axis and back to it; an outline that has no end is left open there. */
function outline(days: readonly Step[], side: 'before' | 'after', { x, y, end }: Scale): string {
  const steps = days.map((step, index) => {
    const next = days[index + 1];
    return `V${y(step[side])}H${next === undefined ? end : x(next.from)}`;
  });
  const isOpen = side === 'before' && (days.at(-1)?.before ?? 0) > 0;
  return `M0 ${base}${steps.join('')}${isOpen ? '' : `V${base}`}`;
}

function highestMark({ highest, highest_on: day }: Calendar, { x, y }: Scale): Html {
  if (day === null) return html``;
  const at = verbatim(String(x(day)));
  const place = x(day) < width / 3 ? 'start' : x(day) > (width * 2) / 3 ? 'end' : 'middle';
  return html`<line class="days-highest" x1="${at}" x2="${at}" y1="${top - 5}" y2="${verbatim(String(y(highest)))}"/>
<text x="${at}" y="${top - 9}" text-anchor="${place}">highest ${formatMoney(highest)} on ${day}</text>`;
}

function lastDay(days: readonly Step[], first: Step): Html {
  const last = days.at(-1)?.from ?? first.from;
  const day = isEndless(days) ? 'without end' : dayBefore(last);
  // A calendar of one day has its name already.
  return day === first.from
    ? html``
    : html`<text x="${width}" y="${base + 15}" text-anchor="end">${day}</text>`;
}

function alternative(days: readonly Step[]): string {
  const told = days
    .slice(0, toldSteps)
    .map(
      ({ from, before, after }) =>
        `From ${from}: ${formatMoney(after)} after the plan, ${formatMoney(before)} before.`,
    );
  const left = days.length - told.length;
  return [...told, ...(left === 0 ? [] : [`${left} more changes until ${days.at(-1)?.from ?? ''}.`])].join(
    ' ',
  );
}

function isEndless(days: readonly Step[]): boolean {
  const last = days.at(-1);
  return last !== undefined && last.before + last.after > 0;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
}

/** Days since 1970. */
function numberOf(day: string): number {
  return Date.parse(day) / dayMs;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
