import { at } from './json-place.ts';

/** What stands at a field named as the inventory names it: `a.b`, `a[].b` for the first item of a list. */
export function fieldIn(sample: unknown, name: string): unknown {
  let found = sample;
  for (const part of name.split('[]')) {
    const inner = part.replace(/^\./, '');
    if (Array.isArray(found)) found = found[0];
    if (inner !== '') found = at(found, inner);
  }
  return found;
}

/** Whether the value is of the type that the inventory gives the field. */
export function hasType(value: unknown, type: string): boolean {
  if (value === undefined) return false;
  const nullable = type.endsWith(' or null');
  const plain = type.replace(/ or null$/, '');
  if (value === null) return nullable || plain.startsWith('not s');
  const test = Object.entries(tests).find(([name]) => plain === name || plain.startsWith(`${name} of `));
  if (test === undefined) throw new Error(`no test for the type ${type}`);
  return test[1](value);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isWhole = (value: unknown): boolean => Number.isInteger(value);
// Advertising times are whole seconds of UTC, those of the data API may carry milliseconds.
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(value);
const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  'string of digits': (value) => typeof value === 'string' && /^\d+$/.test(value),
  'text of an integer': (value) => typeof value === 'string' && /^\d+$/.test(value),
  string: isText,
  enum: isText,
  'enum value': isText,
  operator: isText,
  boolean: (value) => typeof value === 'boolean',
  'integer offset': isWhole,
  integer: isWhole,
  int: isWhole,
  long: isWhole,
  money: isWhole,
  number: (value) => typeof value === 'number',
  timestamp: isTime,
  common: (value) => typeof value === 'boolean' || isTime(value),
  object: isObject,
  'record or array': (value) => typeof value === 'object',
  array: Array.isArray,
  'not shown': () => true,
  'not stated': () => true,
};
