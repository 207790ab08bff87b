import type { FieldType } from '../../schemas/define-field.ts';
import type { Matrix, MatrixInclusion, MatrixText, MatrixValue } from '../outline.ts';
import type { Axis } from './axes.ts';
import { freeName } from './axis-names.ts';
import type { Leaf } from './leaves.ts';

/** A matrix that grows with each text that its entries have of their own. */
export interface MatrixDraft {
  /** What is written for a text of each entry, so that each gets its own. */
  textFor(leaves: readonly Leaf[]): string;
  /** What is written for the value that an axis has for each entry; the member is called `name` where it needs one. */
  valueOf(axis: Axis, name: string, texts: readonly string[]): string;
  matrix(): Matrix;
}

/** What goes with the values of an axis, one text for each. */
interface Member {
  readonly name: string;
  readonly axis: Axis;
  readonly texts: readonly string[];
  readonly type: FieldType | undefined;
  /** Some combination has another text. */
  readonly hasExceptions: boolean;
}

/** What is written for a text, and the text for each entry. */
interface Reference {
  readonly written: string;
  readonly name: string;
  readonly textOf: (entry: number) => string;
}

/** What is said of one combination: beside its axes, and of the value of an axis. */
interface Said {
  readonly own: Map<string, MatrixText>;
  readonly ofAxis: Map<Axis, Map<string, MatrixText>>;
}

/** One text in so many entries may differ from what its axis says, and is told with the combination. */
const mostExceptions = 0.25;
/** A shorter text inside another one is there by chance. */
const shortestPart = 2;

/** What is known of a matrix so far. */
interface Draft {
  readonly axes: readonly Axis[];
  readonly members: Member[];
  /** By the number of the entry. */
  readonly inclusions: Map<number, Said>;
}

/** A matrix of these axes that says no more than the keys of their values. */
export function createMatrixDraft(axes: readonly Axis[]): MatrixDraft {
  const draft: Draft = { axes, members: [], inclusions: new Map() };
  return {
    textFor: (leaves) => {
      const [first] = leaves;
      if (first === undefined || leaves.every(({ text }) => text === first.text)) return first?.text ?? '';
      const known = referencesIn(draft);
      const same = known.find(
        ({ name, textOf }) =>
          (first.isFreeText || name === first.name) &&
          leaves.every(({ text }, entry) => text === textOf(entry)),
      );
      if (same !== undefined) return same.written;
      // A key and a name may be the same in one entry and not in another.
      const made = first.isFreeText
        ? (madeOf(leaves, known) ?? madeOf(leaves, known.toReversed()))
        : undefined;
      return made ?? withExceptions(draft, leaves, first) ?? oneByOne(draft, leaves, first);
    },
    valueOf: (axis, name, texts) => {
      const known = referencesIn(draft).find(
        ({ written, textOf }) =>
          written.startsWith(`\${matrix.${axis.name}`) &&
          texts.every((text, entry) => text === textOf(entry)),
      );
      if (known !== undefined) return known.written;
      return `\${matrix.${axis.name}.${addMember(draft, axis, name, { texts: usualTexts(axis, texts) })}}`;
    },
    matrix: () => ({
      axes: new Map(axes.map((axis) => [axis.name, valuesOf(axis, draft.members)])),
      exclude: combinationsWithout(axes),
      include: [...draft.inclusions]
        .filter(([, { own, ofAxis }]) => own.size + ofAxis.size > 0)
        .map(([entry, said]) => inclusionOf(axes, entry, said)),
    }),
  };
}

/** Axes first, then what goes with them and is the same for all combinations. */
function referencesIn({ axes, members }: Draft): readonly Reference[] {
  const certain = members.filter(({ hasExceptions }) => !hasExceptions);
  return [
    ...axes.map(
      (axis): Reference => ({
        written: `\${matrix.${axis.name}}`,
        name: '',
        textOf: (entry) => textAt(axis, axis.keys, entry),
      }),
    ),
    ...certain.map(
      ({ name, axis, texts }): Reference => ({
        written: `\${matrix.${axis.name}.${name}}`,
        name,
        textOf: (entry) => textAt(axis, texts, entry),
      }),
    ),
  ];
}

/** Of texts for each value of an axis, the one for an entry. */
function textAt({ places }: Axis, texts: readonly string[], entry: number): string {
  return texts[places[entry] ?? 0] ?? '';
}

/** Gives the name under which the texts go with the values of the axis. */
function addMember(
  { members }: Draft,
  axis: Axis,
  wished: string,
  more: Pick<Member, 'texts'> & Partial<Member>,
): string {
  const taken = members.filter((member) => member.axis === axis).map(({ name }) => name);
  const name = freeName(wished, new Set(['key', ...taken]));
  members.push({ name, axis, type: undefined, hasExceptions: false, ...more });
  return name;
}

function inclusionAt({ inclusions }: Draft, entry: number): Said {
  const known = inclusions.get(entry) ?? { own: new Map(), ofAxis: new Map() };
  inclusions.set(entry, known);
  return known;
}

/** Texts that go with one axis, but for a few entries; `undefined` where there are too many of these. */
function withExceptions(
  draft: Draft,
  leaves: readonly Leaf[],
  { name: wished, type }: Leaf,
): string | undefined {
  const texts = leaves.map(({ text }) => text);
  const tries = draft.axes.map((axis) => {
    const usual = usualTexts(axis, texts);
    const exceptions = texts.flatMap((text, entry) => (text === textAt(axis, usual, entry) ? [] : [entry]));
    return { axis, usual, exceptions };
  });
  const { axis, usual, exceptions } = tries.reduce((fewest, each) =>
    each.exceptions.length < fewest.exceptions.length ? each : fewest,
  );
  if (exceptions.length > texts.length * mostExceptions) return undefined;
  const name = addMember(draft, axis, wished, { texts: usual, type, hasExceptions: exceptions.length > 0 });
  for (const entry of exceptions) {
    const { ofAxis } = inclusionAt(draft, entry);
    const said = ofAxis.get(axis) ?? new Map<string, MatrixText>();
    ofAxis.set(axis, said.set(name, { text: texts[entry] ?? '', type }));
  }
  return `\${matrix.${axis.name}.${name}}`;
}

/** Texts that every entry has of its own. */
function oneByOne(draft: Draft, leaves: readonly Leaf[], { name: wished, type }: Leaf): string {
  const axes = draft.axes.map(({ name }) => name);
  const name = freeName(
    wished,
    new Set([...inclusionAt(draft, 0).own.keys(), ...axes, 'include', 'exclude']),
  );
  leaves.forEach(({ text }, entry) => {
    inclusionAt(draft, entry).own.set(name, { text, type });
  });
  return `\${matrix.${name}}`;
}

function inclusionOf(axes: readonly Axis[], entry: number, { own, ofAxis }: Said): MatrixInclusion {
  const values = axes.map((axis): readonly [string, MatrixValue] => [
    axis.name,
    { key: textAt(axis, axis.keys, entry), members: ofAxis.get(axis) ?? new Map() },
  ]);
  return { values: new Map(values), members: own };
}

/** For each value of an axis, the text that most of its entries have. */
function usualTexts(axis: Axis, texts: readonly string[]): readonly string[] {
  return axis.keys.map((_, place) => {
    const counts = new Map<string, number>();
    texts.forEach((text, entry) => {
      if (axis.places[entry] === place) counts.set(text, (counts.get(text) ?? 0) + 1);
    });
    const most = Math.max(...counts.values());
    return [...counts].find(([, count]) => count === most)?.[0] ?? '';
  });
}

function valuesOf(axis: Axis, members: readonly Member[]): readonly MatrixValue[] {
  const own = members.filter((member) => member.axis === axis);
  return axis.keys.map((key, place) => ({
    key,
    members: new Map(own.map(({ name, texts, type }) => [name, { text: texts[place] ?? '', type }])),
  }));
}

/** The combinations of keys that no entry has. */
function combinationsWithout(axes: readonly Axis[]): readonly ReadonlyMap<string, string>[] {
  const [first] = axes;
  const filled = new Set(first?.places.map((_, entry) => axes.map(({ places }) => places[entry]).join()));
  const all = axes.reduce<readonly (readonly number[])[]>(
    (combinations, { keys }) => combinations.flatMap((each) => keys.map((_, place) => [...each, place])),
    [[]],
  );
  return all
    .filter((places) => !filled.has(places.join()))
    .map((places) => new Map(axes.map(({ name, keys }, index) => [name, keys[places[index] ?? 0] ?? ''])));
}

/** A text of which parts are what the matrix has, each a whole word; `undefined` where that does not give every text. */
function madeOf(leaves: readonly Leaf[], references: readonly Reference[]): string | undefined {
  const [first] = leaves;
  const parts = references
    .map((reference) => ({ reference, part: reference.textOf(0) }))
    .filter(({ part }) => part.length >= shortestPart)
    .sort((left, right) => right.part.length - left.part.length);
  const pieces: (string | Reference)[] = [];
  const text = first?.text ?? '';
  for (let at = 0; at < text.length; ) {
    const found = parts.find(({ part }) => isWordAt(text, at, part));
    pieces.push(found?.reference ?? text.charAt(at));
    at += found?.part.length ?? 1;
  }
  if (pieces.every((piece) => typeof piece === 'string')) return undefined;
  const isGiven = leaves.every(
    (leaf, entry) =>
      leaf.text === pieces.map((piece) => (typeof piece === 'string' ? piece : piece.textOf(entry))).join(''),
  );
  return isGiven
    ? pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('')
    : undefined;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function isWordAt(text: string, at: number, part: string): boolean {
  if (!text.startsWith(part, at)) return false;
  return !letterOrDigit.test(text.charAt(at - 1)) && !letterOrDigit.test(text.charAt(at + part.length));
}
