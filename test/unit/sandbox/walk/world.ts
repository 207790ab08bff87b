import { us } from '../sandbox-client.ts';

const own = '756201191646691328';

const partner = 'partner1';
const other = 'partner2';
const page = {
  start: 25,
  end: 44,
  url: 'https://t.example/1',
  expanded_url: 'https://example.com',
  display_url: 'example.com',
  images: [{ url: 'https://example.com/1.png', width: 100, height: 50 }],
  status: 200,
  title: 'Example',
  description: 'An example',
  unwound_url: 'https://example.com/',
};
const inUs = { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' };

/** What every call finds: at least two of everything, beside the default seed. */
export const world = {
  accounts: [partner, other].map((id) => ({ id, business_id: 'acme1' })),
  users: [
    {
      id: '756201191646691320',
      screen_name: 'rich',
      name: 'Rich',
      description: 'Likes #shoes',
      location: 'Here',
      url: 'https://example.com',
      profile_image_url: 'https://example.com/rich.png',
      pinned_tweet_id: '880000000000000001',
    },
  ],
  media_library: [
    ...Array.from({ length: 5 }, (_, index) => ({
      account_id: us,
      media_key: `3_90${index}`,
      id: `3_90${index}`,
    })),
    { account_id: us, id: '7_901', media_key: '7_901' },
    {
      account_id: us,
      id: '7_902',
      media_key: '7_902',
      title: 'Film',
      description: 'A film',
      poster_media_key: '3_900',
    },
  ],
  account_media: [
    { account_id: us, id: 'preroll1', creative_type: 'PREROLL' },
    { account_id: us, id: 'banner1', creative_type: 'BANNER' },
  ],
  account_apps: [
    { account_id: us, id: 'app1' },
    { account_id: us, id: 'app2' },
  ],
  funding_instruments: [{ account_id: us, id: 'fund2' }],
  campaigns: [
    { account_id: us, id: 'camp1' },
    { account_id: us, id: 'camp2' },
  ],
  account_history: ['hist1', 'hist2'].map((id) => ({ account_id: us, id, entity_id: 'camp1' })),
  line_items: [
    { account_id: us, id: 'item1', campaign_id: 'camp1', objective: 'WEBSITE_CLICKS' },
    { account_id: us, id: 'item3', campaign_id: 'camp1', objective: 'WEBSITE_CLICKS' },
    {
      account_id: us,
      id: 'item2',
      campaign_id: 'camp2',
      objective: 'FOLLOWERS',
      product_type: 'PROMOTED_ACCOUNT',
    },
  ],
  targeting_criteria: ['item1', 'item3'].map((item) => ({ account_id: us, line_item_id: item, ...inUs })),
  tweets: [
    { account_id: us, id: '880000000000000001', user_id: own, text: 'First' },
    { account_id: us, id: '880000000000000002', user_id: own, text: 'Second' },
    {
      account_id: us,
      id: '880000000000000003',
      user_id: '756201191646691320',
      text: 'Third @acme_admin #shoes https://example.com',
      media_keys: ['7_901'],
      in_reply_to_user_id: own,
      referenced_tweets: [{ type: 'replied_to', id: '880000000000000001' }],
      context_annotations: [
        {
          domain: { id: '46', name: 'Brand', description: 'Brands' },
          entity: { id: '781974596752842752', name: 'Acme' },
        },
      ],
      entities: {
        urls: [page],
        annotations: [{ start: 0, end: 4, probability: 0.5, type: 'Other', normalized_text: 'Third' }],
      },
    },
  ],
  draft_tweets: [
    {
      account_id: us,
      id: '880000000000000011',
      user_id: own,
      media_keys: ['3_900'],
      card_uri: 'card://card1',
      name: 'Draft',
    },
    { account_id: us, id: '880000000000000012', user_id: own },
  ],
  scheduled_tweets: [
    { account_id: us, id: '880000000000000021', user_id: own, scheduled_at: '2026-12-10T10:00:00Z' },
    { account_id: us, id: '880000000000000022', user_id: own, scheduled_at: '2026-12-11T10:00:00Z' },
  ],
  cards: [
    { account_id: us, id: 'card1' },
    { account_id: us, id: 'card2' },
  ],
  poll_cards: [
    { account_id: us, id: 'poll1', third_choice: 'Maybe', fourth_choice: 'Never' },
    { account_id: us, id: 'poll2', media_key: '7_901' },
  ],
  video_conversation_cards: [
    { account_id: us, id: 'vcon1', media_key: '7_901' },
    { account_id: us, id: 'vcon2', media_key: '7_901' },
  ],
  image_conversation_cards: [
    { account_id: us, id: 'icon1', media_key: '3_900' },
    { account_id: us, id: 'icon2', media_key: '3_900' },
  ],
  media_creatives: [
    { account_id: us, id: 'crea1', line_item_id: 'item1', account_media_id: 'preroll1' },
    { account_id: us, id: 'crea2', line_item_id: 'item1', account_media_id: 'banner1' },
  ],
  promoted_accounts: [
    { account_id: us, id: 'pracc1', line_item_id: 'item2' },
    { account_id: us, id: 'pracc2', line_item_id: 'item2', user_id: '756201191646691329' },
  ],
  promoted_tweets: [
    { account_id: us, id: 'prtw1', line_item_id: 'item1', tweet_id: '880000000000000001' },
    { account_id: us, id: 'prtw2', line_item_id: 'item1', tweet_id: '880000000000000002' },
  ],
  tracking_tags: [
    { account_id: us, id: 'tag1', line_item_id: 'item1' },
    { account_id: us, id: 'tag2', line_item_id: 'item1' },
  ],
  line_item_curated_categories: [{ account_id: us, id: 'cura1', line_item_id: 'item1' }],
  custom_audiences: [
    { account_id: us, id: 'audi1', name: 'First audience', audience_type: 'MOBILE_AUDIENCE' },
    { account_id: us, id: 'audi2', name: 'Second audience' },
  ],
  audience_permissions: [
    { account_id: us, id: 'perm1', custom_audience_id: 'audi1', granted_account_id: partner },
    { account_id: us, id: 'perm2', custom_audience_id: 'audi1', granted_account_id: other },
  ],
  news: [{ id: '2000000000000000001', name: 'A story' }],
  webhooks: [{ id: '1500000000000000001', url: 'http://127.0.0.1:9/hook' }],
};

/** What the platform must grant for every call to be possible. */
export const openLimits = { account_history: 'allowlisted' };

/** The caller pays for a subscription: only then posts can be edited. */
export const subscriber = [{ collection: 'users', id: own, set: { subscription_type: 'Premium' } }];
