import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskTexts } from '../../../src/platform/text-mask.ts';

const secret = 'kR7/+q=😀9&"xY-Zw<é 25%';
const mask = maskTexts([secret, 'AnotherSecret42'], { mark: '#' });

/** How programs write a text that they repeat. */
const writings: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded as a form', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['with every byte percent-encoded', (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
  ['as JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['as JSON in JSON', (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3)],
  ['as JSON with escaped slashes', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  [
    'as JSON of ASCII',
    (text) => text.replaceAll(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  [
    'as HTML',
    (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ],
  ['as numbered characters', (text) => text.replaceAll(/./gu, (sign) => `&#${sign.codePointAt(0)};`)],
  [
    'as hexadecimal characters',
    (text) => text.replaceAll(/./gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  ],
];

describe('texts are hidden', () => {
  test.each(writings)('%s', (_name, write) => {
    expect(mask.hide(`before ${write(secret)} after`)).toBe('before # after');
    expect(mask.finds(write(secret))).toBe(true);
  });

  test.each(writings)('from eight characters of the beginning on, %s', (_name, write) => {
    for (const length of [8, 9, 15, Array.from(secret).length - 1])
      expect(mask.hide(`(${write(Array.from(secret).slice(0, length).join(''))})`)).toBe('(#)');
  });

  test.each(writings)('from eight characters of its middle or end on, %s', (_name, write) => {
    const signs = Array.from(secret);
    for (let from = 1; from + 8 <= signs.length; from += 1)
      for (const end of [from + 8, signs.length])
        expect(mask.hide(`(${write(signs.slice(from, end).join(''))})`)).toBe('(#)');
  });

  test.each([
    ['small', (text: string) => Buffer.from(text).toString('hex')],
    ['capital', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
    ['escaped', (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, String.raw`\x$&`)],
  ])('in hexadecimal digits that are %s', (_name, write) => {
    for (const part of ['AnotherSecret42', 'AnotherSecret4', 'otherSec'])
      expect(mask.hide(`(${write(part)})`)).toBe('(#)');
    expect(mask.hide(write('otherSe'))).toBe(write('otherSe'));
  });

  test('in base64 of their end only', () => {
    const hidden = mask.hide(Buffer.from('x:therSecret42').toString('base64'));

    expect(hidden).toMatch(/^.{0,4}#.{0,4}$/);
  });

  test('and fewer than eight characters are not', () => {
    expect(mask.hide(secret.slice(0, 7))).toBe(secret.slice(0, 7));
    expect(mask.finds(secret.slice(0, 7))).toBe(false);
  });

  test.each(['base64', 'base64url'] as const)(
    'in %s, wherever they begin and end in what is encoded',
    (form) => {
      for (const before of ['', 'a', 'ab', 'key:', 'https'])
        for (const after of ['', ':', ':x', ':xy']) {
          const hidden = mask.hide(Buffer.from(`${before}${secret}${after}`).toString(form));
          const shown = hidden.split('#').map((part) => Buffer.from(part, 'base64').toString());

          expect(hidden).toContain('#');
          expect(shown.join()).not.toContain(secret.slice(0, 3));
          expect(hidden.length).toBeLessThan(before.length * 2 + 12);
        }
    },
  );

  test('in base64 that is percent-encoded', () => {
    const text = encodeURIComponent(encodeURIComponent(Buffer.from(secret).toString('base64')));

    expect(mask.hide(text)).toMatch(/^#.{0,12}$/);
  });

  test('each time, several of them, one mark for what overlaps', () => {
    const both = maskTexts(['sharedStartKey', 'sharedStartSecret'], { mark: '#' });

    expect(both.hide('sharedStartSecret, sharedStartKey and sharedStartSecretsharedStartKey')).toBe(
      '#, # and #',
    );
    expect(mask.hide(`${secret}AnotherSecret42 ${secret}`)).toBe('# #');
  });

  test('whole where they are shorter than eight characters', () => {
    const short = maskTexts(['DE1'], { mark: '#' });

    expect(short.hide('DE1, DE and REUx')).toBe('#, DE and REUx');
    expect(short.hide('D')).toBe('D');
  });
});

describe('where words are spared', () => {
  const token = 'welcomesOfTheBase7secret-consumer-key-word-1234567890123456789';
  const sparing = maskTexts([token], { mark: '#', spareWords: true });

  test.each(['consumer-key', 'secret consumer', '12345678', 'TheBase', 'aBigWord'])('%s stays', (text) => {
    expect(sparing.hide(text)).toBe(text);
  });

  test.each([
    ['a part of capitals, small letters or digits', 'sOfTheBase7s'],
    ['the beginning, though it is a word', 'welcomes'],
    ['sixteen characters of words', 'ret-consumer-key'],
    ['sixteen digits', '3456789012345678'],
    ['the words around such a part', 'consumer-key-word-1'],
  ])('%s does not', (_name, text) => {
    expect(sparing.hide(`(${text})`)).toBe('(#)');
  });
});

test('without texts nothing is hidden', () => {
  expect(maskTexts([], { mark: '#' }).hide('%')).toBe('%');
});

test('other texts stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(mask.hide(text)).toBe(text);
    }),
  );
});

test('what is around a hidden text stays as it is', () => {
  const around = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '%', ',', ';', 'é', '"', '<') });
  const written = fc.constantFrom(...writings.map(([, write]) => write(secret)));
  fc.assert(
    fc.property(around, written, around, (before, middle, after) => {
      expect(mask.hide(`${before}|${middle}|${after}`)).toBe(`${before}|#|${after}`);
    }),
  );
});

test.each(['\\', '%', '%25', '&#0', '&#x0', 'k', 'kR7/+q=', '\\\\u00'])(
  '%s a million times is soon searched',
  (part) => {
    const text = part.repeat(1_000_000);
    const start = performance.now();

    expect(mask.hide(text).length).toBe(text.length);
    expect(performance.now() - start).toBeLessThan(10_000);
  },
);

test('ten million characters of an answer are soon searched', () => {
  const secrets = Array.from(
    { length: 4 },
    (_none, index) => `aQ9zWx8sEdC7rFvT6gByH5nUj${index}zY8xW6vU4tS2rQ0pO9nM7lK`,
  );
  const credentials = maskTexts(secrets, { mark: '#', spareWords: true });
  const record = JSON.stringify({
    name: 'Sale spring 2026',
    id: '8wku2',
    created_at: '2026-11-20T10:00:00Z',
  });
  const text = record.repeat(10_000_000 / record.length);
  const start = performance.now();

  expect(credentials.finds(text)).toBe(false);
  expect(performance.now() - start).toBeLessThan(10_000);
});
