import { printable } from '../../diagnostics/display-text.ts';
import { notCounted, nothingSpent } from '../view/figures.ts';
import { phraseText } from '../view/phrase.ts';
import type { PlanFigures, PlanSpending, PlanView } from '../view/plan-view.ts';

/**
 * The closing lines of a plan: what it does in one sentence, the figures of each account on a line, below them its days
 * where the plan changes anything in the account, and the requests to come. Days that differ from those of the same plan
 * as it was saved stand beside them, with dates.
 */
export function planSummary({ counts, does, others, accounts, sends }: PlanView): readonly string[] {
  if (counts.length === 0) return [`Nothing to change: ${others}.`];
  const figures = accounts.flatMap((each) =>
    each.isTouched
      ? [`${printable(each.account)}: ${figuresText(each, spendingText)}.`, ...daysTexts(each)]
      : [`${printable(each.account)}, which the plan does not touch: ${figuresText(each, standingText)}.`],
  );
  return [`Plan: ${does}. ${others}.`, ...figures, sends];
}

function figuresText(
  { campaigns, lineItems, spending, noSpending }: PlanFigures,
  textOf: (spending: PlanSpending) => string,
): string {
  const none = noSpending === notCounted ? `daily spending ${noSpending}` : noSpending;
  const counts = [campaigns ?? [], lineItems ?? []].flat();
  return [
    ...(spending.length === 0 ? [none] : spending.map(textOf)),
    ...(campaigns === null ? [`campaigns ${notCounted}`] : []),
    ...counts.map(({ step, limit, noun }) => `${step} of ${limit} ${noun}`),
  ].join('; ');
}

function daysTexts({ account, days }: PlanFigures): readonly string[] {
  return days.flatMap(({ currency, line, saved }) => {
    const unit = currency === '' ? 'an unknown currency' : printable(currency);
    const label = `${printable(account)} in ${unit}, after the plan`;
    if (saved === undefined) return [`${label}: ${line}.`];
    return [
      `${label}, counted on ${saved.now}: ${line}.`,
      `${label}, counted on ${saved.on} when the plan was saved: ${saved.line}.`,
    ];
  });
}

/** What a plan makes of what can be spent. */
function spendingText(spending: PlanSpending): string {
  const { before, after, peak, day, percent, unchanged, uncapped } = spending;
  const step = spending.isChanged
    ? `${before.number} → ${after.money} ${day}`
    : `${after.money} ${day} ${unchanged}`;
  return joined(
    `${step}${percent === '' ? '' : ` (${percent})`}`,
    phraseText(spending.byOthers),
    spending.isHigherOnTheWay ? `up to ${peak.money} on the way` : 'never more on the way',
    phraseText(spending.elsewhere),
    uncapped,
  );
}

/** What can be spent in an account that the plan does not touch. */
function standingText({ after, day, byOthers, uncapped }: PlanSpending): string {
  const text = joined(after.micro === 0 ? '' : `${after.money} ${day}`, phraseText(byOthers), uncapped);
  return text === '' ? nothingSpent : text;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
