import type { Kind } from '../schemas/define-kind.ts';
import { allKinds, childKinds, kindsCalled } from '../schemas/registry.ts';
import { type DocumentWord, wordAt, wordOfKind, wordsOfKind } from './document-words.ts';
import { explainField, explainKind, explainMeaning } from './explain-text.ts';

/** The reference of a name, or what is not known of it, with the names that there are. */
type Explained =
  | { readonly text: string }
  | { readonly what: string; readonly unknown: string; readonly names: readonly string[] };

/**
 * The reference of a kind, by its name or by a word that the document or people have for it; of a field or section of a
 * kind, after a point; or of any other key of the document. A section that several kinds share explains them all.
 */
export function explainName(name: string): Explained {
  const [first = '', ...rest] = name.split('.');
  const [second] = rest;
  const named = kindsCalled(first);
  if (named.length > 0 && second === undefined) return { text: named.map(explainKind).join('\n') };
  const texts = named.flatMap((kind) => below(kind, rest) ?? []);
  if (texts.length > 0) return { text: texts.join('\n') };
  const [kind] = named;
  if (kind !== undefined)
    return { what: `field of ${kind.name} called`, unknown: rest.join('.'), names: namesBelow(kind) };
  const word = anyWord([first, ...rest]);
  if (word !== undefined) return { text: explainWord(name, word) };
  const meanings = allKinds.flatMap((each) => explainMeaning(each, name) ?? []);
  if (meanings.length > 0) return { text: meanings.join('\n') };
  if (rest.length === 0) {
    const stands = placesOf(name);
    const [only] = stands;
    if (stands.length === 1 && only !== undefined) return explainName(only);
    if (stands.length > 1) return { text: placesText(name, stands) };
  }
  const names = [...allKinds.map((each) => each.name), ...documentWords()];
  return { what: 'kind and no word of the document called', unknown: name, names };
}

let places: ReadonlyMap<string, readonly string[]> | undefined;

/** Where a word stands that has no reference of its own, shortest first: below a kind, or at the top of the document. */
function placesOf(word: string): readonly string[] {
  places ??= allPlaces();
  return places.get(word) ?? [];
}

function allPlaces(): ReadonlyMap<string, readonly string[]> {
  const sections = new Set(allKinds.map(({ section }) => section));
  const pathsBelow = (path: readonly string[], node: DocumentWord | undefined): readonly string[][] =>
    [...(node?.members.keys() ?? [])].flatMap((member) => {
      const place = [...path, member];
      const isOther = sections.has(member) || path.includes(member) || place.length > deepest;
      return [place, ...(isOther ? [] : pathsBelow(place, wordBelow(place)))];
    });
  const first = documentWords().filter((name) => !sections.has(name));
  const found = [
    ...first.flatMap((name) => pathsBelow([name], anyWord([name]))),
    ...allKinds.flatMap((kind) =>
      Object.keys(kind.fields).flatMap((field) => pathsBelow([kind.name, field], wordOfKind(kind, [field]))),
    ),
  ].toSorted((one, other) => one.length - other.length);
  const byWord = Map.groupBy(found, (path) => path.at(-1) ?? '');
  return new Map(
    [...byWord].map(([word, paths]) => {
      // What stands under defaults stands in an entry of its kind too, unless an entry is not a map there.
      const own = paths.filter(([top]) => top !== 'defaults');
      return [word, [...new Set((own.length > 0 ? own : paths).map((path) => path.join('.')))]];
    }),
  );
}

function wordBelow([first = '', ...rest]: readonly string[]): DocumentWord | undefined {
  const [kind] = kindsCalled(first);
  return kind === undefined ? anyWord([first, ...rest]) : wordOfKind(kind, rest);
}

/** How many words a place is told in, at most. */
const deepest = 5;

function placesText(name: string, stands: readonly string[]): string {
  const lines = stands.map((place) => `  adsync explain ${place}`);
  return [`${name} stands in ${stands.length} places:`, ...lines, ''].join('\n');
}

/** Everything that has a reference, each with its first sentence: the keys at the top of the document, and the kinds. */
export function explainAll(): string {
  const top = [...(wordAt([])?.members ?? [])];
  const kinds = allKinds.map(({ name, description }) => [name, description] as const);
  const width = Math.max(...[...top, ...kinds].map(([name]) => name.length));
  const lines = (named: readonly (readonly [string, string])[]): readonly string[] =>
    named.map(([name, text]) =>
      `  ${name.padEnd(width)}  ${text.replace(/(?<=[a-z)])[.;] .*$/, '.')}`.trimEnd(),
    );
  return [
    'At the top of the document:',
    ...lines(top),
    '',
    'Kinds, each under its section:',
    ...lines(kinds),
    '',
    'adsync explain NAME tells more of one, adsync explain KIND.FIELD of a field.',
    '',
  ].join('\n');
}

/** All names that `explainName` has a reference of, each once: kinds, sections, fields, and other words of the document. */
export function explainedNames(): readonly string[] {
  const words = documentWords();
  return [
    ...new Set([
      ...allKinds.flatMap(({ name, section }) => [name, section]),
      ...words,
      ...allKinds.flatMap((kind) => within(kind.name, namesBelow(kind))),
      ...allKinds.flatMap(({ section, fields }) =>
        within(
          section,
          Object.values(fields).flatMap(({ meanings = {} }) => Object.keys(meanings)),
        ),
      ),
      ...words.flatMap((word) => within(word, anyWord([word])?.members.keys() ?? [])),
    ]),
  ];
}

function within(name: string, members: Iterable<string>): readonly string[] {
  return [...members].map((member) => `${name}.${member}`);
}

/** The reference of what stands below a kind: a field, the kind of a section, or another key. */
function below(kind: Kind, path: readonly string[]): string | undefined {
  const name = path.join('.');
  const field = new Map(Object.entries(kind.fields)).get(name);
  if (field !== undefined) return explainField(kind, name, field);
  const child = childKinds(kind.name).find(({ section }) => section === name);
  if (child !== undefined) return explainKind(child);
  const meaning = explainMeaning(kind, path.at(-1) ?? '');
  if (meaning !== undefined) return meaning;
  const word = wordOfKind(kind, path);
  return word === undefined ? undefined : explainWord(`${kind.name}.${name}`, word);
}

function namesBelow(kind: Kind): readonly string[] {
  return [
    ...Object.keys(kind.fields),
    ...childKinds(kind.name).map(({ section }) => section),
    ...wordsOfKind(kind),
  ];
}

/** A key at the top of the document, else one of the entries of accounts, else one of those of other kinds. */
function anyWord(path: readonly string[]): DocumentWord | undefined {
  const inEntries = allKinds.map((kind) => wordOfKind(kind, path)).find((word) => word !== undefined);
  return wordAt(path) ?? inEntries;
}

function documentWords(): readonly string[] {
  const top = [...(wordAt([])?.members.keys() ?? [])];
  return [...new Set([...top, ...allKinds.flatMap(wordsOfKind)])];
}

function explainWord(name: string, { description, members }: DocumentWord): string {
  const width = Math.max(0, ...[...members.keys()].map((member) => member.length));
  const lines = [...members].map(([member, text]) => `  ${member.padEnd(width)}  ${text}`.trimEnd());
  const told = description === '' ? [] : [`  ${description}`];
  return [name, ...told, ...(lines.length === 0 ? [] : ['', ...lines]), ''].join('\n');
}
