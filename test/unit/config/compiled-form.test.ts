import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  type Arbitrary,
  anything,
  array,
  assert,
  constantFrom,
  integer,
  letrec,
  oneof,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compileForm, expandForm } from '../../../src/config/compiled-form.ts';
import type { Located } from '../../../src/config/located.ts';
import { readYaml } from '../../../src/config/read-yaml.ts';
import { sourceFile } from '../../../src/config/source-file.ts';

const numRuns = Number(process.env['ADSYNC_DOCUMENTS'] ?? 300);
const seed = process.env['ADSYNC_SEED'];
const corpus = path.join(import.meta.dirname, 'wrong-documents');

/** What became of a text: it has problems, it is read each time, or its form gives the same values at the same places. */
function outcomeOf(text: string): 'problems' | 'read each time' | 'kept' {
  const file = sourceFile('campaigns.yaml', text);
  let problems = 0;
  const { roots, complete, isPlain } = readYaml(file, () => {
    problems += 1;
  });
  if (problems > 0 || !complete) return 'problems';
  if (!isPlain) return 'read each time';
  expectNothingShared(roots);
  const form = compileForm(roots, file);
  if (form === undefined) return 'read each time';
  const expanded = expandForm(form, file);
  expect(expanded).toStrictEqual(roots);
  expect(orderOf(expanded)).toEqual(orderOf(roots));
  return 'kept';
}

/** Two values that are one object would be two of them after a form. */
function expectNothingShared(roots: readonly Located[]): void {
  const seen = new Set<Located>();
  const visit = (node: Located): void => {
    expect(seen.has(node)).toBe(false);
    seen.add(node);
    if (node.type === 'list') node.items.forEach(visit);
    if (node.type === 'map') for (const { value } of node.entries.values()) visit(value);
  };
  roots.forEach(visit);
}

/** All keys in their order, which an equality of maps does not look at. */
function orderOf(roots: readonly Located[]): readonly string[] {
  return roots.flatMap((node): readonly string[] => {
    if (node.type === 'list') return orderOf(node.items);
    if (node.type === 'map')
      return [...node.entries].flatMap(([key, { value }]) => [key, ...orderOf([value])]);
    return [];
  });
}

describe('the form of every document of the corpus gives what reading it gives', () => {
  test.each(
    readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name)),
  )('%s', (name) => {
    expect(['problems', 'read each time', 'kept']).toContain(
      outcomeOf(readFileSync(path.join(corpus, name), 'utf8')),
    );
  });
});

test('the form of generated documents, whole and damaged, gives what reading them gives', () => {
  const { value } = letrec<{ value: unknown }>((tie) => ({
    value: oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalars,
      array(tie('value'), { maxLength: 4 }),
      array(tuple(scalars.map(String), tie('value')), { maxLength: 4 }).map(Object.fromEntries),
    ),
  }));
  const documents = oneof(value, record({ version: constantFrom(1), accounts: value }), anything());
  const seen = new Set<string>();
  assert(
    property(documents, styles, damages, (document, style, damage) => {
      seen.add(outcomeOf(damaged(written(document, style), damage)));
    }),
    { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  );
  expect([...seen].sort()).toEqual(['kept', 'problems', 'read each time']);
});

const scalars: Arbitrary<unknown> = oneof(
  string({ unit: 'grapheme', maxLength: 12 }),
  constantFrom(
    'name',
    '${var.x}',
    '<<',
    '~',
    'null',
    '',
    'true',
    '0x1f',
    ' a ',
    '#b',
    '__proto__',
    '- c',
    'd: e',
    '*f',
  ),
  constantFrom(
    'two\nlines',
    'tab\there',
    "it's",
    '"quoted"',
    '\\',
    '\u{1F600}',
    '\u0085',
    '\uFEFF',
    '12345678901234567890',
  ),
  constantFrom(null, true, 1.5),
);

const styles = record({
  indent: constantFrom(2, 4),
  lineWidth: constantFrom(0, 20, 80),
  defaultStringType: constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'),
  defaultKeyType: constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
  collectionStyle: constantFrom('any', 'flow'),
  lineEnd: constantFrom('\n', '\r\n'),
  before: constantFrom(
    '',
    '\uFEFF',
    '%YAML 1.2\n---\n',
    '# comment\n',
    '--- \na: 1\n---\n',
    'x: &x { a: 1 }\ny: *x\n',
  ),
} as const);

type Style = typeof styles extends Arbitrary<infer Chosen> ? Chosen : never;

function written(document: unknown, { lineEnd, before, ...style }: Style): string {
  return (before + textOf(document, style)).replaceAll('\n', lineEnd);
}

/** Some values cannot be written as YAML at all. */
function textOf(document: unknown, style: Omit<Style, 'lineEnd' | 'before'>): string {
  try {
    return stringify(document, style) ?? '';
  } catch {
    return 'a: 1\n';
  }
}

/** Places, and what is put there in place of so many characters. */
const damages = array(
  record({
    at: integer({ min: 0, max: 400 }),
    cut: integer({ min: 0, max: 3 }),
    put: constantFrom(
      '',
      ' ',
      '\t',
      ':',
      '- ',
      '"',
      "'",
      '{',
      ']',
      '#',
      '&a ',
      '*a',
      '!t ',
      '\n',
      ',',
      '|',
      '? ',
      '\uD800',
    ),
  }),
  { maxLength: 2 },
);

type Damage = typeof damages extends Arbitrary<infer Chosen> ? Chosen : never;

function damaged(text: string, damage: Damage): string {
  return damage.reduce((so, { at, cut, put }) => {
    const place = at % (so.length + 1);
    return so.slice(0, place) + put + so.slice(place + cut);
  }, text);
}

test('numbers that are no form are refused', () => {
  const file = sourceFile('campaigns.yaml', 'a: 1\n');
  for (const numbers of [
    [],
    [1],
    [-1],
    [1, 9, 0, 0],
    [1, 3, 0, 5],
    [1, 4, 0, 2, 1, 0, 1, 0, 0],
    [1, 0, 0, 7],
  ])
    expect(() => expandForm(Int32Array.from(numbers), file)).toThrow(RangeError);
});
