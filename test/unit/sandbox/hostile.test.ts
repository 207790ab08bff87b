import { describe, expect, test } from 'vitest';
import { parseJson, printJson } from '../../../packages/sandbox/src/wire/lossless-json.ts';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const base = `/12/accounts/${us}`;

describe('64-bit numbers', () => {
  test.each([
    '[822333526255120384,-9223372036854775808,9007199254740993]',
    '{"id":12345678901234567890,"text":"12345678901234567890","float":1.5}',
    '9223372036854775807',
    '{"__proto__":{"a":1}}',
  ])('%s is read and printed without loss', (text) => {
    expect(printJson(parseJson(text))).toBe(text);
  });

  test('pass through a request and its answer', async () => {
    const body = `{"currency":"USD","start_time":"2026-01-01","type":"CREDIT_LINE","credit_limit_local_micro":9007199254740993}`;

    const answer = await client.send('POST', `${base}/funding_instruments`, { json: body });

    expect(answer.text.match(/9007199254740993/g)).toHaveLength(3);
  });

  test('a depth that cannot be walked is a syntax error', () => {
    expect(() => parseJson(`${'['.repeat(200_000)}1234567890123456`)).toThrow(SyntaxError);
  });
});

test.each<[string, RequestInit & { path?: string }, number]>([
  ['a body above the limit', { method: 'POST', body: 'x'.repeat(5_000_001) }, 400],
  ['an address that cannot be decoded', { path: '/12/%ff' }, 404],
  ['an address outside the platform', { path: '/' }, 400],
  ['a control call that is none', { path: '/_sandbox/none' }, 404],
])('%s is answered, not carried out', async (_case, { path = '/12/accounts', ...init }, status) => {
  const response = await fetch(`${client.baseUrl}${path}`, init);

  expect([response.status, await response.json()]).toMatchObject([status, { errors: [{}] }]);
});
