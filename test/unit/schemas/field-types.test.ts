import { expect, test } from 'vitest';
import type { FieldType } from '../../../src/schemas/define-field.ts';
import {
  choice,
  choices,
  flag,
  id,
  money,
  reference,
  text,
  texts,
  time,
  webAddress,
  whole,
} from '../../../src/schemas/field-types/index.ts';
import type { Value } from '../../../src/schemas/values.ts';

const words = choice(['ACTIVE', 'PAUSED']);
const sets = choices(['ALL_ON_TWITTER', 'TWITTER_SEARCH']);
const bounded = whole({ min: 1, max: 100 });
const listed = whole({ oneOf: [1, 7, 30] });
const short = text(5);

const accepted: readonly (readonly [type: FieldType, document: unknown, value: Value])[] = [
  [short, 'abcde', 'abcde'],
  [short, '😀😀😀😀😀', '😀😀😀😀😀'],
  [short, '007', '007'],
  [short, 'null', 'null'],
  [short, '\ta\r\nb', '\ta\r\nb'],
  [short, 'a\u202E\u200Bb', 'a\u202E\u200Bb'],
  [text(), 'x'.repeat(10_000), 'x'.repeat(10_000)],
  [money(), '55.00', 55_000_000],
  [money(), '0', 0],
  [time(), '2026-12-01T01:00:00+01:00', '2026-12-01T00:00:00Z'],
  [words, 'ACTIVE', 'ACTIVE'],
  [sets, ['TWITTER_SEARCH', 'ALL_ON_TWITTER', 'TWITTER_SEARCH'], ['ALL_ON_TWITTER', 'TWITTER_SEARCH']],
  [texts(), ['IAB3', 'IAB1', 'IAB3'], ['IAB1', 'IAB3']],
  [flag(), 'true', true],
  [flag(), 'TRUE', true],
  [flag(), 'False', false],
  [bounded, '1', 1],
  [bounded, '100', 100],
  [bounded, '007', 7],
  [listed, '30', 30],
  [webAddress(), 'https://example.com/i?a=1#x', 'https://example.com/i?a=1#x'],
  [webAddress(), 'http://localhost:80', 'http://localhost:80'],
  [id(), '756201191646691328', '756201191646691328'],
  [id(), '12e45', '12e45'],
  [id(), '007', '007'],
  [reference('campaign'), 'credit', { key_of: ['campaign'], key: 'credit', word: 'campaign' }],
  [reference('campaign'), { id: 'hxtet' }, 'hxtet'],
];

test.each(accepted.map(([type, document, value]) => [type.name, document, value, type] as const))(
  '%s takes %j',
  (_, document, value, type) => {
    expect(type.document.parse(document)).toEqual(value);
  },
);

const noControls = 'Remove it: of control characters, the platform takes only tabs and line breaks.';

const refusedValues: readonly (readonly [
  type: FieldType,
  document: unknown,
  message: string,
  remedy: string,
])[] = [
  [short, '', 'is empty', 'Write at least one character.'],
  [short, 'a\u0007b', 'holds the control character U+0007', noControls],
  [short, '\u0085', 'holds the control character U+0085', noControls],
  [short, 'abcdefg', 'has 7 characters; at most 5 are allowed', 'Shorten it by 2.'],
  [
    money(),
    '5,5',
    'is not an amount of money',
    'Write digits, optionally a point and up to six digits: 55.00. No sign, exponent, separator or currency.',
  ],
  [
    money(),
    '1.1234567',
    'has more than six decimals',
    'The platform counts in millionths of the currency unit: write at most six decimals.',
  ],
  [money(), '9007199254.740992', 'is too large', 'The largest amount is 9007199254.740991.'],
  [time(), 'tomorrow', 'is not a time', 'Write it as 2026-12-01T00:00:00Z.'],
  [
    time(),
    '2026-12-01T00:00:00',
    'has no offset from UTC',
    'Write 2026-12-01T00:00:00Z for UTC, or another offset: 2026-12-01T00:00:00+01:00.',
  ],
  [
    time(),
    '2026-12-01T00:00:00.5Z',
    'has fractions of a second',
    'The platform keeps whole seconds: leave the fraction out.',
  ],
  [
    time(),
    '2026-02-30T00:00:00Z',
    'is not a day and time of the calendar',
    'Check the day of the month and the hour.',
  ],
  [words, 'ACTIV', 'is none of ACTIVE, PAUSED', 'Did you mean ACTIVE?'],
  [words, 'xyz', 'is none of ACTIVE, PAUSED', 'Write one of these words.'],
  [words, '__proto__', 'is none of ACTIVE, PAUSED', 'Write one of these words.'],
  [flag(), 'yes', 'is neither true nor false', 'Write true or false.'],
  [bounded, '0', 'is not an allowed whole number', 'Write a whole number, from 1 to 100.'],
  [bounded, '101', 'is not an allowed whole number', 'Write a whole number, from 1 to 100.'],
  [bounded, '1.0', 'is not an allowed whole number', 'Write a whole number, from 1 to 100.'],
  [bounded, '9'.repeat(16), 'is not an allowed whole number', 'Write a whole number, from 1 to 100.'],
  [listed, '2', 'is not an allowed whole number', 'Write a whole number, one of 1, 7, 30.'],
  [webAddress(), 'example.com', 'is not a web address', 'Write it in full: https://example.com/path.'],
  [
    webAddress(),
    'javascript:alert(1)',
    'is not a web address',
    'Write it in full: https://example.com/path.',
  ],
  [webAddress(), 'https://', 'is not a web address', 'Write it in full: https://example.com/path.'],
  [
    webAddress(),
    'https://exa mple.com',
    'is not a web address',
    'Write it in full: https://example.com/path.',
  ],
  [webAddress(), 'https://[::1', 'is not a web address', 'Write it in full: https://example.com/path.'],
  [id(), 'a b', 'is not an id', "Copy the id as the platform's API shows it."],
  [id(), '../x', 'is not an id', "Copy the id as the platform's API shows it."],
  [id(), '', 'is not an id', "Copy the id as the platform's API shows it."],
  [
    reference('campaign'),
    ['a'],
    'is neither the key of a campaign nor { id: … }',
    'Write the key, or { id: … } for one that exists already.',
  ],
  [
    reference('campaign'),
    { id: 'a', key: 'b' },
    'is neither the key of a campaign nor { id: … }',
    'Write the key, or { id: … } for one that exists already.',
  ],
  [
    reference('campaign'),
    { id: 'a/b' },
    'is neither the key of a campaign nor { id: … }',
    'Write the key, or { id: … } for one that exists already.',
  ],
];

test.each(refusedValues.map(([type, ...rest]) => [type.name, ...rest, type] as const))(
  '%s refuses %j: it %s',
  (_, document, message, remedy, type) => {
    const issues = type.document.safeParse(document).error?.issues ?? [];

    expect(issues).toMatchObject([{ code: 'custom', message, params: { remedy } }]);
  },
);

const wrongTypes: readonly (readonly [type: FieldType, wrong: readonly unknown[]])[] = [
  [short, [7, null, true, ['a'], { a: 1 }]],
  [money(), [7, null]],
  [time(), [7, null]],
  [words, [7, null, ['ACTIVE']]],
  [sets, ['ALL_ON_TWITTER', [], [7], null]],
  [texts(), ['IAB1', [], [''], null]],
  [flag(), [true, null]],
  [bounded, [7, null]],
  [webAddress(), [7, null]],
  [id(), [7, null]],
];

test.each(wrongTypes.map(([type, wrong]) => [type.name, wrong, type] as const))(
  '%s takes texts only',
  (_, wrong, type) => {
    expect(wrong.filter((value) => type.document.safeParse(value).success)).toEqual([]);
  },
);

const live: readonly (readonly [type: FieldType, wire: unknown, value: Value, shown: string])[] = [
  [short, 'longer than five', 'longer than five', 'longer than five'],
  [money(), 55_000_000, 55_000_000, '55.00'],
  [money(), '55000000', 55_000_000, '55.00'],
  [money(), '9007199254740991', Number.MAX_SAFE_INTEGER, '9,007,199,254.740991'],
  [money(), '9223372036854775807', '9223372036854775807', '9,223,372,036,854.775807'],
  [money(), null, null, 'none'],
  [time(), '2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  [time(), '2026-12-01T01:00:00+01:00', '2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  [time(), 'whatever it says', 'whatever it says', 'whatever it says'],
  [words, 'DRAFT', 'DRAFT', 'DRAFT'],
  [sets, ['B', 'A', 'A'], ['A', 'B'], 'A, B'],
  [texts(), [], [], ''],
  [texts(), null, null, 'null'],
  [flag(), false, false, 'false'],
  [bounded, 1000, 1000, '1000'],
  [webAddress(), 'no address', 'no address', 'no address'],
  [id(), 'hxtet', 'hxtet', 'hxtet'],
  [reference('campaign'), 'hxtet', 'hxtet', 'hxtet'],
];

test.each(live.map(([type, ...rest]) => [type.name, ...rest, type] as const))(
  '%s reads %j from the platform as %j and shows %s',
  (_, wire, value, shown, type) => {
    expect(type.live.parse(wire)).toEqual(value);
    expect(type.show(value)).toBe(shown);
  },
);

test.each([
  [money(), 1.5],
  [money(), '-1'],
  [money(), ''],
  [flag(), 'true'],
  [texts(), 'IAB1'],
  [bounded, '7'],
] as const)('an answer of the wrong type is no answer', (type, wire) => {
  expect(type.live.safeParse(wire).success).toBe(false);
});
