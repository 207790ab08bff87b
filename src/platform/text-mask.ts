import { decodings } from './decoded-text.ts';
import { type Form, indexParts, type Part, type Place } from './part-index.ts';

/** Hides texts wherever they stand in others. */
export interface TextMask {
  /** True where the text holds one of them, or a part of one. */
  finds(text: string): boolean;
  /** The text with the mark in their place. */
  hide(text: string): string;
}

export interface MaskOptions {
  /** What takes the place of a text. */
  readonly mark: string;
  /**
   * Leaves parts that may be a word or a number of somebody else's: of those that are written in one case without digits,
   * or in digits only, sixteen characters are hidden, or eight from the beginning of a text.
   */
  readonly spareWords?: boolean;
}

/** So long a part of a text is as good as the text; what is shorter stands in other words too. */
const shortestPart = 8;
const shortestWords = 16;
const wordOrNumber = /^(?:[A-Z]?[a-z _.-]+|[A-Z _.-]+|\d+)$/;

/**
 * Hides texts, whole or any part of eight characters and more: as they are, percent-encoded once or more, with escapes of
 * JSON or of HTML, in hexadecimal, and in base64, also in the middle of what is encoded. No text is empty.
 */
export function maskTexts(texts: readonly string[], { mark, spareWords = false }: MaskOptions): TextMask {
  if (texts.length === 0) return { finds: () => false, hide: (text) => text };
  const index = indexParts(texts.flatMap((text) => formsOf(text, spareWords)));
  return {
    finds: (text) => decodings(text).some((each) => index.finds(each.text)),
    hide: (text) => {
      const places = [...decodings(text)].flatMap(({ text: read, starts }) =>
        index
          .placesIn(read)
          .map(({ from, to }) => ({ from: starts?.[from] ?? from, to: starts?.[to] ?? to })),
      );
      return places.length === 0 ? text : replaceAll(text, places, mark);
    },
  };
}

function formsOf(text: string, spareWords: boolean): readonly Form[] {
  // A short text stands in other words too, encoded all the more.
  if (text.length < shortestPart) return [{ text, parts: [{ at: 0, length: text.length }] }];
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const encoded = [hex, hex.toUpperCase()].map((form) => ({
    text: form,
    parts: partsOf(form, 2 * shortestPart),
  }));
  const base64 = [0, 1, 2].map((before) => base64Form(bytes, before));
  return [{ text, parts: plainParts(text, spareWords) }, ...encoded, ...base64];
}

function partsOf(text: string, length: number): readonly Part[] {
  return Array.from({ length: text.length - length + 1 }, (_none, at) => ({ at, length }));
}

function plainParts(text: string, spareWords: boolean): readonly Part[] {
  const parts = partsOf(text, shortestPart);
  if (!spareWords) return parts;
  return parts.flatMap((part) => {
    const { at, length } = part;
    if (at === 0 || !wordOrNumber.test(text.slice(at, at + length))) return [part];
    return at + shortestWords > text.length ? [] : [{ at, length: shortestWords }];
  });
}

/**
 * What base64 makes of bytes that begin `before` bytes after a group of three: the characters that hold nothing but bits
 * of them.
 */
function base64Form(bytes: Buffer, before: number): Form {
  const firstWhole = Math.ceil((before * 8) / 6);
  const wholeOf = (length: number): number => Math.floor(((before + length) * 8) / 6);
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const text = encoded.slice(firstWhole, wholeOf(bytes.length));
  return { text, parts: partsOf(text, wholeOf(shortestPart) - firstWhole) };
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
