/** A text as it reads after some ways of writing were undone, with the places in the text that it was made from. */
export interface DecodedText {
  readonly text: string;
  /** Where each of its characters begins in the original, and last where that ends; `undefined` for the original itself. */
  readonly starts: readonly number[] | undefined;
}

/** As often may a text have been escaped; so many backslashes and `%25` are undone. */
const mostTimes = 5;
const mayBeEscaped = /[%\\&]/;
const escapes =
  /(?:%[\da-f]{2})+|\\(?:u[\da-f]{4}|x[\da-f]{2}|\W)|&(?:#x[\da-f]{1,8}|#\d{1,9}|amp|lt|gt|quot|apos);/gi;
const names: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

/**
 * The text as it stands, and then without its escapes, as often as it has any: percent-encoding, the escapes of JSON and
 * of programs, and those of HTML.
 */
export function* decodings(text: string): Generator<DecodedText> {
  let level: DecodedText = { text, starts: undefined };
  yield level;
  for (let times = 0; times < mostTimes && mayBeEscaped.test(level.text); times += 1) {
    const next = decoded(level);
    if (next.text === level.text) return;
    level = next;
    yield level;
  }
}

/** One character of what an escape stands for, and how many characters of the escape wrote it. */
interface Written {
  readonly text: string;
  readonly length: number;
}

function decoded({ text, starts }: DecodedText): DecodedText {
  const startOf = (at: number): number => starts?.[at] ?? at;
  const parts: string[] = [];
  const places: number[] = [];
  let end = 0;
  const take = (part: string, from: number, step: number): void => {
    parts.push(part);
    for (let index = 0; index < part.length; index += 1) places.push(startOf(from + index * step));
  };
  for (const { 0: sequence, index } of text.matchAll(escapes)) {
    take(text.slice(end, index), end, 1);
    let at = index;
    for (const each of writtenBy(sequence)) {
      take(each.text, at, 0);
      at += each.length;
    }
    end = index + sequence.length;
  }
  take(text.slice(end), end, 1);
  places.push(startOf(text.length));
  return { text: parts.join(''), starts: places };
}

function writtenBy(sequence: string): readonly Written[] {
  if (sequence.startsWith('%')) return ofBytes(Buffer.from(sequence.replaceAll('%', ''), 'hex'));
  return [
    {
      text: sequence.startsWith('\\') ? afterBackslash(sequence) : ofHtml(sequence),
      length: sequence.length,
    },
  ];
}

function afterBackslash(sequence: string): string {
  const digits = /^\\[ux](.+)$/i.exec(sequence)?.[1];
  return digits === undefined ? sequence.slice(1) : String.fromCharCode(Number.parseInt(digits, 16));
}

function ofHtml(sequence: string): string {
  const named = names.get(sequence.toLowerCase());
  if (named !== undefined) return named;
  const digits = sequence.slice(2, -1);
  const point = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : sequence;
}

/** The characters of bytes in UTF-8, each byte of which was written with three characters. */
function ofBytes(bytes: Buffer): readonly Written[] {
  const found: Written[] = [];
  for (let at = 0; at < bytes.length; ) {
    const count = lengthOf(bytes[at] ?? 0);
    found.push({ text: bytes.toString('utf8', at, at + count), length: 3 * count });
    at += count;
  }
  return found;
}

/** How many bytes of UTF-8 a character has that begins with this one; 1 for a byte that begins none. */
function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
