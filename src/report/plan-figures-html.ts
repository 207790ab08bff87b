import { printable } from '../diagnostics/display-text.ts';
import type { AccountBudget, Plan, SpendingMeasure, Step } from '../schemas/plan.ts';
import { calendarLine, nothingSpent } from './calendar-line.ts';
import { campaignState } from './campaign-words.ts';
import { dayChart } from './html/day-chart.ts';
import { gauge, gaugeKey } from './html/gauge.ts';
import { type Html, html } from './html/html.ts';
import { showMoney } from './show-value.ts';
import {
  dayOfAmounts,
  otherDaysWords,
  othersWords,
  percentOfSpending,
  uncappedWords,
  unchangedWords,
} from './spending-words.ts';

/** What each account can spend a day and how many campaigns count against its limit: before, after, and at the highest on the way. */
export function budgetSection({ budget }: Plan): Html {
  const rows = Object.entries(budget).flatMap(([key, figures]) => budgetRows(key, figures));
  if (rows.length === 0) return html``;
  const hasDays = Object.values(budget).some(({ exposure }) =>
    Object.values(exposure ?? {}).some(({ calendar }) => calendar !== undefined),
  );
  return html`<section aria-labelledby="budget-title"><h2 id="budget-title">Spending and limits</h2>
<table class="cards rows" aria-label="What can be spent a day, and how many campaigns count against the limit, by account">
<thead><tr><th scope="col">Account</th><th scope="col">Spending a day</th><th scope="col">Campaigns</th></tr></thead>
<tbody>${rows}</tbody></table>
${gaugeKey({ now: 'after', before: 'before', peak: 'highest on the way', limit: 'limit', ...(hasDays ? { outline: 'before, by day' } : {}) })}</section>`;
}

function budgetRows(key: string, budget: AccountBudget): readonly Html[] {
  const { exposure } = budget;
  const spending = Object.entries(exposure ?? {}).map(([currency, measure]) =>
    spendingCell(key, currency, measure),
  );
  const none = html`<td class="quiet" data-label="Spending a day">${exposure === null ? 'not counted' : nothingSpent}</td>`;
  return (spending.length === 0 ? [none] : spending).map(
    (cell, index) =>
      html`<tr><th scope="row"><code>${key}</code></th>${cell}${index === 0 ? activeCell(budget) : html`<td class="blank"></td>`}</tr>`,
  );
}

function spendingCell(key: string, currency: string, measure: SpendingMeasure): Html {
  const { before, after, peak } = measure;
  const [percent, uncapped] = [percentOfSpending(measure), uncappedWords(measure)];
  const day = dayOfAmounts(measure) === 'a day' ? '' : ' on the highest day';
  const step =
    before === after
      ? html`${showMoney(after, currency)}${day}<span class="quiet"> · ${unchangedWords(measure)}</span>`
      : html`${showMoney(before, currency)} → ${showMoney(after, currency)}${day}${percent === '' ? '' : ` (${percent})`}`;
  const way =
    peak > Math.max(before, after)
      ? html` · <span class="bad">up to ${showMoney(peak, currency)} on the way</span>`
      : html`<span class="quiet"> · never more on the way</span>`;
  const show = (amount: number): string => showMoney(amount, currency);
  const share = besides(othersWords(measure, show));
  const elsewhere = besides(otherDaysWords(measure, show));
  const open = uncapped === '' ? html`` : html` · <strong class="bad">${uncapped}</strong>`;
  return html`<td class="number" data-label="Spending a day">${step}${share}${way}${elsewhere}${open}${gauge({ now: after, before, peak, limit: null })}${days(key, currency, measure)}</td>`;
}

/** Words that stand beside others on a line; nothing where there are none. */
function besides(words: string): Html {
  return words === '' ? html`` : html` · ${words}`;
}

/** What can be spent by day, in words and as a picture. */
function days(key: string, currency: string, measure: SpendingMeasure): Html {
  const { calendar } = measure;
  if (calendar === undefined) return html``;
  const title = `What ${printable(key)} can spend day by day in ${printable(currency)}`;
  return html`<div class="below">after the plan: ${calendarLine(measure) ?? ''}</div>${dayChart(calendar, title)}`;
}

function activeCell({ active_campaigns: campaigns, line_items: lineItems }: AccountBudget): Html {
  const label = 'Campaigns';
  if (campaigns === null) return html`<td class="quiet" data-label="${label}">not counted</td>`;
  const items =
    lineItems === undefined
      ? html``
      : html`<div class="below">line items ${filled(lineItems, 'active')}</div>`;
  return html`<td class="number" data-label="${label}">${filled(campaigns, campaignState(campaigns))}${items}</td>`;
}

function filled(figure: NonNullable<AccountBudget['line_items']>, state: string): Html {
  const { before, after, peak, limit } = figure;
  const step =
    before === after ? html`${after} of ${limit} ${state}` : html`${before} → ${after} of ${limit} ${state}`;
  const way =
    peak > Math.max(before, after) ? html`<span class="quiet"> · up to ${peak} on the way</span>` : html``;
  return html`${step}${way}${gauge({ now: after, before, peak, limit })}`;
}

/** The requests that apply sends, counted by endpoint in the order in which they first come. */
export function requestSection({ steps }: Plan): Html {
  if (steps.length === 0) return html``;
  const rows = [...Map.groupBy(steps, endpointOf)].map(([endpoint, own]) => {
    const operations = own.reduce((sum, step) => sum + step.operations.length, 0);
    return html`<tr><th scope="row"><code>${endpoint}</code></th><td class="number">${own.length}</td><td class="number">${operations}</td></tr>`;
  });
  const requests = steps.length === 1 ? 'One request' : html`${steps.length} requests`;
  return html`<section aria-labelledby="requests-title"><h2 id="requests-title">${requests}</h2>
<table class="rows" aria-label="Requests by endpoint">
<thead><tr><th scope="col">Endpoint</th><th scope="col">Requests</th><th scope="col">Operations</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** Method and path, with a word in place of the record's id. */
function endpointOf({ method, path, batch, operations }: Step): string {
  const id = operations[0]?.id ?? ':id';
  return `${method} ${!batch && path.endsWith(`/${id}`) ? `${path.slice(0, -id.length)}:id` : path}`;
}
