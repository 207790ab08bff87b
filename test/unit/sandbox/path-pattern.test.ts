import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathPattern } from '../../../packages/sandbox/src/wire/path-pattern.ts';

test.each([
  ['/12/accounts', '/12/accounts', true],
  ['/12/accounts', '/12/accounts/', true],
  ['/12/accounts', '/12/accounts//', false],
  ['/12/accounts/', '/12/accounts', false],
  ['/12/accounts/*', '/12/accounts/18ce', true],
  ['/12/accounts/*', '/12/accounts/', true],
  ['/12/accounts/*', '/12/accounts/18ce/campaigns', false],
  ['/12/**/campaigns', '/12/accounts/18ce/campaigns', true],
  ['/12/**/campaigns', '/12/campaigns', false],
  ['/12**campaigns', '/12/campaigns', true],
  ['/***', '/12/accounts', true],
  ['/12/a.b', '/12/axb', false],
  ['/(a+)+[b]', '/(a+)+[b]', true],
  ['/夏*', '/夏のセール', true],
  ['', '', true],
  ['', '/', true],
  ['**', '', true],
])('the pattern %j and the path %j: %s', (pattern, path, expected) => {
  expect(pathPattern(pattern)(path)).toBe(expected);
});

const piece = fc.constantFrom('a', 'b', '/', '*', '**', '.', '[a]');
const pattern = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
const path = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }).map((pieces) => pieces.join(''));

test('a pattern fits what the regular expression of the same meaning fits', () => {
  fc.assert(
    fc.property(pattern, path, (glob, text) => {
      const source = glob.split(/(\*{2,}|\*)/).map((part) => {
        if (part.startsWith('**')) return '.*';
        return part === '*' ? '[^/]*' : part.replaceAll(/[.[\]]/g, '\\$&');
      });
      expect(pathPattern(glob)(text)).toBe(new RegExp(`^${source.join('')}/?$`).test(text));
    }),
    { numRuns: 5000 },
  );
});

test.each([`/${'**a'.repeat(300)}b`, `/${'*a'.repeat(400)}b`, '/**'.repeat(300), '*'.repeat(1000)])(
  'the pattern %s takes little time for a path as long as a request may have',
  (glob) => {
    const started = performance.now();
    const fits = pathPattern(glob);

    expect(fits(`/${'a'.repeat(8_000)}`)).toBe(/^\*+$/.test(glob));
    expect(fits(`/${'a/'.repeat(4_000)}`)).toBe(/^[/*]+$/.test(glob));
    expect(performance.now() - started).toBeLessThan(10_000);
  },
);
