import { type Html, html, verbatim } from './html.ts';

/** A choice that keeps only the rows with one tag. */
export interface Chip {
  readonly tag: number;
  readonly title: string;
  readonly count: number;
}

/** A choice of one among many, such as an account. */
export interface Choice {
  /** The member of a row that holds the chosen numbers. */
  readonly part: 'account' | 'kind';
  readonly title: string;
  readonly options: readonly string[];
}

/** The part of a page that its scripts fill, with its search and filters. */
export function listSection({
  title,
  hint,
  chips,
  choices,
  holder,
  tool = html``,
  fallback,
}: {
  readonly title: string;
  readonly hint: string;
  readonly chips: readonly Chip[];
  readonly choices: readonly Choice[];
  readonly holder: Html;
  readonly tool?: Html;
  /** What is shown where scripts do not run. */
  readonly fallback: readonly Html[];
}): Html {
  return html`<section class="list" id="list" aria-labelledby="list-title" tabindex="-1">
<h2 id="list-title">${title}</h2>
<noscript><p>Scripts do not run here, so that this list stops early and cannot be searched.</p><ul>${fallback}</ul></noscript>
<div id="filters" role="search" aria-label="${title}">
<div class="tools">
<div class="search"><label for="search">Search</label><input type="search" id="search" placeholder="${hint}" autocomplete="off" spellcheck="false"></div>
${choices.filter(({ options }) => options.length > 1).map(select)}
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

function select({ part, title, options }: Choice): Html {
  const items = options.map(
    (name, index) => html`<option value="${verbatim(String(index))}">${name}</option>`,
  );
  return html`<div><label for="by-${part}">${title}</label><select id="by-${part}" data-part="${part}"><option value="">all</option>${items}</select></div>`;
}

function checkbox({ tag, title, count }: Chip): Html {
  return html`<label class="chip"><input type="checkbox" value="${verbatim(String(tag))}">${title} <span class="quiet number">${count}</span></label>`;
}

export type Tile = readonly [count: number, word: string, tone?: 'good' | 'warn' | 'bad' | undefined];

/** Numbers in tiles, each with its word; those of 0 are left out. */
export function tiles(list: readonly Tile[]): Html {
  const items = list
    .filter(([count]) => count > 0)
    .map(([count, word, tone = '']) => html`<li class="${tone}"><strong>${count}</strong> ${word}</li>`);
  return html`<ul class="tiles">${items}</ul>`;
}

/** Numbers names in the order in which they first appear. */
export function numbered(): { readonly names: readonly string[]; of(name: string): number } {
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
