import { printable } from '../diagnostics/display-text.ts';
import { accountKeyOf } from '../schemas/address.ts';
import type { DriftBudget, DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { DriftData, DriftField, DriftResource } from './browser/page-data.ts';
import { nothingSpent } from './calendar-line.ts';
import { campaignState } from './campaign-words.ts';
import { type DriftRow, driftRemark, driftRows, driftStates, driftTitles } from './drift-rows.ts';
import { driftScript } from './html/browser-scripts.ts';
import { gauge, gaugeKey } from './html/gauge.ts';
import { type Html, html } from './html/html.ts';
import { listSection, numbered, tiles } from './html/list-section.ts';
import { renderPage } from './html/page.ts';
import { percentBetween, showMoney } from './show-value.ts';
import { uncappedWords } from './spending-words.ts';

/** Rows that are shown where scripts do not run. */
const fallbackRows = 200;

/**
 * The drift report as one page that needs nothing else: the counts, the figures of each account as bars, and every
 * resource with what is declared, was last applied and is live, to be searched and filtered.
 */
export function driftHtml(report: DriftReport): string {
  const rows = driftRows(report);
  const accounts = numbered();
  const kinds = numbered();
  const data: DriftData = {
    states: driftStates.map((state) => driftTitles[state]),
    kinds: kinds.names,
    rows: rows.map((row) => rowData(row, accounts, kinds)),
  };
  const counts = driftStates.map((state) => rows.filter((row) => row.state === state).length);
  const chips = driftStates.flatMap((state, tag) => {
    const count = counts[tag] ?? 0;
    return count === 0 ? [] : [{ tag, title: driftTitles[state], count }];
  });
  const main = html`<header>
<h1>${report.in_sync ? 'In sync' : 'Drift'}</h1>
<p>${report.in_sync ? 'Nothing was changed outside adsync' : 'Somebody changed this outside adsync'} · read at ${report.created_at}</p>
${totals(report)}
</header>
<main>
${budgets(report.budget)}
${listSection({
  title: 'Resources',
  hint: 'name, address, id, field or value',
  chips,
  choices: [
    { part: 'account', title: 'Account', options: accounts.names },
    { part: 'kind', title: 'Kind', options: kinds.names },
  ],
  holder: tableFrame,
  fallback: rows.slice(0, fallbackRows).map(fallbackRow),
})}
${unmanagedSection(report)}
</main>
<footer><p>Made by adsync ${report.adsync_version}. In sync means: as it was last applied.</p></footer>`;
  return renderPage({
    title: `adsync drift ${report.created_at}`,
    main,
    data,
    script: driftScript,
  });
}

const tableFrame = html`<table class="cards" id="rows" aria-label="Resources, the worst first">
<thead><tr><th scope="col">State</th><th scope="col">Resource</th><th scope="col">Field</th><th scope="col">Declared</th><th scope="col">Last applied</th><th scope="col">Live</th></tr></thead>
</table>`;

function totals({ summary }: DriftReport): Html {
  return tiles([
    [summary.modified, 'modified', 'warn'],
    [summary.missing, 'missing', 'bad'],
    [summary.unchecked, 'unchecked', 'warn'],
    [summary.in_sync, 'in sync', 'good'],
    [summary.unmanaged, 'unmanaged'],
  ]);
}

type Numbered = ReturnType<typeof numbered>;

/** A row as the scripts draw it; what is empty is left out. */
function rowData(row: DriftRow, accounts: Numbered, kinds: Numbered): DriftResource {
  const { address, name, id, kind, source, updated_at: updated } = row.resource;
  const remark = row.fields.length === 0 ? driftRemark(row) : '';
  return {
    address: printable(address),
    name: printable(name),
    account: [accounts.of(printable(accountKeyOf(address)))],
    kind: [kinds.of(kindNamed(kind).title)],
    tags: [driftStates.indexOf(row.state)],
    ...(id === null ? {} : { id: printable(id) }),
    ...(source === null ? {} : { place: `${printable(source.file)}:${source.line}` }),
    ...(updated === null ? {} : { updated: printable(updated) }),
    ...(remark === '' ? {} : { remark }),
    ...(row.fields.length === 0
      ? {}
      : {
          fields: row.fields.map(
            ({ name, declared, isDeclared, applied, live, raises }): DriftField => [
              name,
              isDeclared ? declared : [declared],
              applied,
              live,
              raises ? 1 : 0,
            ],
          ),
        }),
  };
}

function fallbackRow(row: DriftRow): Html {
  const fields = row.fields.map(
    ({ name, declared, isDeclared, applied, live }) =>
      html`<br>${name}: ${isDeclared ? `declared ${declared}` : declared}; last applied ${applied}; live ${live}`,
  );
  return html`<li><code>${row.resource.address}</code> ${driftTitles[row.state]} ${driftRemark(row)}${fields}</li>`;
}

function unmanagedSection({ unmanaged = [] }: DriftReport): Html {
  if (unmanaged.length === 0) return html``;
  const items = unmanaged.map(
    ({ account, kind, id, name }) =>
      html`<li><code>${account}</code> ${kindNamed(kind).title} <code>${id}</code> ${name ?? ''}</li>`,
  );
  return html`<section aria-labelledby="unmanaged-title"><h2 id="unmanaged-title">Nobody declares these</h2><ul>${items}</ul></section>`;
}

function budgets(budget: DriftReport['budget']): Html {
  const rows = Object.entries(budget).flatMap(([key, figures]) => budgetRows(key, figures));
  if (rows.length === 0) return html``;
  return html`<section aria-labelledby="budget-title"><h2 id="budget-title">Spending and limits</h2>
<table class="cards rows" aria-label="What can be spent a day, and how many campaigns count against the limit, by account">
<thead><tr><th scope="col">Account</th><th scope="col">Spending a day</th><th scope="col">Campaigns</th></tr></thead>
<tbody>${rows}</tbody></table>
${gaugeKey({ now: 'live', before: 'as last applied', limit: 'limit' })}</section>`;
}

function budgetRows(key: string, { active_campaigns: active, exposure }: DriftBudget): readonly Html[] {
  const campaigns =
    active === null
      ? html`<td class="quiet" data-label="Campaigns">not counted</td>`
      : html`<td class="number" data-label="Campaigns">${active.live} of ${active.limit} ${campaignState(active)}${active.applied === active.live ? '' : html`<span class="quiet"> · as last applied ${active.applied}</span>`}${gauge({ now: active.live, before: active.applied, limit: active.limit })}</td>`;
  const spending = Object.entries(exposure ?? {}).map(([currency, figure]) => spendingCell(currency, figure));
  const none = html`<td class="quiet" data-label="Spending a day">${exposure === null ? 'not counted' : nothingSpent}</td>`;
  return (spending.length === 0 ? [none] : spending).map(
    (cell, index) =>
      html`<tr><th scope="row"><code>${key}</code></th>${cell}${index === 0 ? campaigns : html`<td class="blank"></td>`}</tr>`,
  );
}

function spendingCell(currency: string, figure: NonNullable<DriftBudget['exposure']>[string]): Html {
  const { applied, live, uncapped, limit } = figure;
  // Something without a cap makes the whole unbounded: a share of it would say nothing.
  const percent = uncapped === 0 ? percentBetween(applied, live) : '';
  const step = percent === '' ? showMoney(live, currency) : `${showMoney(live, currency)} (${percent})`;
  const before =
    applied === live
      ? html``
      : html`<span class="quiet"> · as last applied ${showMoney(applied, currency)}</span>`;
  const most =
    limit === null ? html`` : html`<span class="quiet"> · policy allows ${showMoney(limit, currency)}</span>`;
  const open = uncapped === 0 ? html`` : html` · <strong class="bad">${uncappedWords(figure)}</strong>`;
  return html`<td class="number" data-label="Spending a day">${step}${before}${most}${open}${gauge({ now: live, before: applied, limit })}</td>`;
}
