import type { Recipe } from './recipe.ts';

const own = '756201191646691328';
const firstPost = '880000000000000001';
const story = '2000000000000000001';
const hook = '1500000000000000001';
const newsFields = 'name,summary,contexts,cluster_posts_results,last_updated_at_ms';
const hour = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-01T02:00:00Z' };
const media = { type: 'MEDIA', media_key: '3_900' };
const website = { type: 'WEBSITE', url: 'https://example.com' };
const button = {
  type: 'BUTTON',
  label: { type: 'ENUM', value: 'INSTALL' },
  destination: { type: 'APP', country_code: 'US', app_store_id_a: 'com.example' },
};
const components = [media, { type: 'DETAILS', title: 'Shoes', destination: website }];
const conversation = {
  first_cta: '#shoes',
  first_cta_tweet: 'I like #shoes',
  media_key: '7_901',
  name: 'Talk',
  thank_you_text: 'Thanks',
  title: 'Shoes?',
};
const poll = { duration_in_minutes: 60, first_choice: 'Yes', second_choice: 'No', name: 'Poll' };
const campaign = { name: 'New', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '50000000' };
const audience = {
  name: 'Buyers',
  audience_type: 'FLEXIBLE',
  segments: {
    boolean_operator: 'OR',
    child_segments: [{ custom_audience_id: 'audi1', negate: false, lookback_window: 7 }],
  },
};
const hash = 'a'.repeat(64);
const withPermission = { granted_account_id: '18ce5uk0000', permission_level: 'READ_ONLY' };
const money = { daily_budget_amount_local_micro: 10_000, total_budget_amount_local_micro: 60_000_000 };

/** How each operation is called so that it succeeds in the world of the coverage tests, by its id in the inventory. */
export const recipes: Readonly<Record<string, Recipe>> = {
  E009: {
    as: 'bearer',
    params: { ids: firstPost },
    values: {
      ids: `${firstPost},880000000000000002`,
      'tweet.fields': 'attachments,author_id,created_at,public_metrics',
      expansions: 'attachments.media_keys',
      'media.fields': 'public_metrics,duration_ms',
    },
    wrong: { 'tweet.fields': ['nosuch'], expansions: ['nosuch'], 'media.fields': ['nosuch'] },
  },
  E010: search(),
  E011: search(),
  E012: { as: 'bearer', params: { query: 'First' } },
  E013: { as: 'bearer', params: { query: 'First' } },
  E014: {
    body: { text: 'New' },
    values: { community_id: '1146654567674912769' },
    beside: { 'share_with_followers=true': { community_id: '1146654567674912769' } },
  },
  E015: {
    body: { text: 'New' },
    values: { edit_options: { previous_post_id: firstPost }, 'edit_options.previous_post_id': firstPost },
  },
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`E0${16 + index}`, { path: { id: own } }])),
  E028: {
    as: 'bearer',
    params: { query: 'story' },
    values: { 'news.fields': newsFields },
    wrong: { 'news.fields': ['nosuch'] },
  },
  E029: {
    as: 'bearer',
    path: { id: story },
    values: { 'news.fields': newsFields },
    wrong: { 'news.fields': ['nosuch'] },
    data: 'record',
  },
  E030: { as: 'bearer' },
  E031: {
    body: { event_type: 'profile.update.bio', filter: { user_id: own } },
    wire: {
      'event type': 'event_type',
      'user id': 'filter.user_id',
      keyword: 'filter.keyword',
      direction: 'filter.direction',
    },
    values: { 'event type': 'spaces.start', 'user id': own, keyword: 'sun' },
    wrong: { 'event type': ['no.such.event'], 'user id': ['nobody'] },
    beside: { direction: { 'event type': 'dm.received' } },
  },
  E032: { as: 'bearer' },
  E033: { as: 'bearer', body: { uuids: ['none'] }, wire: { UUIDs: 'uuids' }, values: { UUIDs: ['a', 'b'] } },
  E034: { as: 'bearer' },
  E035: { as: 'bearer' },
  E036: { as: 'bearer', path: { endpoint_id: 'activity_stream' }, anything: ['endpoint_id'] },
  E037: { as: 'bearer', path: { endpoint_id: 'activity_stream' }, anything: ['endpoint_id'] },
  E038: { as: 'bearer', body: { webhook_id: hook, from_date: '202611300000', to_date: '202612010000' } },
  E039: { as: 'bearer' },
  E040: { as: 'bearer', body: { add: [{ value: 'cat' }] } },
  E041: { body: { post_id: firstPost, note_text: 'It was not the first' } },
  E042: {
    body: {
      test_mode: true,
      post_id: firstPost,
      info: { text: 'It was not the first', classification: 'not_misleading' },
    },
  },
  E043: { params: { test_mode: 'true' } },
  E044: { params: { test_mode: 'true' } },
  E045: { as: 'bearer' },
  E048: { listOfOne: true },
  E052: { params: { ...hour, entity_type: 'CAMPAIGN', entity_id: 'camp1' } },
  E053: {},
  E054: { path: { user_id: own } },
  E055: { path: { user_id: '756201191646691329' }, as: 'manager' },
  E058: { values: { currency: 'USD' } },
  E063: { path: { campaign_id: 'camp1' } },
  E064: {
    params: campaign,
    values: { ...money, funding_instrument_id: 'hxtet' },
    beside: { 'budget_optimization=LINE_ITEM': { daily_budget_amount_local_micro: '' } },
  },
  E065: { path: { campaign_id: 'camp1' }, values: money },
  E066: { path: { campaign_id: 'camp1' } },
  E067: {
    body: [{ operation_type: 'Create', params: campaign }],
    values: { '[].params': { ...campaign, name: 'Another' } },
    beside: batchBeside('campaign_id', 'camp1'),
  },
  E069: { path: { funding_instrument_id: 'hxtet' } },
  E070: {
    params: { currency: 'USD', start_time: '2026-12-01', type: 'CREDIT_CARD' },
    values: {
      currency: 'EUR',
      end_time: '2027-12-01',
      credit_limit_local_micro: 5_000_000,
      funded_amount_local_micro: 10_000,
    },
    beside: {
      'type=INSERTION_ORDER': { end_time: '2027-01-01' },
      funded_amount_local_micro: { type: 'INSERTION_ORDER', end_time: '2027-01-01' },
    },
  },
  E071: { path: { funding_instrument_id: 'fund2' } },
  E072: {
    params: { line_item_id: 'item3', curated_category_id: 'gh8nnwxtq0ao' },
    values: { line_item_id: 'item3', curated_category_id: 'gh8nnwxtq0ao' },
  },
  E073: {
    path: { line_item_curated_category_id: 'cura1' },
    values: { line_item_id: 'item1', curated_category_id: 'gh8nnwxtq0ao' },
  },
  E074: { path: { line_item_curated_category_id: 'cura1' } },
  E075: { values: { campaign_id: 'camp1' } },
  E076: { path: { media_creative_id: 'crea1' } },
  E077: {
    params: { account_media_id: 'banner1', line_item_id: 'item1', landing_url: 'https://example.com' },
    values: { account_media_id: 'preroll1', line_item_id: 'item1', landing_url: 'https://example.com/2' },
  },
  E078: { path: { media_creative_id: 'crea1' } },
  E079: {
    values: { line_item_ids: 'item2' },
    items: { line_item_ids: (index) => (index === 0 ? 'item2' : `i${index}`) },
  },
  E080: { path: { promoted_account_id: 'pracc1' } },
  E081: {
    params: { line_item_id: 'item2', user_id: own },
    values: { line_item_id: 'item2', user_id: '756201191646691330' },
  },
  E082: { path: { promoted_account_id: 'pracc1' } },
  E085: { path: { tracking_tag_id: 'tag1' } },
  E086: {
    params: {
      line_item_id: 'item1',
      tracking_tag_type: 'CLICK_TRACKER',
      tracking_tag_url: 'https://example.com',
    },
    values: { line_item_id: 'item2', tracking_tag_url: 'https://example.com/?a=1' },
  },
  E087: {
    path: { tracking_tag_id: 'tag1' },
    params: { tracking_tag_url: 'https://example.com/2' },
    values: { tracking_tag_url: 'https://example.com/3' },
  },
  E088: { path: { tracking_tag_id: 'tag1' } },
  E090: { path: { account_media_id: 'preroll1' } },
  E091: { path: { account_media_id: 'preroll1' } },
  E092: { path: { media_key: '7_902' } },
  E093: {
    body: {
      media_key: '7_77',
      name: 'Film',
      file_name: 'film.mp4',
      title: 'Film',
      description: 'A film',
      poster_media_key: '3_900',
    },
  },
  E094: { values: { card_uris: 'card://card1' } },
  E095: { path: { card_id: 'card1' } },
  E096: {
    body: { name: 'Shoes', components },
    values: { components, slides: [components, components] },
    drop: { slides: ['components'] },
  },
  E097: {
    path: { card_id: 'card1' },
    body: { name: 'Shoes' },
    values: { components: [media, button], slides: [components, components] },
  },
  E098: { path: { card_id: 'card1' } },
  E099: { params: { card_uris: 'card://card1,card://poll1' }, values: { card_uris: 'card://poll1' } },
  E100: { path: { card_id: 'poll1' } },
  E102: { path: { card_id: 'poll1' } },
  E103: {
    params: poll,
    values: { duration_in_minutes: 5, media_key: '7_901' },
    beside: { fourth_choice: { third_choice: 'Maybe' } },
  },
  E105: { path: { card_id: 'vcon1' } },
  E106: {
    params: conversation,
    values: {
      media_key: '7_902',
      poster_media_key: '3_900',
      third_cta: '#third',
      fourth_cta: '#fourth',
      thank_you_url: 'https://example.com/thanks',
    },
    beside: {
      second_cta: { second_cta_tweet: 'two' },
      second_cta_tweet: { second_cta: '#two' },
      third_cta: { second_cta: '#two', second_cta_tweet: 'two', third_cta_tweet: 'three' },
      third_cta_tweet: { second_cta: '#two', second_cta_tweet: 'two', third_cta: '#three' },
      fourth_cta: {
        second_cta: '#two',
        second_cta_tweet: 'two',
        third_cta: '#three',
        third_cta_tweet: 'three',
        fourth_cta_tweet: 'four',
      },
      fourth_cta_tweet: {
        second_cta: '#two',
        second_cta_tweet: 'two',
        third_cta: '#three',
        third_cta_tweet: 'three',
        fourth_cta: '#four',
      },
    },
  },
  E108: { params: { tweet_type: 'PUBLISHED' }, values: { tweet_ids: '880000000000000001', user_id: own } },
  E109: {
    params: { as_user_id: own, text: 'Hello' },
    values: {
      as_user_id: own,
      card_uri: 'card://card1',
      media_keys: '7_901',
      video_cta_value: 'https://example.com',
    },
    items: { media_keys: (index) => `3_90${index}` },
    beside: {
      video_cta: { media_keys: '7_901', video_cta_value: 'https://example.com' },
      video_cta_value: { media_keys: '7_901', video_cta: 'VISIT_SITE' },
      video_description: { media_keys: '7_901' },
      video_title: { media_keys: '7_901' },
    },
  },
  E110: { path: { tweet_id: '880000000000000001' }, params: { name: 'Named' } },
  E111: {
    params: { tweet_ids: '880000000000000001', tweet_type: 'PUBLISHED' },
    values: { tweet_ids: '880000000000000002' },
  },
  E112: {
    path: { draft_tweet_id: '880000000000000011' },
    values: { card_uri: 'card://card2', media_keys: '3_901,3_902' },
  },
  E113: { path: { draft_tweet_id: '880000000000000011' } },
  E114: { path: { draft_tweet_id: '880000000000000011' }, data: 'none' },
  E115: { path: { scheduled_tweet_id: '880000000000000021' } },
  E116: { path: { scheduled_tweet_id: '880000000000000021' } },
  E117: {
    body: [
      { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' },
      { targeting_type: 'BROAD_KEYWORD', targeting_value: 'shoes' },
    ],
    data: 'record',
  },
  E118: {
    params: { granularity: 'DAY', keywords: 'shoes', start_time: '2026-11-29' },
    values: {
      keywords: 'shoes,boots',
      start_time: '2026-11-30T00:00:00Z',
      end_time: '2026-11-30',
      location: '96683cc9126741d1',
      negative_keywords: 'socks',
    },
  },
  E119: { params: { name: 'Buyers' }, values: { name: 'Sellers' } },
  E120: { path: { custom_audience_id: 'audi1' }, values: { name: 'Sellers' } },
  E121: {
    body: [{ operation_type: 'Create', params: audience }],
    many: (count) =>
      Array.from({ length: count }, (_, index) => ({
        operation_type: 'Create',
        params: { ...audience, name: `Buyers ${index}` },
      })),
    values: {
      '[].params': { ...audience, name: 'Another' },
      '[].params.name': 'Another',
      '[].params.segments': audience.segments,
    },
    beside: batchBeside('custom_audience_id', 'audi1'),
  },
  E122: { path: { custom_audience_id: 'audi1' } },
  E123: {
    path: { custom_audience_id: 'audi1' },
    body: [{ operation_type: 'Update', params: { users: [{ email: [hash] }] } }],
    values: {
      '[].params.users': [{ email: [hash], partner_user_id: ['plain'] }],
      '[].params.expires_at': '2027-06-01T00:00:00Z',
    },
    data: 'record',
  },
  E124: { path: { custom_audience_id: 'audi1' } },
  E125: {
    path: { custom_audience_id: 'audi1' },
    params: withPermission,
    values: { granted_account_id: '18ce5uk0000' },
  },
  E126: { path: { custom_audience_id: 'audi1', custom_audience_permission_id: 'perm1' } },
  E127: { path: { tailored_audience_id: 'audi1' } },
  E128: {
    path: { tailored_audience_id: 'audi1' },
    params: withPermission,
    values: { granted_account_id: '18ce5uk0000' },
  },
  E129: { path: { tailored_audience_id: 'audi1', tailored_audience_permission_id: 'perm1' } },
};

function search(): Recipe {
  return {
    as: 'bearer',
    params: { query: 'First' },
    wire: { 'query operators': 'query' },
    values: { 'query operators': 'First min_likes:0 min_replies:0 min_reposts:0' },
    wrong: { 'query operators': ['min_likes:many'] },
  };
}

/** What an Update or a Delete of a batch needs beside its type. */
function batchBeside(idParam: string, id: string): NonNullable<Recipe['beside']> {
  const named = { '[].params': { [idParam]: id } };
  return { '[].operation_type=Update': named, '[].operation_type=Delete': named };
}
