import { expect, test } from 'vitest';
import type { Kind } from '../../../src/schemas/define-kind.ts';
import { audienceMembers } from '../../../src/schemas/kinds/audience-members.ts';
import { campaign } from '../../../src/schemas/kinds/campaign.ts';
import { customAudience } from '../../../src/schemas/kinds/custom-audience.ts';
import { fundingInstrument } from '../../../src/schemas/kinds/funding-instrument.ts';
import { lineItem } from '../../../src/schemas/kinds/line-item.ts';
import { lineItemCuratedCategory } from '../../../src/schemas/kinds/line-item-curated-category.ts';
import { mediaCreative } from '../../../src/schemas/kinds/media-creative.ts';
import { promotedAccount } from '../../../src/schemas/kinds/promoted-account.ts';
import { promotedPost } from '../../../src/schemas/kinds/promoted-post.ts';
import { segment } from '../../../src/schemas/kinds/segments.ts';
import { taxSettings } from '../../../src/schemas/kinds/tax-settings.ts';
import { userSettings } from '../../../src/schemas/kinds/user-settings.ts';
import type { Values } from '../../../src/schemas/values.ts';

const leaf = { custom_audience_id: '1nmth' };
const leaves = (count: number): Values => ({
  boolean_operator: 'OR',
  child_segments: Array.from({ length: count }, () => leaf),
});
const flexible = (segments: Values): Values => ({ name: 'F', type: 'FLEXIBLE', segments });

test.each<readonly [Kind, Values, Values | undefined, readonly string[]]>([
  [promotedAccount, { user_id: '7' }, { product_type: 'PROMOTED_ACCOUNT' }, []],
  [promotedAccount, { user_id: '7' }, undefined, []],
  [promotedAccount, { user_id: 'acme' }, {}, ['INVALID_PARAMETER user_id is not the id of a user']],
  [
    promotedAccount,
    { user_id: '7' },
    { product_type: 'MEDIA' },
    ['INCOMPATIBLE_LINE_ITEM user_id cannot be promoted by a line item with product_type: MEDIA'],
  ],
  [promotedPost, { post: '7' }, { product_type: 'PROMOTED_TWEETS' }, []],
  [promotedPost, { post: { key_of: ['post'], key: 'hero', word: 'post' } }, {}, []],
  [promotedPost, { post: 'x' }, {}, ['INVALID_PARAMETER post is not the id of a post']],
  [
    promotedPost,
    { post: '7' },
    { product_type: 'MEDIA' },
    ['INCOMPATIBLE_LINE_ITEM post cannot be promoted by a line item with product_type: MEDIA'],
  ],
  [mediaCreative, { account_media: '3wpx' }, { objective: 'PREROLL_VIEWS' }, []],
  [
    mediaCreative,
    { account_media: '3wpx' },
    { objective: 'WEBSITE_CLICKS' },
    ['MISSING_PARAMETER landing_url is needed for the objective WEBSITE_CLICKS'],
  ],
  [
    mediaCreative,
    { account_media: '3wpx', landing_url: 'https://example.com' },
    { objective: 'PREROLL_VIEWS' },
    ['undefined landing_url is ignored by the platform for preroll videos'],
  ],
  [taxSettings, { address_country: 'GB' }, undefined, []],
  [
    taxSettings,
    { address_country: 'UK' },
    undefined,
    ['INVALID_PARAMETER address_country UK is not the code of a country'],
  ],
  [customAudience, { name: 'A' }, undefined, []],
  [
    customAudience,
    { name: 'A', type: 'FLEXIBLE' },
    undefined,
    ['MISSING_PARAMETER type FLEXIBLE needs segments'],
  ],
  [
    customAudience,
    { name: 'A', segments: leaf },
    undefined,
    ['undefined segments go only with type: FLEXIBLE'],
  ],
  [customAudience, flexible(leaves(10)), undefined, []],
  [
    customAudience,
    flexible(leaves(11)),
    undefined,
    ['REQUEST_TOO_COMPLEX segments have 11 audiences; a flexible audience is made of at most 10'],
  ],
  [
    customAudience,
    flexible({ ...leaf, child_segments: [leaf] }),
    undefined,
    ['EXCLUSIVE_PARAMETERS segments hold a node with both audience and child_segments'],
  ],
  [
    customAudience,
    flexible({ child_segments: [leaf] }),
    undefined,
    ['MISSING_PARAMETER segments hold child_segments without boolean_operator'],
  ],
  [
    customAudience,
    flexible({ boolean_operator: 'AND', child_segments: [{}] }),
    undefined,
    ['MISSING_PARAMETER segments hold a node with neither audience nor child_segments'],
  ],
  [
    fundingInstrument,
    { type: 'INSERTION_ORDER' },
    undefined,
    ['MISSING_PARAMETER type INSERTION_ORDER needs end_time'],
  ],
  [
    fundingInstrument,
    {
      type: 'CREDIT_CARD',
      start_time: '2026-02-01T00:00:00Z',
      end_time: '2026-01-01T00:00:00Z',
      funded_amount: 5,
    },
    undefined,
    [
      'INVALID_TIME_WINDOW end_time is not after start_time',
      'undefined funded_amount goes only with type: INSERTION_ORDER',
    ],
  ],
  [
    fundingInstrument,
    { type: 'AGENCY_CREDIT_LINE', credit_limit: 5 },
    undefined,
    ['undefined credit_limit goes only with type: CREDIT_CARD or CREDIT_LINE'],
  ],
])('%o that declares %j under %j', (kind, declared, parent, expected) => {
  const findings = kind.check?.(declared, parent, () => [declared]) ?? [];

  expect(findings.map(({ code, field, message }) => `${code} ${field} ${message}`)).toEqual(expected);
  for (const { remedy } of findings) expect(remedy).toMatch(/^[A-Z].*\.$/);
});

test('a line item has one curated category, and the second is named', () => {
  const [first, second] = [{ curated_category_id: 'gh8nnwxtq0ao' }, { curated_category_id: '9ddrgesiap6o' }];
  const check = (own: Values) => lineItemCuratedCategory.check?.(own, undefined, () => [first, second]) ?? [];

  expect([check(first).length, check(second).length]).toEqual([0, 1]);
});

test.each<readonly [Values, number]>([
  [{ daily_budget: 5 }, 0],
  [{ total_budget: 5 }, 0],
  [{ budget_optimization: 'LINE_ITEM' }, 0],
  [{ budget_optimization: 'CAMPAIGN' }, 1],
  [{}, 1],
])('a campaign that is to stand with %j has %i findings', (record, count) => {
  expect(campaign.checkRecord?.(record)).toHaveLength(count);
});

test('what cannot be updated in every case asks for a new record', () => {
  expect(lineItem.replacement?.fields?.({}, { objective: 'REACH' })).toEqual(['pay_by']);
  expect(lineItem.replacement?.fields?.({}, { objective: 'APP_INSTALLS' })).toEqual([]);
  expect(customAudience.replacement?.fields?.({}, { audience_type: 'FLEXIBLE' })).toEqual([
    'name',
    'description',
  ]);
  expect(customAudience.replacement?.fields?.({}, { audience_type: 'CRM' })).toEqual([]);
});

function takes(type: string | undefined): boolean | undefined {
  return customAudience.operations.batch?.takes?.(type === undefined ? {} : { audience_type: type });
}

test('only flexible and mobile audiences go in batches', () => {
  expect([undefined, 'CRM', 'FLEXIBLE', 'MOBILE_AUDIENCE'].map(takes)).toEqual([false, false, true, true]);
});

test('every node of a tree says whether it leaves people out', () => {
  const tree = {
    boolean_operator: 'OR',
    child_segments: [{ audience: { id: '1' } }, { audience: { id: '2' }, negate: 'true' }],
  };

  expect(segment.document.parse(tree)).toEqual({
    boolean_operator: 'OR',
    child_segments: [
      { custom_audience_id: '1', negate: false },
      { custom_audience_id: '2', negate: true },
    ],
    negate: false,
  });
});

test('tax settings read a company back as the name that was sent, and hide what is sensitive', () => {
  const { fields } = taxSettings;
  const named = (test: (name: string) => boolean): readonly string[] => Object.keys(fields).filter(test);

  expect(fields['address_name']?.readAs).toBe('address_company');
  expect(named((name) => fields[name]?.sensitive === true)).toEqual([
    'tax_id',
    'tax_exemption_id',
    'address_email',
    'client_address_email',
  ]);
  expect(named((name) => fields[name]?.readable === false)).toHaveLength(11);
});

test('user settings that are not set are null', () => {
  const phone = userSettings.fields['contact_phone']?.type.live;

  expect([phone?.parse(''), phone?.parse('+44'), phone?.parse(null)]).toEqual([null, '+44', null]);
});

test('members are shown as a count, a file by its name', () => {
  const type = audienceMembers.fields['file']?.type;
  const value = {
    digest: 'sha256:0',
    count: 41_200,
    effective_at: '2026-11-20T00:00:00Z',
    expires_at: '2027-12-20T00:00:00Z',
  };

  expect([type?.show('buyers.csv'), type?.show(value)]).toEqual([
    'buyers.csv',
    '41,200 members until 2027-12-20',
  ]);
});
