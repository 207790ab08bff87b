import { expect, test } from 'vitest';
import { targetingCriterion } from '../../../src/schemas/kinds/targeting-criterion.ts';
import type { Value, Values } from '../../../src/schemas/values.ts';

const place: Values = { type: 'LOCATION', value: '96683cc9126741d1' };
const audience: Value = { key_of: ['custom_audience'], key: 'regulars', word: 'audience' };
const campaign: Value = { key_of: ['campaign'], key: 'spring', word: 'campaign' };

function broken(
  criterion: Values,
  siblings: readonly Values[] = [criterion],
  curated: readonly Values[] = [],
): readonly string[] {
  const findings = targetingCriterion.check?.(criterion, undefined, (kind) =>
    kind === 'line_item_curated_category' ? curated : siblings,
  );
  return (findings ?? []).map(({ field, message, code }) => `${field} ${message} ${code}`);
}

test.each<Values>([
  place,
  { type: 'AGE', value: 'AGE_25_TO_49' },
  { type: 'GENDER', value: '2' },
  { type: 'LANGUAGE', value: 'en' },
  { type: 'BROAD_KEYWORD', value: 'spring 🌱', operator: 'NE' },
  { type: 'CUSTOM_AUDIENCE', value: audience, operator: 'NE' },
  { type: 'CUSTOM_AUDIENCE_EXPANDED', value: '1nmth' },
  { type: 'CAMPAIGN_ENGAGEMENT', value: campaign },
  { type: 'PLATFORM_VERSION', value: '1a', operator: 'GTE' },
  { type: 'NETWORK_ACTIVATION_DURATION', value: '3', operator: 'LT' },
  { type: 'APP_LIST', value: '1p', operator: 'NE' },
  { type: 'IAB_CATEGORY', value: 'IAB1-4' },
  { type: 'CONTENT_PUBLISHER_USER', value: '20265254', operator: 'NE' },
  { type: 'WIFI_ONLY', value: '1' },
  // What is not said, or wrong by itself, has been reported elsewhere.
  { value: '1' },
  { type: 'AGE' },
])('%j is right', (criterion) => {
  expect(broken(criterion)).toEqual([]);
});

test.each<readonly [Values, string]>([
  [{ type: 'LOCATION', value: 'Berlin' }, 'value Berlin is not a value of LOCATION INVALID_PARAMETER'],
  [{ type: 'AGE', value: 'AGE_30' }, 'value AGE_30 is not a value of AGE INVALID_PARAMETER'],
  [{ type: 'GENDER', value: 'women' }, 'value women is not a value of GENDER INVALID_PARAMETER'],
  [{ type: 'LANGUAGE', value: 'EN' }, 'value EN is not a value of LANGUAGE INVALID_PARAMETER'],
  [
    { type: 'CUSTOM_AUDIENCE', value: '1NMTH' },
    'value 1NMTH is not a value of CUSTOM_AUDIENCE INVALID_PARAMETER',
  ],
  [
    { type: 'CUSTOM_AUDIENCE', value: campaign },
    'value { campaign: spring } is not a value of CUSTOM_AUDIENCE INVALID_PARAMETER',
  ],
  [
    { type: 'INTEREST', value: audience },
    'value { audience: regulars } is not a value of INTEREST INVALID_PARAMETER',
  ],
  [{ ...place, operator: 'NE' }, 'operator NE does not go with LOCATION INVALID_PARAMETER'],
  [{ type: 'APP_LIST', value: '1p' }, 'operator EQ does not go with APP_LIST INVALID_PARAMETER'],
  [
    { type: 'ENGAGEMENT_TYPE', value: 'ENGAGEMENT' },
    'type ENGAGEMENT_TYPE needs CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT beside it INVALID_PARAMETER',
  ],
  [
    { type: 'TV_SHOW', value: '10000283242' },
    'type TV_SHOW needs LOCATION beside it INVALID_TV_SHOW_LOCATIONS',
  ],
])('%j is wrong', (criterion, finding) => {
  expect(broken(criterion)).toEqual([finding]);
});

test('what needs another is right beside it', () => {
  const show = { type: 'TV_SHOW', value: '10000283242' };
  const engaged = { type: 'ENGAGEMENT_TYPE', value: 'ENGAGEMENT' };

  expect(broken(show, [show, place])).toEqual([]);
  expect(broken(engaged, [{ type: 'USER_ENGAGEMENT', value: '1' }, engaged])).toEqual([]);
});

test.each([
  [1, (index: number): Values => ({ type: 'AGE', value: index === 0 ? 'AGE_OVER_13' : 'AGE_OVER_18' })],
  [1, (index: number): Values => ({ type: 'EVENT', value: `e${index}` })],
  [100, (index: number): Values => ({ type: 'INTEREST', value: `${index}` })],
  [
    1000,
    (index: number): Values => ({
      type: index % 2 === 0 ? 'BROAD_KEYWORD' : 'EXACT_KEYWORD',
      value: `word ${index}`,
    }),
  ],
  [2000, (index: number): Values => ({ type: 'LOCATION', value: index.toString(16).padStart(16, '0') })],
])('of a sort with a bound of %i, the first beyond it is named', (most, make) => {
  const within = Array.from({ length: most }, (_, index) => make(index));
  const beyond = [...within, make(most)];
  const named = beyond.filter((each) => broken(each, beyond).length > 0);

  expect(broken(within.at(-1) ?? {}, within)).toEqual([]);
  expect(named).toEqual([beyond.at(-1)]);
});

test('a curated category leaves no room for categories, and for five publishers', () => {
  const curated = [{ curated_category_id: 'gh8nnwxtq0ao' }];
  const category = { type: 'IAB_CATEGORY', value: 'IAB2' };
  const publishers = Array.from({ length: 6 }, (_, index) => ({
    type: 'CONTENT_PUBLISHER_USER',
    value: `${index}`,
    operator: 'NE',
  }));

  expect(broken(category, [category], curated)).toEqual([
    'type IAB_CATEGORY does not go with curated_categories EXCLUSIVE_PARAMETERS',
  ]);
  expect(publishers.flatMap((each) => broken(each, publishers, curated))).toHaveLength(1);
  expect(publishers.flatMap((each) => broken(each, publishers))).toEqual([]);
});

test.each<readonly [Values, Values, boolean]>([
  [{ targeting_type: 'PLATFORM', targeting_value: '0' }, { ios_app_store_identifier: '333903271' }, true],
  [
    { targeting_type: 'PLATFORM', targeting_value: '1' },
    { android_app_store_identifier: 'com.example' },
    true,
  ],
  [{ targeting_type: 'PLATFORM', targeting_value: '1' }, { ios_app_store_identifier: '333903271' }, false],
  [{ targeting_type: 'PLATFORM', targeting_value: '0' }, { ios_app_store_identifier: null }, false],
  [{ targeting_type: 'DEVICE', targeting_value: '0' }, { ios_app_store_identifier: '333903271' }, false],
])('%j under %j is made by the platform: %s', (own, parent, expected) => {
  expect(targetingCriterion.siblings?.madeByPlatform?.(own, parent)).toBe(expected);
});

test('places and engagements are created before what needs them', () => {
  const types = ['TV_SHOW', 'LOCATION', 'ENGAGEMENT_TYPE', 'CAMPAIGN_ENGAGEMENT', 'USER_ENGAGEMENT'];
  const ranks = types.map((type) => targetingCriterion.siblings?.creationRank?.({ targeting_type: type }));

  expect(ranks).toEqual([0, -1, 0, -1, -1]);
});
