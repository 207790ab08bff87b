/** Hides texts wherever they stand in others. */
export interface TextMask {
  /** True where the text holds one of them, or the beginning of one. */
  finds(text: string): boolean;
  /** The text with the mark in their place. */
  hide(text: string): string;
}

/** So long a beginning of a text is as good as the text; what is shorter stands in other words too. */
const shortestPart = 8;

/**
 * Hides texts, whole or a part from their beginning of eight characters and more: as they are, percent-encoded once or
 * more, with escapes of JSON or of HTML, and in base64, also in the middle of what is encoded. `mark` takes their place.
 * No text is empty.
 */
export function maskTexts(texts: readonly string[], mark: string): TextMask {
  const forms = texts.flatMap(formsOf).map(finderOf);
  const plain = texts
    .flatMap(formsOf)
    .map(({ signs, shortest }) => RegExp.escape(signs.slice(0, shortest).join('')));
  // Few texts hold an escape or the beginning of a form: only those are searched for every way of writing it.
  const sign = new RegExp(['%[\\da-fA-F]{2}', '\\\\', '&[#\\w]+;', ...plain].join('|'));
  const shortest = Math.min(...forms.map((form) => form.shortest));
  const mayHold = (text: string): boolean => text.length >= shortest && sign.test(text);
  return {
    finds: (text) => mayHold(text) && forms.some(({ start }) => text.search(start) >= 0),
    hide: (text) => {
      const places = mayHold(text) ? forms.flatMap((form) => placesOf(text, form)) : [];
      return places.length === 0 ? text : replaceAll(text, places, mark);
    },
  };
}

/** A text as it may be written, and how many of its characters are enough to be taken for it. */
interface Form {
  /** Its characters. */
  readonly signs: readonly string[];
  readonly shortest: number;
}

function formsOf(text: string): readonly Form[] {
  const signs = Array.from(text);
  const plain = { signs, shortest: Math.min(shortestPart, signs.length) };
  // A short text in base64 stands in other words too.
  return text.length < shortestPart
    ? [plain]
    : [plain, ...[0, 1, 2].map((before) => base64Form(text, before))];
}

/**
 * What base64 makes of a text that begins `before` bytes after a group of three: the characters that hold nothing but
 * bits of the text.
 */
function base64Form(text: string, before: number): Form {
  const bytes = Buffer.from(text);
  const firstWhole = Math.ceil((before * 8) / 6);
  const wholeOf = (length: number): number => Math.floor(((before + length) * 8) / 6);
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return {
    signs: encoded.slice(firstWhole, wholeOf(bytes.length)).split(''),
    shortest: wholeOf(Math.min(shortestPart, bytes.length)) - firstWhole,
  };
}

interface Finder extends Form {
  /** The shortest part of the form, each character in any way of writing it. */
  readonly start: RegExp;
}

function finderOf({ signs, shortest }: Form): Finder {
  const start = signs.slice(0, shortest).map(waysToWrite).join('');
  return { signs, shortest, start: new RegExp(start, 'g') };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where parts of the form stand, as long as they go. */
function placesOf(text: string, { signs, shortest, start }: Finder): readonly Place[] {
  const rest = signs.slice(shortest);
  return Array.from(text.matchAll(start), ({ index, 0: found }) => {
    return { from: index, to: endOf(text, index + found.length, rest) };
  });
}

/** The text with one mark for what stands between the ends of places that touch. */
function replaceAll(text: string, places: readonly Place[], mark: string): string {
  let shown = '';
  let end = -1;
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from > end) shown += text.slice(Math.max(0, end), from) + mark;
    end = Math.max(end, to);
  }
  return shown + text.slice(end);
}

/** Where the text stops to go on like the rest of a form, of which these are the characters. */
function endOf(text: string, from: number, rest: readonly string[]): number {
  let end = from;
  for (const character of rest) {
    const next = patternOf(character);
    next.lastIndex = end;
    if (!next.test(text)) return end;
    end = next.lastIndex;
  }
  return end;
}

const patterns = new Map<string, RegExp>();

/** The pattern for one character, which matches where its `lastIndex` says. */
function patternOf(character: string): RegExp {
  const known = patterns.get(character) ?? new RegExp(waysToWrite(character), 'y');
  patterns.set(character, known);
  return known;
}

/** A pattern for hexadecimal digits, small or capital. */
function hex(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A pattern for one character as programs write it; each repetition is bounded, so that no text takes long to search. */
function waysToWrite(character: string): string {
  const bytes = Buffer.from(character).toString('hex').match(/../g) ?? [];
  const percent = bytes.map((byte) => `%(?:25){0,4}${hex(byte)}`).join('');
  const units = Array.from({ length: character.length }, (_none, index) => character.charCodeAt(index));
  const json = units.map((unit) => `\\\\{1,8}u${hex(unit.toString(16).padStart(4, '0'))}`).join('');
  const point = character.codePointAt(0) ?? 0;
  const html = `&#(?:[xX]0{0,4}${hex(point.toString(16))}|0{0,4}${point});`;
  const plain = /^[\w ]$/.test(character) ? RegExp.escape(character) : `\\\\{0,8}${RegExp.escape(character)}`;
  const others = otherSigns.get(character);
  // An escape before its own first sign.
  return `(?:${[percent, json, html, ...(others === undefined ? [] : [others]), plain].join('|')})`;
}

/** What stands for a character in another alphabet of base64, or as a named escape. */
const otherSigns: ReadonlyMap<string, string> = new Map([
  ['+', '-'],
  ['/', '_'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  [' ', '\\+'],
]);
