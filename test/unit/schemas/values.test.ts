import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  isIdOf,
  ownValue,
  plainText,
  sameValue,
  type Value,
  type Values,
} from '../../../src/schemas/values.ts';

test.each<readonly [Value | undefined, Value | undefined, boolean]>([
  [1, 1, true],
  [1, 2, false],
  [1, '1', false],
  [0, false, false],
  [null, null, true],
  [null, undefined, false],
  [undefined, undefined, true],
  [null, {}, false],
  [{}, null, false],
  [{}, [], false],
  [[], {}, false],
  [['a'], { 0: 'a' }, false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: null }, { b: null }, false],
  [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, false],
  [{ a: 1 }, 'a', false],
  ['a', { a: 1 }, false],
])('sameValue(%j, %j) is %s', (left, right, same) => {
  expect(sameValue(left, right)).toBe(same);
});

function copied(value: unknown): Value {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}

/** JSON as parsing gives it: `-0` and what JSON cannot say left out. */
const json = fc.jsonValue().map(copied);

test('a value is the same as a copy of it, and equality goes both ways', () => {
  const property = fc.property(json, json, (left, right) => {
    expect(sameValue(left, copied(left))).toBe(true);
    expect(sameValue(left, right)).toBe(sameValue(right, left));
  });
  fc.assert(property);
});

test.each<readonly [Value | undefined, boolean]>([
  [{ id_of: 'a/b/c' }, true],
  [{ id_of: '' }, true],
  [{ id_of: 7 }, false],
  [{ id: 'a' }, false],
  [['id_of'], false],
  ['id_of', false],
  [null, false],
  [undefined, false],
])('isIdOf(%j) is %s', (value, expected) => {
  expect(isIdOf(value)).toBe(expected);
});

test.each<readonly [Value | undefined, string]>([
  ['text', 'text'],
  ['', ''],
  [7, '7'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'null'],
  [['a', 1], '["a",1]'],
])('plainText(%j) is %s', (value, expected) => {
  expect(plainText(value)).toBe(expected);
});

test('ownValue sees nothing of what every object inherits', () => {
  const proto: Values = Object.fromEntries([
    ['__proto__', 'own'],
    ['a', null],
  ]);

  expect(['__proto__', 'a', 'constructor', 'toString'].map((wire) => ownValue(proto, wire))).toEqual([
    'own',
    null,
    undefined,
    undefined,
  ]);
  expect(ownValue({}, '__proto__')).toBeUndefined();
  expect(ownValue(undefined, 'a')).toBeUndefined();
});
