import { printable } from '../../diagnostics/display-text.ts';
import { jsonText } from '../../diagnostics/json-text.ts';
import type { Phrase } from '../view/phrase.ts';

/** Text that is HTML already; everything else is escaped where it is put into a template. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: texts and numbers are escaped and made printable, parts made by `html` stand as they are. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, index) => text + render(parts[index] ?? '')).join('') };
}

/** Our own HTML, style or script as it stands; never for a text from outside. */
export function verbatim(text: string): Html {
  return { html: text };
}

/** Data as inert JSON inside a script element: nothing in it ends the element or a line. */
export function embedded(data: object): Html {
  return { html: jsonText(data).replaceAll('<', '\\u003c') };
}

/** The link to what stands at an address of the page. */
export function linkTo(address: string): Html {
  return html`<a href="#${encodeURIComponent(address.toWellFormed())}"><code>${address}</code></a>`;
}

/** A sentence, with what comes from outside as code. */
export function phraseHtml(phrase: Phrase): readonly Html[] {
  return phrase.map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : html`${text}`));
}

function render(part: Part): string {
  if (typeof part === 'string') return printable(part).replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
  if (typeof part === 'number') return part.toLocaleString('en-US');
  return 'html' in part ? part.html : part.map((each) => each.html).join('');
}
