import { expect, test } from 'vitest';
import { judge } from '../../../src/platform/judge.ts';

const call = { method: 'PUT', path: '/12/accounts/a' };

test.each([
  [new Error('connect ECONNREFUSED 127.0.0.1:9'), 'connect ECONNREFUSED 127.0.0.1:9'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AggregateError([]), 'AggregateError'],
  ['text', 'text'],
  [undefined, 'undefined'],
])('a request without answer because of %o says %j', (cause, line) => {
  const verdict = judge({ kind: 'no-answer', sent: false, cause }, call, 0);

  expect(verdict).toMatchObject({
    headers: {},
    error: { outcome: 'not-sent', detail: { lines: [line], cause } },
  });
});

test('an answer with HTTP 200 and JSON is what was asked for', () => {
  const verdict = judge({ kind: 'answer', status: 200, headers: {}, body: { value: [] } }, call, 7);

  expect(verdict).toEqual({ answer: { status: 200, body: [], date: 7 } });
});

test.each([
  [204, { problem: 'the answer is no JSON' }, 'unknown'],
  [302, { value: {} }, 'unknown'],
  [400, { value: { errors: [{ code: 'C' }] } }, 'refused'],
  [400, { value: { errors: 'text' } }, 'unknown'],
  [400, { value: null }, 'unknown'],
  [404, { problem: 'the answer is no JSON' }, 'unknown'],
  [408, { value: { errors: [{ code: 'C' }] } }, 'unknown'],
  [423, { value: { errors: [{ code: 'C' }] } }, 'refused'],
  [429, { problem: 'the answer was cut' }, 'refused'],
  [500, { value: { errors: [{ code: 'C' }] } }, 'unknown'],
  [500, { value: { operation_errors: [[{ code: 'C' }]] } }, 'refused'],
])('an answer with HTTP %d and the body %j is %s', (status, body, outcome) => {
  const verdict = judge({ kind: 'answer', status, headers: {}, body }, call, 7);

  expect(verdict).toMatchObject({ error: { outcome, status } });
});
