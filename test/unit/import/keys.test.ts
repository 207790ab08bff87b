import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyBook, slug } from '../../../src/import/keys.ts';
import { keyPattern } from '../../../src/schemas/key-pattern.ts';
import type { LiveRecord } from '../../../src/schemas/live-record.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';

const campaign = kindNamed('campaign');

function named(name: string, id = '8wku2', kind = 'campaign'): LiveRecord {
  return { kind, accountId: '18ce54d4x5t', id, fields: { name }, deleted: false, updatedAt: undefined };
}

test.each([
  ['Sale spring 2026', 'sale-spring-2026'],
  ['Frühling & Sommer', 'fruhling-sommer'],
  ["Dad's day", 'dads-day'],
  ['  --X--  ', 'x'],
  ['日本語', ''],
  [
    'one-very-long-name of a campaign that somebody has written down',
    'one-very-long-name-of-a-campaign-that-somebody',
  ],
  ['x'.repeat(255), 'x'.repeat(48)],
])('the name %j gives the key %j', (name, key) => {
  expect(slug(name)).toBe(key);
});

function keyOf(kind: string, fields: LiveRecord['fields']): string {
  return createKeyBook('').keyFor(kindNamed(kind), { ...named('', 'abc', kind), fields });
}

test('what has no name goes by what it says, what it is, or its id', () => {
  expect(keyOf('post', { name: null, text: 'It is spring' })).toBe('it-is-spring');
  expect(keyOf('tracking_tag', { line_item_id: '1', tracking_tag_type: 'CLICK_TRACKER' })).toBe(
    'click-tracker',
  );
  expect(keyOf('media_creative', { line_item_id: '1', account_media_id: '3wpx' })).toBe('3wpx');
  expect(keyOf('campaign', { name: '日本語', funding_instrument_id: 'hxtet' })).toBe('campaign-abc');
});

test('keys are keys, each once, and the same for the same records', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('A', 'a', 'A 2', 'a-2', '')),
        {
          maxLength: 20,
        },
      ),
      (names) => {
        const records = names.map((name, index) => named(name, `id${index}`));
        const keysOf = (): readonly string[] => {
          const book = createKeyBook('');
          return records.map((record) => book.keyFor(campaign, record));
        };
        const keys = keysOf();
        expect(new Set(keys).size).toBe(records.length);
        expect(keys.filter((key) => !keyPattern.test(key))).toEqual([]);
        expect(keysOf()).toEqual(keys);
      },
    ),
  );
});
