/** A regular expression, taken apart. */
export type PatternNode =
  | { readonly type: 'character'; readonly matches: (character: string) => boolean }
  | { readonly type: 'start' }
  | { readonly type: 'end' }
  | { readonly type: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly parts: readonly PatternNode[] }
  | {
      readonly type: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      /** `undefined`: as often as it fits. */
      readonly most: number | undefined;
    };

interface Cursor {
  readonly characters: readonly string[];
  at: number;
}

type Test = (character: string) => boolean;

/** Counted repetitions are written out, so that they stay small. */
const mostRepeats = 255;

const digit: Test = (character) => /^[0-9]$/.test(character);
const word: Test = (character) => /^[A-Za-z0-9_]$/.test(character);
const space: Test = (character) => /^\s$/.test(character);
const classes: ReadonlyMap<string, Test> = new Map([
  ['d', digit],
  ['D', (character) => !digit(character)],
  ['w', word],
  ['W', (character) => !word(character)],
  ['s', space],
  ['S', (character) => !space(character)],
]);

/**
 * Takes a regular expression apart: characters, `.`, classes, `\d \w \s`, groups, `|`, `* + ? {n,m}`, `^` and `$`.
 * What takes more than reading the text once (references back, looking ahead) is left out. Throws SyntaxError, whose
 * message goes after "the pattern".
 */
export function parsePattern(text: string): PatternNode {
  const cursor = { characters: Array.from(text), at: 0 };
  const node = choice(cursor);
  if (peek(cursor) === ')') throw new SyntaxError('has a ")" without its "("');
  return node;
}

function peek({ characters, at }: Cursor): string | undefined {
  return characters[at];
}

function next(cursor: Cursor): string {
  const character = peek(cursor);
  if (character === undefined) throw new SyntaxError('ends too early');
  cursor.at += 1;
  return character;
}

function takes(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false;
  cursor.at += 1;
  return true;
}

function choice(cursor: Cursor): PatternNode {
  const parts = [sequence(cursor)];
  while (takes(cursor, '|')) parts.push(sequence(cursor));
  return { type: 'choice', parts };
}

function sequence(cursor: Cursor): PatternNode {
  const parts: PatternNode[] = [];
  for (let character = peek(cursor); character !== undefined; character = peek(cursor)) {
    if (character === '|' || character === ')') break;
    parts.push(repeated(cursor, single(cursor)));
  }
  return { type: 'sequence', parts };
}

function single(cursor: Cursor): PatternNode {
  const character = next(cursor);
  if (character === '^') return { type: 'start' };
  if (character === '$') return { type: 'end' };
  if (character === '.') return { type: 'character', matches: () => true };
  if (character === '(') return group(cursor);
  if (character === '[') return { type: 'character', matches: characterClass(cursor) };
  if (character === '\\') return { type: 'character', matches: escaped(cursor) };
  if ('*+?{}]'.includes(character)) throw new SyntaxError(`has a "${character}" with nothing before it`);
  return { type: 'character', matches: (other) => other === character };
}

function group(cursor: Cursor): PatternNode {
  if (takes(cursor, '?') && !takes(cursor, ':'))
    throw new SyntaxError('looks ahead, looks back or names a group, which is not supported');
  const node = choice(cursor);
  if (!takes(cursor, ')')) throw new SyntaxError('has a "(" without its ")"');
  return node;
}

function escaped(cursor: Cursor): Test {
  const character = next(cursor);
  const known = classes.get(character);
  if (known !== undefined) return known;
  if (/^[A-Za-z0-9]$/.test(character)) throw new SyntaxError(`has "\\${character}", which is not supported`);
  return (other) => other === character;
}

function characterClass(cursor: Cursor): Test {
  const negated = takes(cursor, '^');
  const tests: Test[] = [];
  while (!takes(cursor, ']')) tests.push(classMember(cursor));
  return (character) => tests.some((test) => test(character)) !== negated;
}

function classMember(cursor: Cursor): Test {
  const first = next(cursor);
  if (first === '\\') return escaped(cursor);
  if (peek(cursor) !== '-' || cursor.characters[cursor.at + 1] === ']') return (other) => other === first;
  next(cursor);
  const last = next(cursor);
  const [low, high] = [codePoint(first), codePoint(last)];
  if (last === '\\' || low > high)
    throw new SyntaxError(`has the range ${first}-${last}, which holds nothing`);
  return (other) => codePoint(other) >= low && codePoint(other) <= high;
}

function codePoint(character: string): number {
  return Number(character.codePointAt(0));
}

function repeated(cursor: Cursor, part: PatternNode): PatternNode {
  const bounds = quantifier(cursor);
  if (bounds === undefined) return part;
  // A lazy quantifier matches the same texts.
  takes(cursor, '?');
  if (quantifier(cursor) !== undefined) throw new SyntaxError('has two quantifiers side by side');
  return { type: 'repeat', part, ...bounds };
}

function quantifier(
  cursor: Cursor,
): { readonly least: number; readonly most: number | undefined } | undefined {
  if (takes(cursor, '*')) return { least: 0, most: undefined };
  if (takes(cursor, '+')) return { least: 1, most: undefined };
  if (takes(cursor, '?')) return { least: 0, most: 1 };
  if (!takes(cursor, '{')) return undefined;
  const end = cursor.characters.indexOf('}', cursor.at);
  const text = cursor.characters.slice(cursor.at, end).join('');
  const counts = /^(\d{1,3})(,(\d{0,3}))?$/.exec(end === -1 ? '' : text);
  if (counts === null) throw new SyntaxError('has a "{" that begins no count such as {2} or {1,3}');
  cursor.at = end + 1;
  const least = Number(counts[1]);
  const most = counts[2] === undefined ? least : counts[3] === '' ? undefined : Number(counts[3]);
  if (Math.max(least, most ?? 0) > mostRepeats || (most !== undefined && most < least))
    throw new SyntaxError(`has the count {${text}}, which is none from 0 to ${mostRepeats}`);
  return { least, most };
}
