import { expect, test } from 'vitest';
import { type ApiField, jsonOfFields, pairsOf } from '../../../src/platform/api-fields.ts';

const text = (name: string, value: string): ApiField => ({ name, value, isLiteral: false });
const literal = (name: string, value: string): ApiField => ({ name, value, isLiteral: true });

test.each<[readonly ApiField[], string]>([
  [[], '{}'],
  [[text('a', '1'), literal('b', '1')], '{"a":"1","b":1}'],
  [[literal('id', '9223372036854775807')], '{"id":9223372036854775807}'],
  [
    [literal('amount', '1.10'), literal('all', 'true'), literal('none', 'null')],
    '{"amount":1.10,"all":true,"none":null}',
  ],
  [
    [text('filter[user_id]', '7'), text('filter[keyword]', 'sun')],
    '{"filter":{"user_id":"7","keyword":"sun"}}',
  ],
  [[text('ids[]', 'a'), text('ids[]', 'b')], '{"ids":["a","b"]}'],
  [[text('a[b][c][]', 'x')], '{"a":{"b":{"c":["x"]}}}'],
  [[text('add[][value]', 'cat'), text('add[][value]', 'dog')], '{"add":[{"value":"cat"},{"value":"dog"}]}'],
  [[text('__proto__', 'x')], '{"__proto__":"x"}'],
  [[text('quote"', '"\n')], '{"quote\\"":"\\"\\n"}'],
])('%j is the body %s', (fields, body) => {
  expect(jsonOfFields(fields)).toBe(body);
});

test.each<[readonly ApiField[]]>([
  [[text('a', '1'), text('a', '2')]],
  [[text('a', '1'), text('a[b]', '2')]],
  [[text('a[b]', '1'), text('a', '2')]],
  [[text('a[]', '1'), text('a[b]', '2')]],
  [[text('a[b]', '1'), text('a[]', '2')]],
])('%j contradict each other', (fields) => {
  expect(() => jsonOfFields(fields)).toThrow('stands where another one is already');
});

test.each(['[a]', 'a[b', 'a]b[', 'a[b]c', ''])('%j is no name of a field', (name) => {
  expect(() => jsonOfFields([text(name, 'x')])).toThrow('is no name of a field');
});

test('in a query null is an empty value, and other literals stand as they are written', () => {
  const fields = [literal('end_time', 'null'), text('name', 'null'), literal('id', '9223372036854775807')];

  expect(pairsOf(fields, true)).toEqual({ end_time: '', name: 'null', id: '9223372036854775807' });
});

test.each(['oauth_nonce', 'oauth_signature', '__proto__', 'oauth_token', ''])(
  'no parameter is called %j',
  (name) => {
    expect(() => pairsOf([text(name, 'x')], true)).toThrow('no parameter can be called');
  },
);

test('a parameter that is given twice is refused, for only one would count', () => {
  expect(() => pairsOf([text('a', '1'), text('a', '1')], true)).toThrow('the parameter a is given twice');
});

test('where no token signs, the request token is a parameter', () => {
  expect(pairsOf([text('oauth_token', 'abc')], false)).toEqual({ oauth_token: 'abc' });
});
