import { type Document, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** The members of a profile's file, by name: a text as it is written, or a list of them. */
export type ProfileMembers = ReadonlyMap<string, string | readonly string[]>;

/** Makes the error for what stands at an offset of the text. */
type Refusal = (offset: number, message: string, remedy: string) => AdsyncError;

/**
 * Reads the members of a profile. Throws ADSYNC_PROFILE_INVALID, with the place, for what is no map of texts, for a name that
 * is not among the known ones or is there twice; nothing of the text is repeated but such a name.
 */
export function profileMembers(text: string, shown: string, known: readonly string[]): ProfileMembers {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const refusal: Refusal = (offset, message, remedy) => {
    const { line, col } = lines.linePos(offset);
    return new AdsyncError('ADSYNC_PROFILE_INVALID', `${shown}:${line}:${col}  ${message}`, { remedy });
  };
  refuseBroken(document, refusal);
  const { contents } = document;
  if (!isMap(contents))
    throw refusal(0, 'the file holds no members', `Write NAME: VALUE lines; there are ${known.join(', ')}.`);
  return new Map(contents.items.map((pair) => memberOf(pair, known, refusal)));
}

function refuseBroken({ errors: [error] }: Document.Parsed, refusal: Refusal): void {
  if (error === undefined) return;
  const [offset] = error.pos;
  if (error.code === 'DUPLICATE_KEY')
    throw refusal(offset, 'this member is there twice', 'Delete one of the two.');
  throw refusal(
    offset,
    'the file is not YAML from here on',
    'Correct it, or delete the file and sign in again with `adsync auth login`.',
  );
}

function memberOf(
  { key, value }: Pair,
  known: readonly string[],
  refusal: Refusal,
): readonly [name: string, value: string | readonly string[]] {
  const name = sourceOf(key) ?? '';
  if (!known.includes(name)) {
    const near = nearest(name, known);
    throw refusal(
      offsetOf(key),
      `a profile has no member ${isWord(name) ? name : 'like this'}`,
      near === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${near}?`,
    );
  }
  const read = isSeq(value) ? value.items.map(sourceOf) : [sourceOf(value)];
  const [first, ...more] = read.filter((text) => text !== undefined && text !== '');
  if (first === undefined || more.length + 1 < read.length)
    throw refusal(
      offsetOf(key),
      `${name} has no value that can be used`,
      'Write a text, or a list of words for a command.',
    );
  return [name, isSeq(value) ? [first, ...more.filter((text) => text !== undefined)] : first];
}

/** Anything else may be a secret that slipped into the place of a name. */
function isWord(name: string): boolean {
  return /^[a-z]+(?:[_-][a-z]+)*$/.test(name) && name.length <= 30;
}

/** A scalar as it is written: an id of digits is longer than a number is exact. */
function sourceOf(node: unknown): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : node.source;
}

function offsetOf(node: unknown): number {
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
}
