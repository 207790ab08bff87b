/** A text as it may be written, whose parts are looked for. */
export interface Form {
  readonly text: string;
  /** How long a part is that is taken for the text, and where it begins. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly at: number;
  readonly length: number;
}

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Finds parts of texts in others, quickly where there is none. */
export interface PartIndex {
  finds(text: string): boolean;
  /** Where they stand, each as far as it goes. */
  placesIn(text: string): readonly Place[];
}

const gramLength = 4;
const sketchBits = 17;

/**
 * An index of the parts of forms. A space, `+` and `-` count as one character, and `/` and `_`: which of them stands there
 * depends on the way of writing it.
 */
export function indexParts(forms: readonly Form[]): PartIndex {
  const folded = forms.map((form) => ({ ...form, text: fold(form.text) }));
  const byLength = new Map<number, Map<string, Found>>();
  for (const form of folded)
    for (const { at, length } of form.parts) {
      const parts = byLength.get(length) ?? new Map<string, Found>();
      byLength.set(length, parts.set(form.text.slice(at, at + length), { form: form.text, at }));
    }
  const shortest = Math.min(...byLength.keys());
  const sketch = sketchOf(byLength);
  // A part holds a gram at one of the places that lie so far from each other.
  const stride = shortest - gramLength + 1;
  const mayHold = (text: string): boolean => {
    if (text.length < shortest) return false;
    if (sketch === undefined) return true;
    for (let at = 0; at + gramLength <= text.length; at += stride)
      if (sketch[gramAt(text, at)] === 1) return true;
    return false;
  };
  const placesIn = (text: string): readonly Place[] =>
    mayHold(text) ? placesOf(fold(text), byLength, sketch) : [];
  return { finds: (text) => placesIn(text).length > 0, placesIn };
}

interface Found {
  readonly form: string;
  readonly at: number;
}

type PartsByLength = ReadonlyMap<number, ReadonlyMap<string, Found>>;

/** Marks every gram of every part; `undefined` where a part is too short for one. */
function sketchOf(byLength: PartsByLength): Uint8Array | undefined {
  const sketch = new Uint8Array(2 ** sketchBits);
  for (const [length, parts] of byLength) {
    if (length < gramLength) return undefined;
    for (const part of parts.keys())
      for (let at = 0; at + gramLength <= length; at += 1) sketch[gramAt(part, at)] = 1;
  }
  return sketch;
}

function placesOf(text: string, byLength: PartsByLength, sketch: Uint8Array | undefined): readonly Place[] {
  const places: Place[] = [];
  let end = 0;
  for (let from = 0; from < text.length; from += 1) {
    if (sketch !== undefined && sketch[gramAt(text, from)] !== 1) continue;
    for (const [length, parts] of byLength) {
      const found = from + length <= end ? undefined : parts.get(text.slice(from, from + length));
      if (found === undefined) continue;
      const place = stretched(text, { from, to: from + length }, found);
      places.push(place);
      end = place.to;
    }
  }
  return places;
}

/** The place with what stands around it of the same form. */
function stretched(text: string, { from, to }: Place, { form, at }: Found): Place {
  let before = 0;
  while (before < Math.min(at, from) && text[from - before - 1] === form[at - before - 1]) before += 1;
  let after = 0;
  const rest = at + to - from;
  while (rest + after < form.length && text[to + after] === form[rest + after]) after += 1;
  return { from: from - before, to: to + after };
}

function fold(text: string): string {
  return text.replaceAll(/[ -]/g, '+').replaceAll('_', '/');
}

/** The number of the gram at a place, whichever of the characters that count as one stand there. */
function gramAt(text: string, at: number): number {
  let sum = 0;
  for (let index = at; index < at + gramLength; index += 1)
    sum = (Math.imul(sum, 0x9e_37_79_b1) + foldedCode(text.charCodeAt(index))) | 0;
  return Math.imul(sum, 0x85_eb_ca_6b) >>> (32 - sketchBits);
}

function foldedCode(code: number): number {
  if (code === 32 || code === 45) return 43;
  return code === 95 ? 47 : code;
}
