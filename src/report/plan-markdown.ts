import { counted } from '../diagnostics/counted.ts';
import type { AccountBudget, Plan, SpendingMeasure } from '../schemas/plan.ts';
import { calendarLine, nothingSpent } from './calendar-line.ts';
import { campaignState } from './campaign-words.ts';
import { changeCountsText } from './change-counts.ts';
import { Comment } from './comment.ts';
import { concernTitles, type WorryingChange, worryingChanges } from './concern.ts';
import { givenConsents } from './consent-words.ts';
import { fenced, fitting, inlineCode, oneLine } from './markdown-text.ts';
import { changesMarkdown } from './plan-changes-markdown.ts';
import { otherCounts, requestsText } from './plan-summary.ts';
import { policySentences } from './policy-words.ts';
import { showMoney } from './show-value.ts';
import {
  dayOfAmounts,
  otherDaysWords,
  othersWords,
  percentOfSpending,
  uncappedWords,
  unchangedWords,
} from './spending-words.ts';
import { plainStyle } from './style.ts';
import { violationText } from './violation-text.ts';

/**
 * The plan as a comment on a pull request: what it does in one line, what stands against it, what to look at first, the
 * figures of each account, all changes folded, and the digest that an approval is bound to. Always shorter than
 * `commentLimit`; what does not fit is counted, and the worst is kept. Names from outside stand in code only, where
 * nothing in them is obeyed.
 */
export function planMarkdown(plan: Plan): string {
  const last = `Effect ${inlineCode(plan.effect)}: an approval of this plan holds for exactly this effect.`;
  const comment = new Comment(last.length + 2);
  comment.add(`### ${heading(plan)}`);
  comment.add(`${otherCounts(plan)}. ${requestsText(plan)}`);
  comment.add(refusals(plan, comment.room(0.25)));
  comment.add(notes(plan, comment.room(0.06)));
  comment.addTable(
    '#### Look at these first',
    ['', 'resource', 'what happens', 'why'],
    worryingChanges(plan).map(worryingRow),
    { share: 0.3, noun: 'changes like these' },
  );
  comment.addTable(
    '#### Spending and limits',
    ['account', 'spending a day', 'highest on the way', 'campaigns'],
    Object.entries(plan.budget).flatMap(([key, budget]) => budgetRows(key, budget)),
    { share: 0.12, noun: 'rows' },
  );
  comment.add(changesMarkdown(plan, comment.room()));
  return comment.close(last);
}

function heading(plan: Plan): string {
  const title = plan.command === 'destroy' ? 'adsync plan to destroy' : 'adsync plan';
  const does = plan.changes.length === 0 ? 'nothing to change' : changeCountsText(plan);
  return `${title}: ${plan.violations.length === 0 ? '' : 'refused, '}${does}`;
}

function refusals({ violations }: Plan, room: number): string {
  if (violations.length === 0) return '';
  const [title = '', ...lines] = violationText(violations, plainStyle).map((line) => oneLine(line).trimEnd());
  const { shown, left } = fitting(trimmed(lines), room - 200, (line) => line.length);
  const more = left === 0 ? [] : [`… and ${counted(left, 'more line')}, left out here.`];
  return [`**${title}**`, fenced(shown, 'text'), ...more].join('\n\n');
}

function trimmed(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line !== '');
  const to = lines.findLastIndex((line) => line !== '');
  return lines.slice(Math.max(0, from), to + 1);
}

function notes(plan: Plan, room: number): string {
  const { resolved, left_out: leftOut = [] } = plan;
  const lines = [
    ...policySentences(plan).map(
      (parts) => `- ${parts.map(({ text, isCode }) => (isCode ? inlineCode(text) : text)).join('')}`,
    ),
    ...resolved.map(
      ({ address, outcome }) => `- Left open by an earlier run: ${inlineCode(address)} ${outcome}.`,
    ),
    ...leftOut.map(
      ({ address, because }) =>
        `- Left out: ${inlineCode(address)} cannot be done without ${inlineCode(because)}, which is excluded.`,
    ),
    ...givenConsents(plan).map(({ option, note }) => `- With consent: ${inlineCode(option)}${note}`),
  ];
  const { shown, left } = fitting(lines, room - 60, (line) => line.length);
  return [...shown, ...(left === 0 ? [] : [`- … and ${left.toLocaleString('en-US')} more.`])].join('\n');
}

function worryingRow({ change, concern, lines }: WorryingChange): readonly string[] {
  const whats = lines.slice(0, 4).map(({ sign, name, text, percent }) => {
    const field = name === '' ? '' : `${name} `;
    return inlineCode(`${sign} ${field}${text}${percent === '' ? '' : ` ${percent}`}`);
  });
  // What the document alone changes is said once, and not field by field.
  const whys = [...new Set(lines.map(({ why }) => why).filter((why) => why !== '' && why !== 'config'))];
  const { takes_along: own = [], others_along: others = [] } = change;
  const along = [
    ...(own.length === 0 ? [] : [counted(own.length, 'resource')]),
    ...(others.length === 0 ? [] : [`${others.length} not managed by this plan`]),
  ];
  return [
    concernTitles[concern],
    `${inlineCode(change.address)}<br>${inlineCode(change.name)}`,
    [...whats, ...(along.length === 0 ? [] : [`takes along ${along.join(', ')}`])].join('<br>'),
    whys.length === 0 ? 'the document asks for it' : whys.slice(0, 3).map(inlineCode).join('<br>'),
  ];
}

function budgetRows(key: string, budget: AccountBudget): readonly (readonly string[])[] {
  const active = budget.active_campaigns === null ? 'not counted' : activeText(budget.active_campaigns);
  if (budget.exposure === null) return [[inlineCode(key), 'not counted', '', active]];
  const rows = Object.entries(budget.exposure).map(([currency, measure], index) => [
    inlineCode(key),
    spendingCell(measure, currency),
    inlineCode(showMoney(measure.peak, currency)),
    index === 0 ? active : '',
  ]);
  return rows.length > 0 ? rows : [[inlineCode(key), nothingSpent, '', active]];
}

function spendingCell(measure: SpendingMeasure, currency: string): string {
  const show = (amount: number): string => inlineCode(showMoney(amount, currency));
  const uncapped = uncappedWords(measure);
  const calendar = calendarLine(measure);
  const words = [
    spendingStep(measure, currency),
    othersWords(measure, show),
    otherDaysWords(measure, show),
  ].filter((part) => part !== '');
  return [
    words.join(', '),
    uncapped === '' ? '' : `, **${uncapped}**`,
    calendar === undefined ? '' : `<br>after the plan: ${calendar}`,
  ].join('');
}

function spendingStep(measure: SpendingMeasure, currency: string): string {
  const { before, after } = measure;
  const day = dayOfAmounts(measure) === 'a day' ? '' : ' on the highest day';
  if (before === after) return `${inlineCode(showMoney(after, currency))}${day} ${unchangedWords(measure)}`;
  const percent = percentOfSpending(measure);
  const step = `${inlineCode(showMoney(before, currency))} → ${inlineCode(showMoney(after, currency))}${day}`;
  return percent === '' ? step : `${step} (${percent})`;
}

function activeText(campaigns: NonNullable<AccountBudget['active_campaigns']>): string {
  const { before, after, limit } = campaigns;
  const figure = before === after ? `${after}` : `${before} → ${after}`;
  return `${figure} of ${limit.toLocaleString('en-US')} ${campaignState(campaigns)}`;
}
