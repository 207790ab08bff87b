import { printable } from '../../diagnostics/display-text.ts';
import type { DriftData, DriftField, DriftResource } from '../browser/page-data.ts';
import {
  type DriftRow,
  type DriftSpending,
  type DriftTally,
  type DriftView,
  driftStates,
  driftTitles,
  statesCounting,
} from '../view/drift-view.ts';
import type { CountFigure } from '../view/figures.ts';
import { driftScript } from './browser-scripts.ts';
import { figuresSection } from './figures-section.ts';
import { gauge } from './gauge.ts';
import { type Html, html, phraseHtml } from './html.ts';
import { listSection, type Numbered, numbered, type Tile, tiles } from './list-section.ts';
import { renderPage } from './page.ts';

/**
 * The drift report as one page that needs nothing else: the counts, the figures of each account as bars, and every
 * resource with what is declared, was last applied and is live, to be searched and filtered.
 */
export function driftHtml(view: DriftView): string {
  const { rows, inSync, readAt, tallies } = view;
  const [accounts, kinds] = [numbered(), numbered()];
  const data: DriftData = {
    states: driftStates.map((state) => driftTitles[state]),
    kinds: kinds.names,
    rows: rows.map((row) => rowData(row, accounts, kinds)),
  };
  const main = html`<header>
<h1>${inSync ? 'In sync' : 'Drift'}</h1>
<p>${inSync ? 'Nothing was changed outside adsync' : 'Somebody changed this outside adsync'} · read at ${readAt}</p>
${tiles(cards(view))}
${parts(view)}
</header>
<main>
${inSync ? figures(view) : ''}
${stopsSection(view)}
${listSection({
  title: 'Resources',
  hint: 'name, address, id, field or value',
  chips: tallies.map(({ state, title, count }) => ({
    tag: driftStates.indexOf(state),
    title,
    count,
    isChosen: !inSync && driftedStates.has(state),
  })),
  accounts,
  kinds,
  holder: tableFrame,
  rows,
  fallback: fallbackRow,
})}
${inSync ? '' : figures(view)}
${twinsSection(view)}
${unmanagedSection(view)}
</main>
<footer><p>Made by adsync ${view.version}. In sync means: as it was last applied.</p></footer>`;
  return renderPage({ title: `adsync drift ${readAt}`, main, data, script: driftScript });
}

/** States of what drifted, which the list of a page begins with; what may spend more is among what is modified. */
const driftedStates: ReadonlySet<string> = new Set(['modified', 'missing']);

const cardLooks: Readonly<Record<DriftTally['state'], readonly [word: string, tone: Tile[2]]>> = {
  modified: ['modified', 'warn'],
  raised: ['of them may spend more', 'bad'],
  missing: ['missing', 'bad'],
  unchecked: ['unchecked', 'warn'],
  in_sync: ['in sync', 'good'],
};

/** A card for each choice of the list, and one for what nobody declares. */
function cards({ tallies, summary }: DriftView): readonly Tile[] {
  return [
    ...tallies.map(({ state, count }): Tile => [count, ...cardLooks[state]]),
    summary.unmanaged === null ? ['?', 'unmanaged, not counted'] : [summary.unmanaged, 'unmanaged'],
  ];
}

/** Links to the parts of the page that stand below a list of any length. */
function parts({ inSync, accounts, twins, unmanaged }: DriftView): Html {
  const links = [
    ...(inSync || accounts.length === 0 ? [] : [html`<a href="#budget-title">Spending and limits</a>`]),
    ...(twins.length === 0 ? [] : [html`<a href="#twins-title">There twice</a>`]),
    ...(unmanaged.length === 0 ? [] : [html`<a href="#unmanaged-title">Nobody declares these</a>`]),
  ];
  return links.length === 0 ? html`` : html`<nav aria-label="Below the list">${links}</nav>`;
}

function figures({ accounts }: DriftView): Html {
  return figuresSection(accounts, {
    spending: spendingCell,
    campaigns: campaignsCell,
    key: { now: 'live', before: 'as last applied', limit: 'limit' },
  });
}

const tableFrame = html`<table class="cards" id="rows" aria-label="Resources, the worst first">
<thead><tr><th scope="col">State</th><th scope="col">Resource</th><th scope="col">Field</th><th scope="col">Declared</th><th scope="col">Last applied</th><th scope="col">Live</th></tr></thead>
</table>`;

/** A row as the scripts draw it; what is empty is left out. */
function rowData(row: DriftRow, accounts: Numbered, kinds: Numbered): DriftResource {
  const { address, account, kindTitle, name, id, source, updatedAt, remark } = row;
  const fields = row.fields.map(
    (field): DriftField => [
      field.name,
      field.isDeclared ? field.declared : [field.declared],
      field.applied,
      field.by === '' ? field.live : `${field.live}, ${field.by}`,
      field.raises ? 1 : 0,
    ],
  );
  return {
    address: printable(address),
    name: printable(name),
    account: [accounts.of(printable(account))],
    kind: [kinds.of(kindTitle)],
    tags: statesCounting(row).map((each) => driftStates.indexOf(each)),
    ...(id === null ? {} : { id: printable(id) }),
    ...(source === null ? {} : { place: `${printable(source.file)}:${source.line}` }),
    ...(updatedAt === null ? {} : { updated: printable(updatedAt) }),
    ...(fields.length > 0 ? { fields } : remark === '' ? {} : { remark }),
  };
}

function fallbackRow({ address, title, remark, fields }: DriftRow): Html {
  const sentences = fields.map(({ sentence }) => html`<br>${sentence}`);
  return html`<li><code>${address}</code> ${title} ${remark}${sentences}</li>`;
}

function stopsSection({ stops }: DriftView): Html {
  if (stops.length === 0) return html``;
  return html`<section aria-labelledby="stops-title"><h2 id="stops-title">Stopped</h2><ul>${stops.map((sentence) => html`<li>${phraseHtml(sentence)}</li>`)}</ul></section>`;
}

function twinsSection({ twins }: DriftView): Html {
  if (twins.length === 0) return html``;
  return html`<section aria-labelledby="twins-title"><h2 id="twins-title">There twice</h2><ul>${twins.map((sentence) => html`<li>${phraseHtml(sentence)}</li>`)}</ul></section>`;
}

function unmanagedSection({ unmanaged }: DriftView): Html {
  if (unmanaged.length === 0) return html``;
  const items = unmanaged.map(
    ([account, title, id, name]) =>
      html`<li><code>${account}</code> ${title} <code>${id}</code> ${name ?? ''}</li>`,
  );
  return html`<section aria-labelledby="unmanaged-title"><h2 id="unmanaged-title">Nobody declares these</h2><ul>${items}</ul></section>`;
}

function campaignsCell({ now, before, limit, state }: CountFigure): Html {
  const applied = before === now ? html`` : html`<span class="quiet"> · as last applied ${before}</span>`;
  return html`${now} of ${limit} ${state}${applied}${gauge({ now, before, limit })}`;
}

function spendingCell({ applied, live, percent, uncapped, limit }: DriftSpending): Html {
  const before =
    applied.micro === live.micro
      ? html``
      : html`<span class="quiet"> · as last applied ${applied.money}</span>`;
  const most = limit === null ? html`` : html`<span class="quiet"> · policy allows ${limit.money}</span>`;
  const open = uncapped === '' ? html`` : html` · <strong class="bad">${uncapped}</strong>`;
  return html`${live.money}${percent === '' ? '' : ` (${percent})`}${before}${most}${open}${gauge({ now: live.micro, before: applied.micro, limit: limit?.micro ?? null })}`;
}
