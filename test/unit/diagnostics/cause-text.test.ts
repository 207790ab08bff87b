import { expect, test } from 'vitest';
import { causeText, systemCode } from '../../../src/diagnostics/cause-text.ts';

test.each<[string, unknown, string | undefined, string]>([
  [
    'an error of the system',
    Object.assign(new Error('no such file'), { code: 'ENOENT' }),
    'ENOENT',
    'no such file',
  ],
  [
    'one without words',
    Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
    'ECONNREFUSED',
  ],
  ['a timeout, whose code is a number', new DOMException('too late', 'TimeoutError'), undefined, 'too late'],
  ['an error without words and code', new TypeError(''), undefined, 'TypeError'],
  ['a text', 'gone', undefined, 'gone'],
])('%s', (_name, cause, code, text) => {
  expect([systemCode(cause), causeText(cause)]).toEqual([code, text]);
});
