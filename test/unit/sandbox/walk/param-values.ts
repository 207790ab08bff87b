import { type Draft, isBody } from './draft.ts';
import type { ParamRow } from './inventory.ts';
import { members } from './json-place.ts';

/** Values that the documentation allows for the parameter. */
export function validValues(param: ParamRow, draft: Draft): readonly unknown[] {
  const { recipe } = draft;
  const given = recipe.values?.[param.name];
  if (param.location === 'path') return [draft.path[param.name]];
  if (given !== undefined) return [given, ...bounds(param, draft)];
  if (param.choices.length > 0) return chosen(param, draft);
  const plain = namedValues[param.name] ?? plainValues[param.type]?.(draft);
  if (plain === undefined) throw new Error(`${param.id}: no value for ${param.name}`);
  return [...plain, ...bounds(param, draft)];
}

/** Values that break its documented type, bounds or enumeration. */
export function violations(param: ParamRow, draft: Draft): readonly unknown[] {
  const { min, max, type } = param;
  if (param.location === 'path')
    return draft.recipe.anything?.includes(param.name) === true ? [] : ['nosuch1'];
  const beyond = [
    ...(min === undefined ? [] : [ofSize(param, draft, min - 1)]),
    ...(max === undefined ? [] : [ofSize(param, draft, max + 1)]),
  ];
  const wrong =
    param.choices.length > 0 ? ['NO_SUCH_VALUE'] : (wrongNamed[param.name] ?? wrongValues[type] ?? []);
  const chosen = draft.recipe.wrong?.[param.name] ?? [];
  return [...beyond, ...wrong, ...chosen, ...(isBody(draft.row) ? (wrongJson[type] ?? []) : [])];
}

function bounds(param: ParamRow, draft: Draft): readonly unknown[] {
  return [param.min, param.max]
    .filter((size) => size !== undefined)
    .map((size) => ofSize(param, draft, size));
}

/** A value of that size: a number, a text of so many characters, a list of so many members. */
function ofSize(param: ParamRow, draft: Draft, size: number): unknown {
  const { recipe } = draft;
  if (param.type === 'int') return size;
  if (param.name === '[]') return recipe.many?.(size) ?? Array.from({ length: size }, () => memberOf(draft));
  if (!param.type.startsWith('list')) return 'x'.repeat(size);
  const item = recipe.items?.[param.name] ?? itemOf(param);
  return Array.from({ length: size }, (_, index) => item(index)).join(',');
}

function memberOf({ body }: Draft): unknown {
  const [first] = members(body);
  return structuredClone(first);
}

function itemOf({ name, type }: ParamRow): (index: number) => string {
  if (name === 'card_uris') return (index) => `card://c${index}`;
  return type === 'list<long>' ? (index) => String(1_000_000 + index) : (index) => `i${index}`;
}

function chosen({ choices, type }: ParamRow, { row }: Draft): readonly unknown[] {
  if (!type.startsWith('list')) return choices;
  return isBody(row) ? [choices] : [...choices, choices.join(',')];
}

// What the standard parameters of lists take (F-list-01).
const namedValues: Readonly<Record<string, readonly unknown[]>> = {
  sort_by: ['created_at-asc', 'updated_at-desc'],
};
const wrongNamed: Readonly<Record<string, readonly unknown[]>> = {
  sort_by: ['created_at', 'nosuch-asc', 'created_at-up'],
  cursor: ['nosuch'],
};

const plainValues: Readonly<Record<string, (draft: Draft) => readonly unknown[]>> = {
  string: () => ['abc'],
  text: () => ['abc'],
  int: () => [7],
  long: () => ['756201191646691328'],
  boolean: ({ row }) => (isBody(row) ? [true, false] : ['true', 'false']),
  timestamp: () => ['2026-12-01T00:00:00Z', '2026-12-01T01:00:00+01:00'],
  'list<string>': () => ['a', 'a,b'],
  'list<long>': () => ['1', '1,2'],
  array: (draft) => [draft.body],
  object: (draft) => [draft.body],
};

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  int: ['many', '1.5'],
  long: ['many', '99999999999999999999'],
  boolean: ['maybe'],
  timestamp: ['yesterday', '2026-02-30'],
};

const wrongJson: Readonly<Record<string, readonly unknown[]>> = {
  string: [{}, []],
  object: ['text', []],
  array: [{}, 'text'],
  'array<component>': [{}, 'text'],
  'array<array<component>>': [{}, 'text'],
  enum: [{}],
  'list<string>': [{}],
};
