import { printable } from '../diagnostics/display-text.ts';
import type { Plan, Violation } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { PlanData, PlanGroup } from './browser/page-data.ts';
import { type ChangeCount, changeCounts } from './change-counts.ts';
import { givenConsents } from './consent-words.ts';
import { planScript } from './html/browser-scripts.ts';
import { type Html, html, linkTo } from './html/html.ts';
import { listSection, numbered, type Tile, tiles } from './html/list-section.ts';
import { renderPage } from './html/page.ts';
import { budgetSection, requestSection } from './plan-figures-html.ts';
import { type PlanRow, planRows, planTags } from './plan-rows.ts';
import { otherCounts, requestsText } from './plan-summary.ts';
import { policySentences } from './policy-words.ts';

/** With so few lines in all, every campaign is open. */
const openLines = 60;
/** Campaigns that are shown where scripts do not run. */
const fallbackRows = 200;

/**
 * The plan as one page that needs nothing else: what stands against it, the figures of each account as bars, the
 * requests, the digest that an approval is bound to, and every change by campaign, to be searched and filtered.
 */
export function planHtml(plan: Plan): string {
  const rows = planRows(plan);
  const [accounts, kinds] = [numbered(), numbered()];
  const data: PlanData = {
    openAll: rows.reduce((sum, { lines }) => sum + lines.length, 0) <= openLines,
    rows: rows.map((row) => rowData(row, accounts, kinds)),
  };
  const chips = planTags.flatMap((title, tag) => {
    const count = rows.reduce((sum, { tagged }) => sum + (tagged.get(tag) ?? 0), 0);
    return count === 0 ? [] : [{ tag, title, count }];
  });
  const main = html`${heading(plan)}
<main>
${refusals(plan.violations)}
${notes(plan)}
${budgetSection(plan)}
${listSection({
  title: 'Changes',
  hint: 'name, address, field, value or reason',
  chips,
  choices: [
    { part: 'account', title: 'Account', options: accounts.names },
    { part: 'kind', title: 'Kind', options: kinds.names },
  ],
  holder: html`<ul class="groups" id="rows"></ul>`,
  tool: html`<button type="button" id="toggle">Expand all</button>`,
  fallback: rows.slice(0, fallbackRows).map(fallbackRow),
})}
${requestSection(plan)}
${approval(plan)}
</main>
<footer><p>Made by adsync ${plan.adsync_version} at ${plan.created_at}.</p></footer>`;
  return renderPage({
    title: `adsync plan ${plan.created_at}`,
    main,
    data,
    script: planScript,
  });
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

function heading(plan: Plan): Html {
  const { violations } = plan;
  const does = plan.changes.length === 0 ? ': nothing to change' : '';
  return html`<header>
<h1>${plan.command === 'destroy' ? 'Plan to destroy' : 'Plan'}${violations.length === 0 ? does : ', refused'}</h1>
<p>${plan.paths.join(', ')} · ${otherCounts(plan)} · ${requestsText(plan)}</p>
${tiles([
  [violations.length, violations.length === 1 ? 'refusal' : 'refusals', 'bad'],
  ...changeCounts(plan)
    .toSorted((left, right) => tileOrder.indexOf(left.verb) - tileOrder.indexOf(right.verb))
    .map(
      ({ count, verb, words, also }): Tile => [
        count,
        `${words}${also === '' ? '' : `, ${also}`}`,
        toneOf[verb],
      ],
    ),
  [plan.steps.length, plan.steps.length === 1 ? 'request' : 'requests'],
])}
</header>`;
}

type Numbered = ReturnType<typeof numbered>;

/** A campaign as the scripts draw it; what is empty is left out. */
function rowData(row: PlanRow, accounts: Numbered, kinds: Numbered): PlanGroup {
  const { address, name, place, counts, marks, tagged, lines } = row;
  return {
    address: printable(address),
    name: printable(name),
    account: [accounts.of(printable(row.account))],
    kind: row.kinds.map((kind) => kinds.of(kindNamed(kind).title)),
    tags: [...tagged.keys()],
    ...(place === '' ? {} : { place: printable(place) }),
    counts: Object.fromEntries(counts),
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

function fallbackRow({ address, name, lines }: PlanRow): Html {
  const shown = lines.map(
    ({ sign, name, text, percent, why }) =>
      html`<br>${[sign, name, text, percent, why].filter(Boolean).join(' ')}`,
  );
  return html`<li><code>${address}</code> ${name}${shown}</li>`;
}

function refusals(violations: readonly Violation[]): Html {
  if (violations.length === 0) return html``;
  const reasons = violations.length === 1 ? 'one reason' : `${violations.length} reasons`;
  return html`<section class="refused" aria-labelledby="refused-title"><h2 id="refused-title">Refused, for ${reasons}</h2>
<ul>${violations.map(reason)}</ul></section>`;
}

function reason({ rule, address, code, message, remedy, override }: Violation): Html {
  const accept =
    override === '' ? html`` : html`<p class="remedy">To accept it: <code>${override}</code></p>`;
  return html`<li><strong>${rule}</strong> ${linkTo(address)} <span class="quiet">${code}</span>
${paragraph('', message)}${paragraph('remedy', remedy)}${accept}</li>`;
}

// A message may show lines to paste, which stay lines.
function paragraph(name: string, text: string): Html {
  if (text === '') return html``;
  const lines = text.split('\n').map((line, index) => html`${index === 0 ? '' : html`<br>`}${line}`);
  return html`<p class="${name}">${lines}</p>`;
}

function notes(plan: Plan): Html {
  const { resolved, left_out: leftOut = [], consents } = plan;
  const policies = policySentences(plan);
  if (policies.length + resolved.length + leftOut.length + consents.length === 0) return html``;
  return html`<section aria-labelledby="notes-title"><h2 id="notes-title">To know beforehand</h2><ul class="plain">
${policies.map((parts) => html`<li>${parts.map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : html`${text}`))}</li>`)}
${resolved.map(({ address, outcome }) => html`<li>Left open by an earlier run: <code>${address}</code> ${outcome}</li>`)}
${leftOut.map(({ address, because }) => html`<li>Left out: <code>${address}</code> cannot be done without <code>${because}</code>, which is excluded</li>`)}
${givenConsents(plan).map(({ option, note }) => html`<li>With consent: <code>${option}</code>${note}</li>`)}
</ul></section>`;
}

function approval({ effect, basis }: Plan): Html {
  return html`<section aria-labelledby="effect-title"><h2 id="effect-title">What an approval is bound to</h2><dl>
<dt>Effect</dt><dd><code>${effect}</code></dd>
<dt>Document</dt><dd><code>${basis.document}</code></dd>
<dt>Live</dt><dd><code>${basis.live}</code></dd>
<dt>State</dt><dd>journal number ${basis.state}</dd>
</dl></section>`;
}
