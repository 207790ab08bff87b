import { describe, expect, test } from 'vitest';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const account = `/12/accounts/${us}`;
type Query = Readonly<Record<string, string>>;

const self = '756201191646691328';
const other = '756201191646691329';
const seeded = '1166476031668015104';
const [image, video, gif] = ['3_1191948012077092869', '7_1191948012077092868', '16_1191948012077092870'];
const valid: Query = { as_user_id: self, text: 'It is spring' };

function post(query: Query, as: Parameters<typeof client.send>[2] = {}) {
  return client.send('POST', `${account}/tweet`, { query, ...as });
}

function list(query: Query) {
  return client.send('GET', `${account}/tweets`, { query });
}

function idsOf(answer: Awaited<ReturnType<typeof list>>): readonly unknown[] {
  return answer.records.map((record) => record['id_str']);
}

function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

describe('a post', () => {
  test('R391 R394 R400 F-post-09 F-post-10 is shown as the platform shows it, with 64-bit ids as bare numbers', async () => {
    await client.control('PUT', '/clock', { now: '2026-12-01T08:05:09Z', frozen: true });

    const answer = await post({ ...valid, name: 'Hero', conversation_settings: 'FOLLOWING' });

    expect(answer.record).toMatchObject({
      text: 'It is spring',
      name: 'Hero',
      nullcast: true,
      scopes: { followers: false },
      tweet_type: 'PUBLISHED',
      scheduled_at: null,
      card_uri: null,
      media_keys: [],
      user: { id_str: self, screen_name: 'acme_admin' },
      created_at: 'Tue Dec 01 08:05:09 +0000 2026',
    });
    expect(answer.record).not.toHaveProperty('conversation_settings');
    expect(answer.text).toContain(`"id":${String(answer.record['id_str'])},`);
    expect(answer.text).toContain(`"as_user_id":${self}`);
  });

  test('F-post-09 has the members of version 1.1, as programs for that version read them', async () => {
    const text = 'Grün 🌱 #spring by @acme_admin and @nobody https://example.com/a';
    await client.control('POST', '/seed', {
      tweets: [
        { id: '21', account_id: us, user_id: other, text: 'First' },
        {
          id: '22',
          account_id: us,
          text,
          lang: 'de',
          source: 'Acme <Ads>',
          in_reply_to_user_id: other,
          referenced_tweets: [{ type: 'replied_to', id: '21' }],
          public_metrics: { retweet_count: 3, like_count: 7 },
        },
      ],
    });

    const seen = await list({ tweet_type: 'PUBLISHED', tweet_ids: '22' });
    const plain = await post(valid);

    expect(seen.records[0]).toMatchObject({
      full_text: text,
      display_text_range: [0, 63],
      truncated: false,
      lang: 'de',
      source: '<a href="https://example.com" rel="nofollow">Acme &lt;Ads&gt;</a>',
      retweet_count: 3,
      favorite_count: 7,
      favorited: false,
      retweeted: false,
      in_reply_to_status_id: 21,
      in_reply_to_status_id_str: '21',
      in_reply_to_user_id_str: other,
      in_reply_to_screen_name: 'acme_manager',
      entities: {
        hashtags: [{ text: 'spring', indices: [7, 14] }],
        symbols: [],
        user_mentions: [{ screen_name: 'acme_admin', id_str: self, indices: [18, 29] }],
        urls: [{ url: 'https://example.com/a', display_url: 'example.com/a', indices: [42, 63] }],
      },
      user: { id_str: self, screen_name: 'acme_admin', friends_count: 0, verified: false, protected: false },
    });
    expect(plain.record).toMatchObject({
      lang: 'en',
      truncated: false,
      retweet_count: 0,
      favorite_count: 0,
      in_reply_to_status_id: null,
      in_reply_to_user_id: null,
      in_reply_to_screen_name: null,
      entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
      geo: null,
      coordinates: null,
      place: null,
      contributors: null,
    });
    expect(plain.record).not.toHaveProperty('display_text_range');
  });

  test('R393 R318 carries a card of the account', async () => {
    const components = [
      { type: 'MEDIA', media_key: image },
      { type: 'DETAILS', title: 'T', destination: { type: 'WEBSITE', url: 'https://example.com' } },
    ];
    const card = await client.send('POST', `${account}/cards`, { json: { name: 'C', components } });

    const answer = await post({ ...valid, card_uri: `card://${card.id}` });

    expect(answer.record['card_uri']).toBe(`card://${card.id}`);
  });

  test.each<[string, Query, string, string]>([
    ['R391', { as_user_id: '' }, 'MISSING_PARAMETER', 'as_user_id'],
    ['R391', { as_user_id: 'me' }, 'INVALID_PARAMETER', 'as_user_id'],
    ['R392', { text: '' }, 'TWEET_CANNOT_BE_BLANK', 'text'],
    ['R392', { text: '  ' }, 'TWEET_CANNOT_BE_BLANK', 'text'],
    ['R393', { card_uri: 'card://404' }, 'INVALID_PARAMETER', 'card_uri'],
    ['R394', { conversation_settings: 'NOBODY' }, 'INVALID_PARAMETER', 'conversation_settings'],
    ['R396', { media_keys: '3_1,3_2,3_3,3_4,3_5' }, 'INVALID_MEDIA', 'media_keys'],
    ['R397', { media_keys: `${gif},${image}` }, 'INVALID_MEDIA', 'media_keys'],
    ['R398', { media_keys: `${video},${image}` }, 'INVALID_MEDIA', 'media_keys'],
    ['R396', { media_keys: '3_404' }, 'INVALID_MEDIA_ID', 'media_keys'],
    ['R399', { name: 'x'.repeat(81) }, 'INVALID_PARAMETER', 'name'],
    ['R400', { nullcast: 'yes' }, 'INVALID_PARAMETER', 'nullcast'],
    ['R403', { tweet_mode: 'long' }, 'INVALID_PARAMETER', 'tweet_mode'],
    ['R404', { video_cta: 'BUY', video_cta_value: 'https://example.com' }, 'INVALID_PARAMETER', 'video_cta'],
    ['R404', { video_cta: 'VISIT_SITE' }, 'INCLUSIVE_PARAMETERS', 'video_cta_value'],
    ['R405', { video_description: 'x'.repeat(201) }, 'INVALID_PARAMETER', 'video_description'],
    ['R406', { video_title: 'x'.repeat(71) }, 'INVALID_PARAMETER', 'video_title'],
  ])('%s POST refuses %o', async (_rule, change, code, parameter) => {
    const five = [1, 2, 3, 4, 5].map((n) => ({ media_key: `3_${n}`, account_id: us }));
    await client.control('POST', '/seed', { media_library: five });

    const answer = await post({ ...valid, ...change });

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test.each<[Query]>([
    [{ text: '', media_keys: '3_1,3_2,3_3,3_4' }],
    [{ text: '', media_keys: gif }],
    [{ media_keys: video, video_cta: 'WATCH_NOW', video_cta_value: 'https://example.com' }],
    [{ nullcast: 'false' }],
  ])('R396 R397 R398 R401 R404 POST takes %o', async (change) => {
    const four = [1, 2, 3, 4].map((n) => ({ media_key: `3_${n}`, account_id: us }));
    await client.control('POST', '/seed', { media_library: four });

    const answer = await post({ ...valid, ...change });

    expect([answer.status, answer.codes]).toEqual([200, []]);
  });

  test('R403 the mode chooses the name of the text, and the user can be trimmed', async () => {
    const compat = await post({ ...valid, tweet_mode: 'compat', trim_user: 'true' });
    const extended = await post({ ...valid, text: 'Other', tweet_mode: 'extended' });

    expect([compat.record['text'], compat.record['full_text']]).toEqual(['It is spring', undefined]);
    expect(namesIn(compat.record['user'])).toEqual(['id', 'id_str']);
    expect([extended.record['text'], extended.record['full_text']]).toEqual([undefined, 'Other']);
  });

  test('media in a post is marked as posted', async () => {
    await post({ ...valid, media_keys: video });

    const item = await client.send('GET', `${account}/media_library/${video}`);

    expect(item.record['tweeted']).toBe(true);
  });

  test('what was posted already is refused, unless something else goes with it', async () => {
    await post(valid);

    const again = await post(valid);
    const withMedia = await post({ ...valid, media_keys: image });
    await client.control('PUT', '/limits', { creatives: { duplicate_tweets: 'accept' } });
    const accepted = await post(valid);

    expect([again.codes, withMedia.status, accepted.status]).toEqual([['DUPLICATE_TWEET'], 200, 200]);
  });

  test('R155 R401 posting for another user takes a permission, and is promoted-only', async () => {
    const [manager, composer] = [client.as('manager'), client.as('composer')];

    const refused = await post(valid, manager);
    const own = await post({ ...valid, as_user_id: other }, manager);
    const composed = await post({ ...valid, text: 'Composed' }, composer);
    const organic = await post({ ...valid, text: 'Organic', nullcast: 'false' }, composer);
    await client.control('PUT', '/limits', { creatives: { tweet_composer: 'implied' } });
    const implied = await post({ ...valid, text: 'Implied' }, manager);

    expect([refused.status, refused.codes]).toEqual([403, ['ACTION_NOT_ALLOWED']]);
    expect([own.status, composed.status, implied.status]).toEqual([200, 200, 200]);
    expect(organic.body.errors).toMatchObject([{ code: 'INVALID_PARAMETER', parameter: 'nullcast' }]);
  });

  test('R391 nobody posts for a user that has nothing to do with the account', async () => {
    const answer = await post({ ...valid, as_user_id: '12' }, client.as('composer'));

    expect(answer.codes).toEqual(['INVALID_USER_ID']);
  });

  test('R407 R408 only its name can be changed', async () => {
    const answer = await client.send('PUT', `${account}/tweets/${seeded}/name`, {
      query: { name: 'N', text: 'T' },
    });
    const tooLong = await client.send('PUT', `${account}/tweets/${seeded}/name`, {
      query: { name: 'x'.repeat(81) },
    });
    const unknown = await client.send('PUT', `${account}/tweets/1/name`, { query: { name: 'N' } });
    const read = await list({ tweet_type: 'PUBLISHED', tweet_ids: seeded });

    expect(answer.record).toEqual({ tweet_id: seeded, name: 'N' });
    expect([tooLong.codes, unknown.codes]).toEqual([['INVALID_PARAMETER'], ['TWEET_NOT_FOUND']]);
    expect(read.records[0]).toMatchObject({
      name: 'N',
      text: 'Always in season https://example.com/evergreen',
    });
  });
});

describe('the list of posts', () => {
  test.each<[string, Query, string]>([
    ['R383', {}, 'MISSING_PARAMETER'],
    ['R383', { tweet_type: 'ALL' }, 'INVALID_PARAMETER'],
    ['R384', { tweet_type: 'DRAFT', tweet_ids: 'a' }, 'INVALID_PARAMETER'],
    [
      'R384',
      { tweet_type: 'DRAFT', tweet_ids: Array.from({ length: 201 }, (_, n) => `${n}`).join(',') },
      'INVALID_PARAMETER',
    ],
    ['R385', { tweet_type: 'DRAFT', count: '1001' }, 'INVALID_PARAMETER'],
    ['R386', { tweet_type: 'DRAFT', include_mentions_and_replies: 'x' }, 'INVALID_PARAMETER'],
    ['R387', { tweet_type: 'DRAFT', name: 'x'.repeat(81) }, 'INVALID_PARAMETER'],
    ['R388', { tweet_type: 'DRAFT', timeline_type: 'HOME' }, 'INVALID_PARAMETER'],
    ['R389', { tweet_type: 'DRAFT', trim_user: 'x' }, 'INVALID_PARAMETER'],
    ['R390', { tweet_type: 'DRAFT', user_id: 'x' }, 'INVALID_PARAMETER'],
  ])('%s refuses %o', async (_rule, query, code) => {
    const answer = await list(query);

    expect([answer.status, answer.codes]).toEqual([400, [code]]);
  });

  test('R386 R387 R388 R402 has promoted-only posts unless asked for others, without mentions', async () => {
    const mention = await post({ ...valid, text: '@someone hello', name: 'Evening' });
    const published = { tweet_type: 'PUBLISHED' };

    const lists = await Promise.all([
      list(published),
      list({ ...published, timeline_type: 'ORGANIC' }),
      list({ ...published, timeline_type: 'ALL' }),
      list({ ...published, include_mentions_and_replies: 'true' }),
      list({ ...published, name: 'EVER' }),
    ]);

    const organic = '1166476031668015105';
    const mentioned = String(mention.record['id_str']);
    expect(lists.map(idsOf)).toEqual([[seeded], [organic], [seeded, organic], [seeded, mentioned], [seeded]]);
  });

  test('R384 R389 chooses by ids, echoed as bare numbers, and trims users', async () => {
    const answer = await list({ tweet_type: 'PUBLISHED', tweet_ids: `${seeded},1`, trim_user: 'true' });

    expect(idsOf(answer)).toEqual([seeded]);
    expect(answer.text).toContain(`"tweet_ids":[${seeded},1]`);
    expect(namesIn(answer.records[0]?.['user'])).toEqual(['id', 'id_str']);
    expect(answer.records[0]).toMatchObject({ conversation_settings: 'EVERYONE' });
  });

  test('R390 has the posts of the account’s own user unless another is named', async () => {
    await post({ ...valid, as_user_id: other, text: 'By the manager' }, client.as('manager'));

    const own = await list({ tweet_type: 'PUBLISHED' });
    const theirs = await list({ tweet_type: 'PUBLISHED', user_id: other });

    expect([own.records.length, theirs.records.length]).toEqual([1, 1]);
    expect(theirs.records[0]?.['text']).toBe('By the manager');
  });

  test('R385 pages by count and cursor', async () => {
    const tweets = Array.from({ length: 250 }, () => ({ account_id: us }));
    await client.control('POST', '/seed', { tweets });
    const query = { tweet_type: 'PUBLISHED' };

    const first = await list(query);
    const rest = await list({ ...query, cursor: first.body.next_cursor ?? '' });

    expect([first.records.length, rest.records.length, rest.body.next_cursor]).toEqual([200, 51, null]);
  });
});

describe('previews', () => {
  test('R409 R410 R411 R412 are frames of markup; an id of another sort gets none', async () => {
    const draft = await client.send('POST', `${account}/draft_tweets`, { query: valid });
    const path = `${account}/tweet_previews`;
    const both = `${seeded},${draft.id}`;

    const published = await client.send('GET', path, { query: { tweet_type: 'PUBLISHED', tweet_ids: both } });
    const drafts = await client.send('GET', path, { query: { tweet_type: 'DRAFT', tweet_ids: both } });
    const none = await client.send('GET', path, { query: { tweet_type: 'DRAFT' } });
    const untyped = await client.send('GET', path, { query: { tweet_ids: seeded } });
    const many = Array.from({ length: 201 }, (_, n) => `${n}`).join(',');
    const over = await client.send('GET', path, { query: { tweet_type: 'DRAFT', tweet_ids: many } });

    expect(published.records.map((row) => row['tweet_id'])).toEqual([seeded]);
    expect(published.records[0]?.['preview']).toMatch(/^<iframe .*<\/iframe>$/);
    expect(drafts.records.map((row) => row['tweet_id'])).toEqual([draft.id]);
    expect([none.codes, untyped.codes, over.codes]).toEqual([
      ['MISSING_PARAMETER'],
      ['MISSING_PARAMETER'],
      ['INVALID_PARAMETER'],
    ]);
  });
});

test('R395 settings of the conversation need version 8 or later, and older versions are shut', async () => {
  const query = { ...valid, conversation_settings: 'FOLLOWING' };

  const shut = await client.send('POST', `/7/accounts/${us}/tweet`, { query });
  const open = await client.send('POST', `/11/accounts/${us}/tweet`, { query });

  expect([shut.codes, open.status]).toEqual([['ROUTE_NOT_FOUND'], 200]);
});
