import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

// Latin letters, general punctuation and arrows take one column each.
const narrow = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u25b6\ufffd]*$/;

const load: (name: 'string-width') => { readonly default: typeof stringWidth } = createRequire(
  import.meta.url,
);
let measure: typeof stringWidth | undefined;
/** Widths that were measured: the same characters come again and again. */
const widths = new Map<string, number>();

/** Whether every character of the text is known to take one column, without a look at each of them. */
export function isNarrow(text: string): boolean {
  return narrow.test(text);
}

/** Columns that a grapheme takes on a terminal: 0, 1, 2, or more for some ligatures. */
export function glyphWidth(grapheme: string): number {
  if (isNarrow(grapheme)) return grapheme.length;
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  // The library is loaded with the first such character: that takes 25 ms, and most runs print none.
  measure ??= load('string-width').default;
  const width = measure(grapheme);
  widths.set(grapheme, width);
  return width;
}
