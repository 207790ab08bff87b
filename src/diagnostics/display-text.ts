// Made when it is first needed: that takes milliseconds of every start of the program.
let segmenter: Intl.Segmenter | undefined;
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F/u;
const markOnly = /^[\p{M}\u200C\u200D]+$/u;
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
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => glyph(segment));
}

function glyph(segment: string): Glyph {
  const { length } = segment;
  if (segment === '\t') return { text: '    ', width: 4, length };
  if (unprintable.test(segment)) return { text: '�', width: 1, length };
  if (markOnly.test(segment)) return { text: segment, width: 0, length };
  return { text: segment, width: wide.test(segment) ? 2 : 1, length };
}

/** The text with nothing in it that a terminal would obey: control characters and changes of direction become `�`. */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  return glyphs(text)
    .map(({ text }) => text)
    .join('');
}
