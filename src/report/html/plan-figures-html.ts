import { printable } from '../../diagnostics/display-text.ts';
import type { CountFigure } from '../view/figures.ts';
import { phraseText } from '../view/phrase.ts';
import type { PlanFigures, PlanSpending, PlanView } from '../view/plan-view.ts';
import { dayChart } from './day-chart.ts';
import { figuresSection } from './figures-section.ts';
import { gauge } from './gauge.ts';
import { type Html, html } from './html.ts';

/** What each account can spend a day and how many campaigns count against its limit: before, after, and at the highest on the way. */
export function budgetSection({ accounts }: PlanView): Html {
  const hasDays = accounts.some(({ spending }) => spending.some(({ calendar }) => calendar !== undefined));
  return figuresSection(accounts, {
    spending: spendingCell,
    campaigns: campaignsCell,
    key: {
      now: 'after',
      before: 'before',
      peak: 'highest on the way',
      limit: 'limit',
      ...(hasDays ? { outline: 'before, by day' } : {}),
    },
  });
}

function spendingCell(spending: PlanSpending, { account }: PlanFigures): Html {
  const { before, after, peak, percent, unchanged, uncapped, isChanged, isHigherOnTheWay } = spending;
  const day = spending.day === 'a day' ? '' : ` ${spending.day}`;
  const step = isChanged
    ? html`${before.money} → ${after.money}${day}${percent === '' ? '' : ` (${percent})`}`
    : html`${after.money}${day}<span class="quiet"> · ${unchanged}</span>`;
  const way = isHigherOnTheWay
    ? html` · <span class="bad">up to ${peak.money} on the way</span>`
    : html`<span class="quiet"> · never more on the way</span>`;
  const share = besides(phraseText(spending.byOthers));
  const elsewhere = besides(phraseText(spending.elsewhere));
  const open = uncapped === '' ? html`` : html` · <strong class="bad">${uncapped}</strong>`;
  const bar = gauge({ now: after.micro, before: before.micro, peak: peak.micro, limit: null });
  return html`${step}${share}${way}${elsewhere}${open}${bar}${days(account, spending)}`;
}

/** Words that stand beside others on a line; nothing where there are none. */
function besides(words: string): Html {
  return words === '' ? html`` : html` · ${words}`;
}

/** What can be spent by day, in words and as a picture. */
function days(account: string, { currency, line = '', calendar }: PlanSpending): Html {
  if (calendar === undefined) return html``;
  const title = `What ${printable(account)} can spend day by day in ${printable(currency)}`;
  return html`<div class="below">after the plan: ${line}</div>${dayChart(calendar, title)}`;
}

function campaignsCell(campaigns: CountFigure, { lineItems }: PlanFigures): Html {
  const items =
    lineItems === undefined ? html`` : html`<div class="below">line items ${filled(lineItems)}</div>`;
  return html`${filled(campaigns)}${items}`;
}

function filled({ before, now, peak, limit, state }: CountFigure): Html {
  const step = before === now ? html`${now}` : html`${before} → ${now}`;
  const way =
    peak > Math.max(before, now) ? html`<span class="quiet"> · up to ${peak} on the way</span>` : html``;
  return html`${step} of ${limit} ${state}${way}${gauge({ now, before, peak, limit })}`;
}

/** The requests that apply sends, counted by endpoint in the order in which they first come. */
export function requestSection({ endpoints, requests: sent }: PlanView): Html {
  if (sent === 0) return html``;
  const rows = endpoints.map(
    ({ endpoint, requests, operations }) =>
      html`<tr><th scope="row"><code>${endpoint}</code></th><td class="number">${requests}</td><td class="number">${operations}</td></tr>`,
  );
  return html`<section aria-labelledby="requests-title"><h2 id="requests-title">${sent === 1 ? 'One request' : html`${sent} requests`}</h2>
<table class="rows" aria-label="Requests by endpoint">
<thead><tr><th scope="col">Endpoint</th><th scope="col">Requests</th><th scope="col">Operations</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}
