import { glyphWidth } from './glyph-width.ts';

// Made when it is first needed: that takes milliseconds of every start of the program.
let segmenter: Intl.Segmenter | undefined;
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
/** Each character that a terminal would obey, or that nobody sees: controls, changes of direction, lone surrogates. */
export const everyUnprintable = new RegExp(unprintable.source, 'gu');
const plain = /^[\x20-\x7E]*$/;

/** One character as people see it, safe to print, and how many columns of a terminal it takes. */
export interface Glyph {
  readonly text: string;
  readonly width: number;
  /** UTF-16 code units it takes in the source. */
  readonly length: number;
}

/** The text as glyphs. A tab becomes four blanks; what would move the cursor or turn the writing becomes `�`. */
export function glyphs(text: string): readonly Glyph[] {
  return segmentsOf(text).map(glyph);
}

function segmentsOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function glyph(segment: string): Glyph {
  const text = shown(segment);
  return { text, width: glyphWidth(text), length: segment.length };
}

function shown(segment: string): string {
  if (segment === '\t') return '    ';
  return unprintable.test(segment) ? '�' : segment;
}

/** The text with nothing in it that a terminal would obey: control characters and changes of direction become `�`. */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  return segmentsOf(text).map(shown).join('');
}
