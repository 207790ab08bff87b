import { stripVTControlCharacters } from 'node:util';
import { type Glyph, glyphs } from '../diagnostics/display-text.ts';
import { isNarrow } from '../diagnostics/glyph-width.ts';

/** Columns that a text takes on a terminal; colour sequences take none, wide characters two. */
export function textWidth(text: string): number {
  const bare = stripVTControlCharacters(text);
  return isNarrow(bare) ? bare.length : widthOf(glyphs(bare));
}

/** Columns of the widest of the texts; 0 for none. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0);
}

/** The text with spaces up to the column; one that is longer stays as it is. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** The text cut to the columns, ending in `…` where something was left out. */
export function shorten(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 0;
  const parts = glyphs(text);
  const end = parts.findIndex((part) => {
    width += part.width;
    return width > columns - 1;
  });
  return `${parts
    .slice(0, end)
    .map((part) => part.text)
    .join('')}…`;
}

/** The text cut to the columns in its middle, with `…` there: names often differ at their ends. */
export function shortenMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const end = glyphs(text).toReversed();
  let width = 0;
  const from = end.findIndex((part) => {
    width += part.width;
    return width > Math.floor((columns - 1) / 2);
  });
  const tail = end
    .slice(0, from)
    .toReversed()
    .map((part) => part.text)
    .join('');
  return `${shorten(text, columns - textWidth(tail))}${tail}`;
}

/** The address without segments in its middle, as many as it takes to fit the columns, with `…` for them. */
export function shortenAddress(address: string, columns: number): string {
  if (textWidth(address) <= columns) return address;
  const [first = '', ...rest] = address.split('/');
  for (let from = 1; from < rest.length; from += 1) {
    const short = [first, '…', ...rest.slice(from)].join('/');
    if (textWidth(short) <= columns) return short;
  }
  return shorten([first, '…', ...rest.slice(-1)].join('/'), columns);
}

function widthOf(parts: readonly Glyph[]): number {
  return parts.reduce((sum, { width }) => sum + width, 0);
}
