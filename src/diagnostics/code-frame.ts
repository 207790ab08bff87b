import { type Glyph, glyphs } from './display-text.ts';

const mostShown = 96;
/** Code units that can fill the frame, should each take no width of its own; what is farther off is not looked at. */
const nearby = 4 * mostShown;

/**
 * The lines that show a place in a source text: the line itself, shortened around the place, and a caret below it.
 * Takes the whole text; line and column count from 1, the column in UTF-16 code units. A line that the text does
 * not have gives no lines. No line is longer than the width, in columns.
 */
export function codeFrame(
  sourceText: string,
  line: number,
  column: number,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = sourceText.indexOf('\n', start);
    if (end === -1) return [];
    start = end + 1;
  }
  const end = sourceText.indexOf('\n', start);
  return lineFrame(sourceText.slice(start, end === -1 ? sourceText.length : end), line, column, width);
}

/** The same for a text that is that one line. */
export function lineFrame(
  lineText: string,
  line: number,
  column: number,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const gutter = String(line);
  // Two blanks, the bar between two more, and the signs for what was left out.
  const widest = Math.min(mostShown, width - gutter.length - 7);
  const beforeCaret = Math.floor(widest / 2);
  const text = lineText.replace(/\r$/, '');
  const caret = Math.min(Math.max(column - 1, 0), text.length);
  const from = Math.max(0, caret - nearby);
  const before = glyphs(text.slice(from, caret));
  const after = glyphs(text.slice(caret, caret + nearby));
  const whole = widthOf(before) + widthOf(after) <= widest && from === 0 && caret + nearby >= text.length;
  const left = whole || widthOf(before) <= beforeCaret ? before : lastOf(before, beforeCaret);
  const right = whole ? after : firstOf(after, widest - widthOf(left));
  const leading = left.length < before.length ? '…' : '';
  const trailing = right.length < after.length ? '…' : '';
  const blanks = ' '.repeat(leading.length + widthOf(left));
  return [
    `  ${gutter} | ${leading}${textOf(left)}${textOf(right)}${trailing}`.trimEnd(),
    `  ${' '.repeat(gutter.length)} | ${blanks}^`,
  ];
}

function widthOf(parts: readonly Glyph[]): number {
  return parts.reduce((sum, { width }) => sum + width, 0);
}

function textOf(parts: readonly Glyph[]): string {
  return parts.map(({ text }) => text).join('');
}

function firstOf(parts: readonly Glyph[], room: number): readonly Glyph[] {
  let width = 0;
  const end = parts.findIndex((part) => {
    width += part.width;
    return width > room;
  });
  return end === -1 ? parts : parts.slice(0, end);
}

function lastOf(parts: readonly Glyph[], room: number): readonly Glyph[] {
  return firstOf(parts.toReversed(), room).toReversed();
}
