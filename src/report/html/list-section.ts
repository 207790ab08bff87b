import { type Html, html, verbatim } from './html.ts';

/** A choice that keeps only the rows with one tag. */
export interface Chip {
  readonly tag: number;
  readonly title: string;
  readonly count: number;
  /** The choice is made when the page opens. */
  readonly isChosen?: boolean;
}

/** Rows that are shown where scripts do not run. */
const fallbackRows = 200;

/** The part of a page that its scripts fill, with its search and filters; chips that keep nothing are left out. */
export function listSection<Row>({
  title,
  hint,
  chips: allChips,
  accounts,
  kinds,
  holder,
  tool = html``,
  rows,
  fallback,
}: {
  readonly title: string;
  readonly hint: string;
  readonly chips: readonly Chip[];
  /** Titles of accounts and of kinds, to choose one of them. */
  readonly accounts: Numbered;
  readonly kinds: Numbered;
  readonly holder: Html;
  readonly tool?: Html;
  readonly rows: readonly Row[];
  /** A row where scripts do not run. */
  readonly fallback: (row: Row) => Html;
}): Html {
  const chips = allChips.filter(({ count }) => count > 0);
  return html`<section class="list" id="list" aria-labelledby="list-title" tabindex="-1">
<h2 id="list-title">${title}</h2>
<noscript><p>Scripts do not run here, so that this list stops early and cannot be searched.</p><ul>${rows.slice(0, fallbackRows).map(fallback)}</ul></noscript>
<div id="filters" role="search" aria-label="${title}">
<div class="tools">
<div class="search"><label for="search">Search</label><input type="search" id="search" placeholder="${hint}" autocomplete="off" spellcheck="false"></div>
${[...select('account', 'Account', accounts), ...select('kind', 'Kind', kinds)]}
<button type="button" id="clear">Clear</button>${tool}
</div>
${chips.length < 2 ? '' : html`<fieldset><legend>Show only</legend>${chips.map(checkbox)}</fieldset>`}
</div>
<p id="told" role="status"></p>
<p id="printed"></p>
<button type="button" class="more" id="earlier" hidden>Show earlier</button>
${holder}
<p id="none" class="quiet" hidden>Nothing matches. Clear the search to see everything.</p>
<button type="button" class="more" id="later" hidden>Show more</button>
</section>`;
}

/** A choice of one name; `part` is the member of a row that holds the numbers. Nothing where there is no choice. */
function select(part: 'account' | 'kind', title: string, { names }: Numbered): readonly Html[] {
  if (names.length < 2) return [];
  const items = names.map((name, index) => html`<option value="${verbatim(String(index))}">${name}</option>`);
  return [
    html`<div><label for="by-${part}">${title}</label><select id="by-${part}" data-part="${part}"><option value="">all</option>${items}</select></div>`,
  ];
}

function checkbox({ tag, title, count, isChosen = false }: Chip): Html {
  return html`<label class="chip"><input type="checkbox" value="${verbatim(String(tag))}"${verbatim(isChosen ? ' checked' : '')}>${title} <span class="quiet number">${count}</span></label>`;
}

export type Tile = readonly [count: number | '?', word: string, tone?: 'good' | 'warn' | 'bad' | undefined];

/** Numbers in tiles, each with its word; those of 0 are left out. */
export function tiles(list: readonly Tile[]): Html {
  const items = list
    .filter(([count]) => count !== 0)
    .map(([count, word, tone = '']) => html`<li class="${tone}"><strong>${count}</strong> ${word}</li>`);
  return html`<ul class="tiles">${items}</ul>`;
}

/** Numbers names in the order in which they first appear. */
export function numbered(): Numbered {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    names,
    of: (name) => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
  };
}

/** Names and their numbers. */
export interface Numbered {
  readonly names: readonly string[];
  of(name: string): number;
}
