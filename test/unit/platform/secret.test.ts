import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from '../../../src/platform/secret.ts';

const secret = new Secret('tell-nobody');

test.each<[string, () => string]>([
  ['String()', () => String(secret)],
  ['concatenation', () => ['a', secret].join(' ')],
  ['JSON', () => JSON.stringify({ deep: [{ secret }] })],
  ['inspect', () => inspect({ deep: [{ secret }] }, { depth: 9, showHidden: true, getters: true })],
  ['format', () => format('%s %o %O %j', secret, secret, secret, secret)],
  ['its members', () => inspect(Object.entries(Object.getOwnPropertyDescriptors(secret)))],
  ['a copy', () => inspect(Object.assign({}, secret))],
  ['a structured clone', () => inspect(structuredClone({ secret }))],
  ['an error that has it as cause', () => inspect(new Error('no', { cause: { secret } }))],
])('a secret does not show in %s', (_name, print) => {
  expect(print()).not.toContain('nobody');
});

test('a secret prints as [redacted], and reveals itself when asked', () => {
  expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual([
    '[redacted]',
    '"[redacted]"',
    '[redacted]',
  ]);
  expect(secret.reveal()).toBe('tell-nobody');
});
