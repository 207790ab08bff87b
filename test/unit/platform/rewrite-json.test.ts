import { expect, test } from 'vitest';
import { rewriteJson } from '../../../src/platform/json.ts';

test.each([
  ['9223372036854775807', '9223372036854775807'],
  ['{"a":1.10,"b":1E400,"c":-0,"d":[1e2]}', '{"a":1.10,"b":1E400,"c":-0,"d":[1e2]}'],
  [' {"a" : 1, "a":2}\n', '{"a":2}'],
  ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
  ['"\\u0061"', '"a"'],
  ['null', 'null'],
])('%s is written as %s', (text, written) => {
  expect(rewriteJson(text)).toBe(written);
});

test('with an indent every member has a line', () => {
  expect(rewriteJson('{"a":[12345678901234567890]}', 2)).toBe(
    '{\n  "a": [\n    12345678901234567890\n  ]\n}',
  );
});

test.each(['', '{', '{"a":}', '[1,]', 'NaN', `${'['.repeat(200_000)}${']'.repeat(200_000)}`])(
  'what is no JSON is refused: %.10s',
  (text) => {
    expect(() => rewriteJson(text)).toThrow(SyntaxError);
  },
);
