import { campaign, clicks, lineItem, long, post, put, type RuleCase, rawClicks } from './case.ts';

/** A rule that only reading the platform can hold a document against: adsync says so when it plans or applies. */
export interface PlanCase extends RuleCase {
  /** The user of the sandbox whose credentials are used; the administrator unless said. */
  readonly user?: 'manager' | 'creative' | 'analyst' | 'partner' | 'composer';
  /** The account that the document names; the sandbox's first unless said. */
  readonly account?: string;
  /** Limits of the sandbox. */
  readonly limits?: Readonly<Record<string, unknown>>;
}

const plain = campaign('daily_budget: 5');
const plainParams = {
  name: 'C',
  funding_instrument_id: 'hxtet',
  daily_budget_amount_local_micro: '5000000',
};
const rawPlain = post('/campaigns', plainParams);
const lacking = { code: 'ACTION_NOT_ALLOWED' };
const preroll =
  'objective: PREROLL_VIEWS, product_type: MEDIA, placements: [ALL_ON_TWITTER], bid_strategy: AUTO';
const rawPreroll = {
  ...rawClicks,
  objective: 'PREROLL_VIEWS',
  product_type: 'MEDIA',
};

export const planCases: readonly PlanCase[] = [
  { rule: 'R182', document: 'name: Acme', raw: put('', { name: 'Acme' }), user: 'manager', ...lacking },
  { rule: 'R183', document: plain, raw: rawPlain, user: 'creative', ...lacking },
  { rule: 'R184', document: plain, raw: rawPlain, user: 'analyst', ...lacking },
  { rule: 'R186', document: plain, raw: rawPlain, user: 'partner', code: 'ACTION_NOT_ALLOWED' },
  {
    rule: 'R191',
    document: 'user_settings: { me: { id: "756201191646691328", contact_phone_extension: 7 } }',
    raw: put('/user_settings/756201191646691328', { contact_phone_extension: '7' }),
    ...lacking,
  },
  {
    rule: 'R128',
    document: plain,
    raw: { method: 'GET', path: '/12/accounts/18ce5none00/campaigns' },
    code: 'NOT_FOUND',
    account: '18ce5none00',
  },
  {
    rule: 'R189',
    document: `user_settings: { me: { id: "756201191646691329", contact_phone_extension: ${long(21)} } }`,
    raw: put('/user_settings/756201191646691329', { contact_phone_extension: long(21) }),
    user: 'manager',
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R232',
    document: `limits: { active_campaigns: 0 }, ${campaign('daily_budget: 5, status: ACTIVE')}`,
    raw: post('/campaigns', { ...plainParams, entity_status: 'ACTIVE' }),
    limits: { active_campaigns: { '18ce54d4x5t': 0 } },
    code: 'TOO_MANY_CAMPAIGNS',
  },
  {
    rule: 'R295',
    document:
      'line_items: { l: { id: none, tracking_tags: { t: { type: CLICK_TRACKER, url: https://example.com } } } }',
    raw: post('/tracking_tags', {
      line_item_id: 'none',
      tracking_tag_type: 'CLICK_TRACKER',
      tracking_tag_url: 'https://example.com',
    }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R401',
    document: 'posts: { p: { as_user_id: "2417045708", text: Hello from us all, nullcast: false } }',
    raw: post('/tweet', { as_user_id: '2417045708', text: 'Hello from us all', nullcast: 'false' }),
    code: 'ACTION_NOT_ALLOWED',
  },
  {
    rule: 'R477',
    document:
      'audiences: { a: { id: 1uk00, shared_with: { other: { account: { id: 18ce5other0 }, permission_level: READ_ONLY } } } }',
    raw: post('/custom_audiences/1uk00/permissions', {
      granted_account_id: '18ce5other0',
      permission_level: 'READ_ONLY',
    }),
    seed: {
      custom_audiences: [{ id: '1uk00', account_id: '18ce5uk0000', name: 'UK' }],
      audience_permissions: [
        {
          custom_audience_id: '1uk00',
          account_id: '18ce5uk0000',
          granted_account_id: '18ce54d4x5t',
          permission_level: 'READ_WRITE',
        },
      ],
    },
    code: 'ACTION_NOT_ALLOWED',
  },
  {
    rule: 'R197',
    document: lineItem(`${preroll}, categories: [IAB24]`),
    raw: post('/line_items', { ...rawPreroll, categories: 'IAB24' }),
    code: 'INVALID_IAB_CATEGORY',
  },
  {
    rule: 'R202',
    document: lineItem(`${clicks}, targeting: [{ type: IAB_CATEGORY, value: IAB1-1 }]`),
    raw: {
      method: 'POST',
      path: '/12/batch/accounts/18ce54d4x5t/targeting_criteria',
      json: [
        {
          operation_type: 'Create',
          params: {
            line_item_id: '6zva',
            targeting_type: 'IAB_CATEGORY',
            targeting_value: 'IAB1-1',
            operator_type: 'EQ',
          },
        },
      ],
    },
    code: 'INVALID_PARAMETER',
  },
];
