import { stripVTControlCharacters } from 'node:util';
import { textWidth } from './text-width.ts';

/** Sentences stand below a column that begins no further to the right, nor than this share of the page. */
const furthest = { column: 40, share: 0.45 };
const goesOn = ' \\';

/**
 * The text with no line longer than so many columns: a longer one is broken between words, and what follows hangs below
 * it. A command is broken so that a shell reads it as one line, and none of its words is. What stands between backticks
 * stays together where a line has room for it; other words that are longer than the page are broken at slashes only.
 * Colour sequences take no columns.
 */
export function wrapLines(text: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY) return text;
  return text
    .split('\n')
    .flatMap((line) => (textWidth(line) <= width ? [line] : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const plain = stripVTControlCharacters(line);
  const isOneCommand = isCommand(plain);
  const end = isOneCommand ? goesOn : '';
  const hanging = hangingIndent(plain, width);
  const room = width - end.length;
  const lines: string[] = [];
  let current: string | undefined;
  for (const piece of piecesOf(line, {
    row: room - hanging,
    page: isOneCommand ? Number.POSITIVE_INFINITY : width,
  })) {
    if (current === undefined) current = placed(piece, indentOf(piece), width);
    else if (textWidth(current + piece) <= room) current += piece;
    else {
      lines.push(current + end);
      current = placed(piece, hanging, room);
    }
  }
  return [...lines, current ?? ''];
}

/** Further left where that keeps a long word on its line. */
function placed(piece: string, indent: number, width: number): string {
  const word = piece.trimStart();
  return ' '.repeat(Math.max(0, Math.min(indent, width - textWidth(word)))) + word;
}

/** Columns of the first line, and of one that hangs below it. */
interface Room {
  readonly page: number;
  readonly row: number;
}

/** Words, each with the blanks before it; those between backticks stay together where a row has room for them. */
function piecesOf(line: string, room: Room): readonly string[] {
  const pieces = line.match(/ *(?:[^ `]*`[^`]+`[^ ]*|[^ ]+)/g) ?? [];
  return pieces.flatMap((piece) =>
    textWidth(piece.trimStart()) <= room.row ? [piece] : wordsOf(piece, room),
  );
}

function wordsOf(piece: string, { page, row }: Room): readonly string[] {
  const words = piece.match(/ *[^ ]+/g) ?? [];
  return words.flatMap((word) => (textWidth(word.trimStart()) <= page ? [word] : segmentsOf(word, row)));
}

/** As many segments of an address or a path at once as a row has room for. */
function segmentsOf(word: string, row: number): readonly string[] {
  const parts: string[] = [];
  for (const segment of word.match(/[^/]*\/+|[^/]+/g) ?? []) {
    const last = parts.pop() ?? '';
    if (last === '' || textWidth((last + segment).trimStart()) <= row) parts.push(last + segment);
    else parts.push(last, segment);
  }
  return parts;
}

/** What follows stands below the last column of the line, or a little further in than the line itself. */
function hangingIndent(plain: string, width: number): number {
  const columns = Array.from(plain.matchAll(/(?<=[^ ]) {2,}(?=[^ ])/g), ({ index, 0: gap }) =>
    textWidth(plain.slice(0, index + gap.length)),
  );
  const numbered = /^ *\d+\. /.exec(plain)?.[0].length;
  const below = columns.findLast((column) => column <= Math.min(furthest.column, width * furthest.share));
  return below ?? numbered ?? indentOf(plain) + 2;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

// A sentence that begins with the program's name ends like a sentence.
function isCommand(plain: string): boolean {
  return /^ *(?:\$ )?(?:adsync |export |--[a-z]).*[^.:]$/.test(plain);
}
