import { printable } from '../diagnostics/display-text.ts';
import { formatMoney } from '../schemas/micro-units.ts';
import type { AccountBudget, Plan, SpendingMeasure } from '../schemas/plan.ts';
import { calendarLine, nothingSpent } from './calendar-line.ts';
import { campaignsInState } from './campaign-words.ts';
import { changeCountsText } from './change-counts.ts';
import { showMoney } from './show-value.ts';
import {
  dayOfAmounts,
  otherDaysWords,
  othersWords,
  percentOfSpending,
  uncappedWords,
  unchangedWords,
} from './spending-words.ts';

/**
 * The closing lines of a plan: what it does in one sentence, the figures of each account on a line, below them its days
 * where the plan changes anything in the account, and the requests to come. Days that differ from those of the same plan
 * as it was saved stand beside them, with dates.
 */
export function planSummary(plan: Plan, saved?: Plan): readonly string[] {
  if (plan.changes.length === 0) return [`Nothing to change: ${otherCounts(plan)}.`];
  return [
    `Plan: ${changeCountsText(plan)}. ${otherCounts(plan)}.`,
    ...Object.entries(plan.budget).flatMap(([key, budget]) =>
      isTouched(plan, key)
        ? [`${printable(key)}: ${figures(budget, spending)}.`, ...calendarLines(key, plan, saved)]
        : [`${printable(key)}, which the plan does not touch: ${figures(budget, standing)}.`],
    ),
    requestsText(plan),
  ];
}

/** How many requests apply will send, as a sentence. */
export function requestsText({ steps, violations }: Plan): string {
  if (steps.length === 0) return 'Apply sends no request: it changes the state only.';
  const requests = `${steps.length} request${steps.length === 1 ? '' : 's'}`;
  return violations.length === 0
    ? `Apply sends ${requests}.`
    : `Apply would send ${requests}, were it not refused.`;
}

/** What a plan does not change: `37 unchanged, 3 unmanaged`. */
export function otherCounts({ summary }: Plan): string {
  const others: readonly (readonly [number, string])[] = [
    [summary.unmanaged, 'unmanaged'],
    [summary.out_of_scope, 'out of scope'],
    [summary.unchecked, 'unchecked'],
  ];
  const named = others.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return [`${summary.unchanged} unchanged`, ...named].join(', ');
}

/** True where anything changes in the account of the key, the account itself, or a figure of it. */
function isTouched({ changes, budget }: Plan, key: string): boolean {
  if (changes.some(({ address }) => address.split('/', 1).join('') === key)) return true;
  const { active_campaigns: campaigns, line_items: lineItems, exposure } = budget[key] ?? {};
  return [campaigns ?? [], lineItems ?? [], ...Object.values(exposure ?? {})]
    .flat()
    .some(({ before, after, peak }) => before !== after || peak > after);
}

/** What can be spent in one currency, in words. */
type SpendingWords = (measure: SpendingMeasure, currency: string) => string;

function figures(budget: AccountBudget, wordsOf: SpendingWords): string {
  const { active_campaigns: campaigns, line_items: lineItems, exposure } = budget;
  return [
    exposure === null ? 'daily spending not counted' : spendingOf(exposure, wordsOf),
    campaigns === null ? 'campaigns not counted' : `${filled(campaigns)} ${campaignsInState(campaigns)}`,
    ...(lineItems === undefined ? [] : [`${filled(lineItems)} line items active`]),
  ].join('; ');
}

/** One line for each currency whose days are known; two with dates where the saved plan told them otherwise. */
function calendarLines(key: string, plan: Plan, saved: Plan | undefined): readonly string[] {
  const [now, then] = [daysIn(plan, key), saved === undefined ? undefined : daysIn(saved, key)];
  const currencies = new Set([...now.keys(), ...(then?.keys() ?? [])]);
  return [...currencies].flatMap((currency) => {
    const unit = currency === '' ? 'an unknown currency' : printable(currency);
    const label = `${printable(key)} in ${unit}, after the plan`;
    const [line, earlier] = [now.get(currency) ?? nothingSpent, then?.get(currency) ?? nothingSpent];
    if (saved === undefined || line === earlier) return [`${label}: ${line}.`];
    return [
      `${label}, counted on ${plan.created_at.slice(0, 10)}: ${line}.`,
      `${label}, counted on ${saved.created_at.slice(0, 10)} when the plan was saved: ${earlier}.`,
    ];
  });
}

/** What can be spent day by day, by currency. */
function daysIn({ budget }: Plan, key: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(budget[key]?.exposure ?? {}).flatMap(([currency, measure]) => {
      const line = calendarLine(measure);
      return line === undefined ? [] : [[currency, line] as const];
    }),
  );
}

function spendingOf(exposure: NonNullable<AccountBudget['exposure']>, wordsOf: SpendingWords): string {
  const parts = Object.entries(exposure).map(([currency, measure]) => wordsOf(measure, currency));
  return parts.length === 0 ? nothingSpent : parts.join('; ');
}

/** What a plan makes of what can be spent. */
function spending(measure: SpendingMeasure, currency: string): string {
  const { before, after, peak } = measure;
  const [day, percent] = [dayOfAmounts(measure), percentOfSpending(measure)];
  const step =
    before === after
      ? `${showMoney(after, currency)} ${day} ${unchangedWords(measure)}`
      : `${formatMoney(before)} → ${showMoney(after, currency)} ${day}`;
  const way =
    peak > Math.max(before, after)
      ? `up to ${showMoney(peak, currency)} on the way`
      : 'never more on the way';
  const show = (amount: number): string => showMoney(amount, currency);
  return [
    `${step}${percent === '' ? '' : ` (${percent})`}`,
    othersWords(measure, show),
    way,
    otherDaysWords(measure, show),
    uncappedWords(measure),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** What can be spent in an account that the plan does not touch. */
function standing(measure: SpendingMeasure, currency: string): string {
  const amount = measure.after === 0 ? '' : `${showMoney(measure.after, currency)} ${dayOfAmounts(measure)}`;
  const others = othersWords(measure, (part) => showMoney(part, currency));
  const words = [amount, others, uncappedWords(measure)].filter((part) => part !== '');
  return words.length === 0 ? nothingSpent : words.join(', ');
}

function filled({
  before,
  after,
  limit,
}: {
  readonly before: number;
  readonly after: number;
  readonly limit: number;
}): string {
  return before === after ? `${after} of ${limit}` : `${before} → ${after} of ${limit}`;
}
