import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { isNarrow } from '../../../src/diagnostics/glyph-width.ts';
import { entriesText, entryText } from '../../../src/report/entries-text.ts';
import { errorText } from '../../../src/report/error-text.ts';
import { layoutRow, reportWidth } from '../../../src/report/layout.ts';
import { percentBetween, showStep } from '../../../src/report/show-value.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { padTo, shorten, shortenAddress, shortenMiddle, textWidth } from '../../../src/report/text-width.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['50.00 → 55.00', 13],
  ['▶ ‖ …', 5],
  ['東京', 4],
  ['🎏', 2],
  ['e\u0301', 1],
  ['キャンペーン', 12],
  ['ｷｬﾝﾍﾟｰﾝ', 7],
  ['「春・夏」～', 12],
  ['한국어 광고', 11],
  ['ไทย', 3],
  ['👩‍👩‍👧 1️⃣', 5],
  ['a\u00adb', 2],
  [`${String.fromCharCode(27)}[31mred${String.fromCharCode(27)}[39m`, 3],
])('%j takes %i columns', (text, columns) => {
  expect(textWidth(text)).toBe(columns);
  expect(textWidth(padTo(text, 20))).toBe(20);
});

test('a character that is not measured takes the one column that string-width gives it', () => {
  const characters = Array.from({ length: 0x10_000 }, (_, code) => String.fromCharCode(code));
  const unmeasured = characters.filter((each) => isNarrow(each));

  expect(unmeasured.length).toBeGreaterThan(800);
  expect(unmeasured.filter((each) => stringWidth(each) !== 1)).toEqual([]);
});

test('a shortened text is never wider than asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect(textWidth(shorten(text, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});

test('a name is cut in its middle, so that its end shows too', () => {
  expect(shortenMiddle('Spring Sale of 2026 in the United States', 24)).toBe('Spring Sale …ited States');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (name, columns) => {
      const shown = shortenMiddle(name, columns);
      expect(textWidth(shown)).toBeLessThanOrEqual(Math.max(columns, 1));
      expect(shown === name || shown.includes('…')).toBe(true);
    }),
  );
});

test('a text that fits is not shortened', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(shorten(text, textWidth(text))).toBe(text);
    }),
  );
});

test('a row loses nothing, whatever the width', () => {
  const cell = fc.record({ at: fc.nat(20), text: fc.stringMatching(/^[a-z]{0,60}$/) });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 4 }), fc.integer({ min: 80, max: 200 }), (row, width) => {
      const lines = layoutRow(row, width);

      const words = lines.join(' ').split(' ').filter(Boolean);
      expect(words).toEqual(row.map(({ text }) => text).filter(Boolean));
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test.each([
  [undefined, 120],
  [20, 80],
  [100, 100],
  [500, 200],
])('a terminal of %s columns gives a report of %i', (columns, expected) => {
  expect(reportWidth(columns)).toBe(expected);
});

test.each([
  [50, 55, '+10 %'],
  [600, 705, '+17.5 %'],
  [80, 55, '-31.3 %'],
  [1, 10_000, '+999,900 %'],
  [1_000_000, 1_000_001, '+<0.1 %'],
  [0, 5, ''],
  [5, 5, ''],
  [null, 5, ''],
  [5, undefined, ''],
])('from %s to %s is %j', (before, after, expected) => {
  expect(percentBetween(before, after)).toBe(expected);
});

test('an error says what, where, what the platform said, and what to do', () => {
  const error = new AdsyncError('ADSYNC_PLATFORM_REFUSED', 'the platform refused it\u0007', {
    address: 'acme-us/campaigns/sale',
    at: 'campaigns.yaml:24:9',
    lines: ['INVALID_PARAMETER: no\nsecond line'],
    remedy: 'Write it otherwise.',
  });

  expect(errorText(error, plainStyle)).toBe(`error[ADSYNC_PLATFORM_REFUSED]: the platform refused it�
  at acme-us/campaigns/sale, campaigns.yaml:24:9
  INVALID_PARAMETER: no
  second line
  Write it otherwise.
`);
});

const entry = {
  address: 'acme-us/campaigns/sale',
  kind: 'campaign',
  accountKey: 'acme-us',
  accountId: '18ce54d4x5t',
  id: '8wku2',
  origin: 'created' as const,
  declared: {},
  answered: {
    name: 'Sale\u001b',
    daily_budget_amount_local_micro: 55_000_000,
    total_budget_amount_local_micro: null,
  },
  file: 'campaigns.yaml',
  preventDestroy: true,
};

test('entries of the state stand in columns', () => {
  const other = { ...entry, address: 'acme-us', kind: 'account', id: '18ce54d4x5t' };

  expect(entriesText([entry, other], 80)).toBe(`acme-us/campaigns/sale  campaign  8wku2
acme-us                 account   18ce54d4x5t
`);
  expect(entriesText([], 80)).toBe('The state is empty.\n');
});

test('an entry is shown with what was last applied', () => {
  expect(entryText(entry)).toBe(`address          acme-us/campaigns/sale
kind             campaign
id               8wku2
account          acme-us (18ce54d4x5t)
origin           created
file             campaigns.yaml
prevent_destroy  true
last applied
  name          Sale�
  daily_budget  55.00
  total_budget  none
`);
});

test('an entry is shown with what is remembered of fields that the document leaves out', () => {
  const values = { entity_status: 'ACTIVE', daily_budget_amount_local_micro: 55_000_000 };
  const noLongerManaged = { declared: values, answered: values };

  expect(entryText({ ...entry, answered: { name: 'Sale' }, noLongerManaged })).toContain(`last applied
  name  Sale
no longer managed, as last applied
  status        ACTIVE
  daily_budget  55.00
`);
});

test.each([
  [60, 'acme-us/campaigns/sale/line_items/clicks/tracking_tags/tag'],
  [57, 'acme-us/…/sale/line_items/clicks/tracking_tags/tag'],
  [42, 'acme-us/…/clicks/tracking_tags/tag'],
  [14, 'acme-us/…/tag'],
  [12, 'acme-us/…/t…'],
])('an address in %i columns leaves out what stands in its middle', (columns, expected) => {
  const address = 'acme-us/campaigns/sale/line_items/clicks/tracking_tags/tag';

  expect(shortenAddress(address, columns)).toBe(expected);
});

test('an empty value is named, and is not no value', () => {
  const kind = kindNamed('line_item');

  expect(showStep(kind, 'categories', { before: [], after: ['IAB3'] }, null)).toBe('empty → IAB3');
  expect(showStep(kind, 'categories', { before: ['IAB3'], after: null }, null)).toBe('IAB3 → none');
});
