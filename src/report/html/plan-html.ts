import { printable } from '../../diagnostics/display-text.ts';
import type { PlanData, PlanGroup } from '../browser/page-data.ts';
import type { ChangeCount } from '../view/change-counts.ts';
import type { ChangeGroup } from '../view/change-group.ts';
import type { PlanView } from '../view/plan-view.ts';
import type { Refusal } from '../view/refusals.ts';
import { planScript } from './browser-scripts.ts';
import { type Html, html, linkTo, phraseHtml } from './html.ts';
import { listSection, type Numbered, numbered, type Tile, tiles } from './list-section.ts';
import { renderPage } from './page.ts';
import { budgetSection, requestSection } from './plan-figures-html.ts';

/** With so few lines in all, every campaign is open. */
const openLines = 60;

/**
 * The plan as one page that needs nothing else: what stands against it, the figures of each account as bars, the
 * requests, the digest that an approval is bound to, and every change by campaign, to be searched and filtered.
 */
export function planHtml(view: PlanView): string {
  const { worstFirst: rows, createdAt } = view;
  const [accounts, kinds] = [numbered(), numbered()];
  const data: PlanData = {
    openAll: rows.reduce((sum, { lines }) => sum + lines.length, 0) <= openLines,
    rows: rows.map((row) => rowData(row, accounts, kinds)),
  };
  const main = html`${heading(view)}
<main>
${refusals(view)}
${notes(view)}
${budgetSection(view)}
${listSection({
  title: 'Changes',
  hint: 'name, address, field, value or reason',
  chips: view.tags,
  accounts,
  kinds,
  holder: html`<ul class="groups" id="rows"></ul>`,
  tool: html`<button type="button" id="toggle">Expand all</button>`,
  rows,
  fallback: fallbackRow,
})}
${requestSection(view)}
${approval(view)}
</main>
<footer><p>Made by adsync ${view.version} at ${createdAt}.</p></footer>`;
  return renderPage({ title: `adsync plan ${createdAt}`, main, data, script: planScript });
}

/** The worst first. */
const tileOrder: readonly ChangeCount['verb'][] = [
  'delete',
  'replace',
  'create',
  'update',
  'pause',
  'activate',
  'adopt',
  'move',
  'forget',
  'leave',
];
const toneOf: Readonly<Partial<Record<ChangeCount['verb'], Tile[2]>>> = {
  delete: 'bad',
  replace: 'bad',
  create: 'good',
  update: 'warn',
  pause: 'warn',
  activate: 'warn',
};

function heading({ isDestroy, refusals, paths, others, sends, counts, requests }: PlanView): Html {
  const refused = refusals.reasons.length;
  const does = counts.length === 0 ? ': nothing to change' : '';
  return html`<header>
<h1>${isDestroy ? 'Plan to destroy' : 'Plan'}${refused === 0 ? does : ', refused'}</h1>
<p>${paths.join(', ')} · ${others} · ${sends}</p>
${tiles([
  [refused, refused === 1 ? 'refusal' : 'refusals', 'bad'],
  ...counts
    .toSorted((left, right) => tileOrder.indexOf(left.verb) - tileOrder.indexOf(right.verb))
    .map(
      ({ count, verb, words, also }): Tile => [
        count,
        `${words}${also === '' ? '' : `, ${also}`}`,
        toneOf[verb],
      ],
    ),
  [requests, requests === 1 ? 'request' : 'requests'],
])}
</header>`;
}

/** A campaign as the scripts draw it; what is empty is left out. */
function rowData(row: ChangeGroup, accounts: Numbered, kinds: Numbered): PlanGroup {
  const { address, account, name, members, memberNames, place, signs, marks, tagged, lines } = row;
  return {
    address: printable(address),
    name: printable(name),
    account: [accounts.of(printable(account))],
    kind: row.kinds.map((kind) => kinds.of(kind)),
    tags: [...tagged.keys()],
    ...(place === '' ? {} : { place: printable(place) }),
    ...(members.length === 1
      ? {}
      : { members: members.map(printable), memberNames: memberNames.map(printable) }),
    counts: Object.fromEntries(signs),
    marks,
    lines: lines.map((line) => [
      printable(line.address),
      line.depth,
      line.sign,
      line.name,
      `${line.text}${line.percent === '' ? '' : `  ${line.percent}`}`,
      line.why,
    ]),
  };
}

function fallbackRow({ address, name, notes, lines }: ChangeGroup): Html {
  const shown = lines.map(
    ({ sign, name, text, percent, why }) =>
      html`<br>${[sign, name, text, percent, why].filter(Boolean).join(' ')}`,
  );
  const folded = notes.map((note) => html`<br>${note}`);
  return html`<li><code>${address}</code> ${name}${folded}${shown}</li>`;
}

function refusals({ refusals: { counted, reasons } }: PlanView): Html {
  if (reasons.length === 0) return html``;
  return html`<section class="refused" aria-labelledby="refused-title"><h2 id="refused-title">Refused, for ${counted}</h2>
<ul>${reasons.map(reasonItem)}</ul></section>`;
}

function reasonItem({ rule, address, code, message, remedy, override }: Refusal): Html {
  const accept =
    override === '' ? html`` : html`<p class="remedy">To accept it: <code>${override}</code></p>`;
  return html`<li><strong>${rule}</strong> ${linkTo(address)} <span class="quiet">${code}</span>
${paragraph('', message)}${paragraph('remedy', remedy)}${accept}</li>`;
}

function paragraph(name: string, texts: readonly string[]): Html {
  if (texts.length === 0) return html``;
  const lines = texts.map((line, index) => html`${index === 0 ? '' : html`<br>`}${line}`);
  return html`<p class="${name}">${lines}</p>`;
}

function notes({ stops, policies, twins, resolved, leftOut, consents }: PlanView): Html {
  const sentences = [...stops, ...policies, ...twins];
  if (sentences.length + resolved.length + leftOut.length + consents.length === 0) return html``;
  return html`<section aria-labelledby="notes-title"><h2 id="notes-title">To know beforehand</h2><ul class="plain">
${sentences.map((sentence) => html`<li>${phraseHtml(sentence)}</li>`)}
${resolved.map(({ address, outcome }) => html`<li>Left open by an earlier run: <code>${address}</code> ${outcome}</li>`)}
${leftOut.map(({ address, because }) => html`<li>Left out: <code>${address}</code> cannot be done without <code>${because}</code>, which is excluded</li>`)}
${consents.map(({ option, note }) => html`<li>With consent: <code>${option}</code>${note}</li>`)}
</ul></section>`;
}

function approval({ effect, basis }: PlanView): Html {
  return html`<section aria-labelledby="effect-title"><h2 id="effect-title">What an approval is bound to</h2><dl>
<dt>Effect</dt><dd><code>${effect}</code></dd>
<dt>Document</dt><dd><code>${basis.document}</code></dd>
<dt>Live</dt><dd><code>${basis.live}</code></dd>
<dt>State</dt><dd>journal number ${basis.state}</dd>
</dl></section>`;
}
