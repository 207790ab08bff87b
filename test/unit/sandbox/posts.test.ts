import { beforeEach, describe, expect, test } from 'vitest';
import { at, bearerOf, callData, type DataAnswer, idsOf, listAt, textAt } from './data-client.ts';
import { aList, having, textLike } from './matchers.ts';
import { type Sending, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T12:00:00Z' });
const admin = '756201191646691328';
const manager = '756201191646691329';
const post = '900000000000000001';
const reply = '900000000000000002';
const repost = '900000000000000003';
const video = '13_900';
let authorization = '';

const text = 'Look @acme_manager #Spring https://example.com/a';
const annotation = {
  domain: { id: '46', name: 'Brand', description: 'A brand' },
  entity: { id: '1', name: 'Acme' },
};

beforeEach(async () => {
  const seeded = await client.control('POST', '/seed', {
    users: [{ id: '5', screen_name: 'stranger', accounts: {} }],
    media_library: [
      { account_id: us, id: video, media_key: video, duration: 7000, public_metrics: { view_count: 3 } },
    ],
    tweets: [
      {
        account_id: us,
        id: post,
        user_id: admin,
        text,
        nullcast: false,
        media_keys: [video],
        public_metrics: { like_count: 10, reply_count: 2, retweet_count: 4 },
        context_annotations: [annotation],
        source: 'Web',
      },
      {
        account_id: us,
        id: reply,
        user_id: manager,
        text: 'Indeed spring',
        conversation_id: post,
        in_reply_to_user_id: admin,
        referenced_tweets: [{ type: 'replied_to', id: post }],
        lang: 'de',
      },
      { account_id: us, id: '900000000000000004', user_id: admin, text: 'Said before' },
      {
        account_id: us,
        id: repost,
        user_id: manager,
        text: 'RT spring',
        referenced_tweets: [{ type: 'retweeted', id: post }],
      },
    ],
  });
  if (seeded.status !== 200) throw new Error(seeded.text);
  authorization = await bearerOf(client);
});

function get(path: string, query: Sending['query'] = {}): Promise<DataAnswer> {
  return callData(client, 'GET', path, { query, authorization });
}

async function found(query: string, path = '/2/tweets/search/recent'): Promise<readonly string[]> {
  return idsOf(await get(path, { query }));
}

function write(json: object, path = '/2/tweets', sending: Sending = {}): Promise<DataAnswer> {
  return callData(client, 'POST', path, { json, ...sending });
}

function pay(): Promise<unknown> {
  const set = { subscription_type: 'Premium' };
  return client.control('POST', '/mutate', [{ collection: 'users', id: admin, set }]);
}

describe('GET /2/tweets', () => {
  test('R072 R091 R095 R129 a post is its id and text, without includes, unless more is asked for', async () => {
    const { status, json } = await get('/2/tweets', { ids: `${post},${reply}` });

    expect([status, json]).toEqual([
      200,
      {
        data: [
          { id: post, text },
          { id: reply, text: 'Indeed spring' },
        ],
      },
    ]);
  });

  test('R073 R074 R076 R077 R079 R080 R081 R082 R092 every field can be asked for', async () => {
    const fields =
      'author_id,created_at,conversation_id,in_reply_to_user_id,lang,possibly_sensitive,source,attachments,' +
      'public_metrics,referenced_tweets,entities,context_annotations';

    const { json } = await get('/2/tweets', { ids: post, 'tweet.fields': fields });

    expect(json['data']).toEqual([
      {
        id: post,
        text,
        author_id: admin,
        created_at: textLike(/^2026-12-01T12:00:\d\d\.\d{3}Z$/),
        conversation_id: post,
        lang: 'en',
        possibly_sensitive: false,
        attachments: { media_keys: [video] },
        public_metrics: {
          retweet_count: 4,
          reply_count: 2,
          like_count: 10,
          quote_count: 0,
          impression_count: 0,
        },
        entities: {
          mentions: [{ start: 5, end: 18, username: 'acme_manager' }],
          hashtags: [{ start: 19, end: 26, tag: 'Spring' }],
          urls: [
            {
              start: 27,
              end: 48,
              url: 'https://example.com/a',
              expanded_url: 'https://example.com/a',
              display_url: 'example.com/a',
            },
          ],
        },
        context_annotations: [annotation],
      },
    ]);
  });

  test('R073 R078 a reply says what and whom it answers', async () => {
    const { json } = await get('/2/tweets', {
      ids: reply,
      'tweet.fields': 'referenced_tweets,in_reply_to_user_id,conversation_id,lang',
    });

    expect(json['data']).toEqual([
      {
        id: reply,
        text: 'Indeed spring',
        referenced_tweets: [{ type: 'replied_to', id: post }],
        in_reply_to_user_id: admin,
        conversation_id: post,
        lang: 'de',
      },
    ]);
  });

  test('R080 R083 entities can be given whole', async () => {
    const url = {
      start: 0,
      end: 3,
      url: 'https://t.example',
      expanded_url: 'https://example.com',
      display_url: 'example.com',
      images: [{ url: 'https://example.com/i', width: 10, height: 20 }],
      status: 200,
      title: 'T',
      description: 'D',
      unwound_url: 'https://example.com/',
    };
    const annotations = [{ start: 0, end: 3, probability: 0.5, type: 'Place', normalized_text: 'X' }];
    await client.control('POST', '/mutate', [
      { collection: 'tweets', id: reply, set: { entities: { urls: [url], annotations } } },
    ]);

    const { json } = await get('/2/tweets', { ids: reply, 'tweet.fields': 'entities' });

    expect(json['data']).toEqual([having({ entities: { urls: [url], annotations } })]);
  });

  test('R075 R107 the removed field source is shown only where it is switched on', async () => {
    const query = { ids: post, 'tweet.fields': 'source' };

    const removed = await get('/2/tweets', query);
    await client.control('PUT', '/limits', { data: { source_field: 'shown' } });
    const shown = await get('/2/tweets', query);

    expect([removed.json['data'], shown.json['data']]).toEqual([
      [{ id: post, text }],
      [{ id: post, text, source: 'Web' }],
    ]);
  });

  test('R088 R089 R093 R094 R095 attached media come as includes, with the fields asked for', async () => {
    const few = await get('/2/tweets', { ids: post, expansions: 'attachments.media_keys' });
    const more = await get('/2/tweets', {
      ids: post,
      expansions: 'attachments.media_keys',
      'media.fields': 'duration_ms,public_metrics',
    });

    expect(few.json['includes']).toEqual({ media: [{ media_key: video, type: 'video' }] });
    expect(more.json['includes']).toEqual({
      media: [{ media_key: video, type: 'video', duration_ms: 7000, public_metrics: { view_count: 3 } }],
    });
  });

  test('R084 R085 R086 R087 R096 authors, people and posts that a post names come as includes', async () => {
    const { json } = await get('/2/tweets', {
      ids: reply,
      expansions: 'author_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id',
      'user.fields':
        'created_at,description,location,url,profile_image_url,protected,verified,verified_type,pinned_tweet_id,public_metrics,entities',
    });

    expect(at(json, 'includes.tweets')).toEqual([{ id: post, text }]);
    expect(listAt(json, 'includes.users')).toHaveLength(2);
    expect(at(json, 'includes.users.0')).toMatchObject({
      id: manager,
      username: 'acme_manager',
      created_at: textLike(/\.\d{3}Z$/),
      protected: false,
      verified: false,
      verified_type: 'none',
      public_metrics: { followers_count: 0, following_count: 0, tweet_count: 0, listed_count: 0 },
    });
  });

  test('R084 R085 R087 what a seed says about a user is shown', async () => {
    const set = {
      name: 'Acme',
      description: 'We sell #things',
      location: 'Here',
      url: 'https://acme.example.com',
      profile_image_url: 'https://acme.example.com/i.png',
      protected: true,
      verified: true,
      verified_type: 'business',
      pinned_tweet_id: post,
    };
    await client.control('POST', '/mutate', [{ collection: 'users', id: admin, set }]);

    const { json } = await get('/2/tweets', {
      ids: post,
      expansions: 'author_id,entities.mentions.username',
      'user.fields': [...Object.keys(set), 'entities'].join(','),
    });

    expect(at(json, 'includes.users.0')).toEqual({
      id: admin,
      username: 'acme_admin',
      ...set,
      entities: {
        url: { urls: [having({ url: set.url })] },
        description: { hashtags: [{ start: 8, end: 15, tag: 'things' }] },
      },
    });
    expect(at(json, 'includes.users.1')).toMatchObject({ id: manager });
  });

  test('posts that are not there are told apart, with a success', async () => {
    const { status, json } = await get('/2/tweets', { ids: `${post},12` });

    expect(status).toBe(200);
    expect(json['data']).toEqual([{ id: post, text }]);
    expect(json['errors']).toEqual([
      {
        value: '12',
        resource_id: '12',
        resource_type: 'tweet',
        parameter: 'ids',
        title: 'Not Found Error',
        detail: 'Could not find tweet with ids: [12].',
        type: 'https://api.twitter.com/2/problems/resource-not-found',
      },
    ]);
  });

  test('the later vocabulary is answered in kind', async () => {
    const { json } = await get('/2/tweets', {
      ids: `${reply},12`,
      'post.fields': 'referenced_posts,edit_history_post_ids',
      expansions: 'referenced_posts.id',
    });

    expect(json).toMatchObject({
      data: [{ id: reply, referenced_posts: [{ id: post }], edit_history_post_ids: [reply] }],
      includes: { posts: [{ id: post }] },
      errors: [{ type: 'https://api.x.com/2/problems/resource-not-found' }],
    });
  });

  test.each([
    ['R091', {}, 'ids'],
    ['R091', { ids: 'x' }, 'ids'],
    ['R091', { ids: Array.from({ length: 101 }, (_, index) => index + 1).join(',') }, 'ids'],
    ['R073', { ids: post, 'tweet.fields': 'nosuch' }, 'tweet.fields'],
    ['R093', { ids: post, expansions: 'nosuch' }, 'expansions'],
    ['R094', { ids: post, 'media.fields': '__proto__' }, 'media.fields'],
  ])('%s %o is an invalid request', async (_rule, query: Sending['query'], parameter) => {
    const { status, json } = await get('/2/tweets', query);

    expect(status).toBe(400);
    expect(json).toMatchObject({
      title: 'Invalid Request',
      type: 'https://api.twitter.com/2/problems/invalid-request',
      status: 400,
      errors: [{ parameters: { [parameter]: aList } }],
    });
  });

  test('one post is read by its id', async () => {
    const found = await get(`/2/tweets/${post}`);
    const lost = await get('/2/tweets/12');

    expect([found.json['data'], lost.status]).toEqual([{ id: post, text }, 404]);
  });

  test('a post of the advertising side is the same post', async () => {
    const created = await client.send('POST', `/12/accounts/${us}/tweet`, {
      query: { as_user_id: admin, text: 'From there' },
    });
    const { json } = await get('/2/tweets', { ids: String(created.record['id_str']) });

    expect(json['data']).toEqual([{ id: created.record['id_str'], text: 'From there' }]);
  });
});

describe('search', () => {
  test.each([
    ['R097', 'spring', [reply, post]],
    ['R097', 'is:retweet', []],
    ['R098', 'spring min_likes:5', [post]],
    ['R098', 'spring min_likes:11', []],
    ['R098', 'spring min_replies:2 min_reposts:4', [post]],
    ['R098', 'spring -min_reposts:4', [reply]],
    ['R097', 'from:acme_manager', [reply]],
    ['R097', 'to:acme_admin', [reply]],
    ['R097', '"Indeed spring" OR has:media', [reply, post]],
    ['R097', '(indeed OR look) -lang:de', [post]],
    ['R097', '#Spring @acme_manager', [post]],
    ['R097', 'is:reply', [reply]],
    ['R097', 'nothing-like-this', []],
  ])('%s recent and all: %s', async (_rule, query, ids) => {
    expect(await found(query)).toEqual(ids);
    expect(await found(query, '/2/tweets/search/all')).toEqual(ids);
  });

  test('recent is a week, all is everything', async () => {
    await client.control('PUT', '/clock', { advance_seconds: 8 * 86_400 });

    expect(await found('spring')).toEqual([]);
    expect(await found('spring', '/2/tweets/search/all')).toEqual([reply, post]);
  });

  test('pages lead to one another', async () => {
    await client.control('POST', '/seed', {
      tweets: Array.from({ length: 25 }, (_, index) => ({
        id: String(910_000_000_000_000_000n + BigInt(index)),
        account_id: us,
        text: `Number ${index}`,
      })),
    });
    const ids: string[] = [];
    let next: unknown;
    do {
      const query = { query: 'number', ...(typeof next === 'string' ? { next_token: next } : {}) };
      const { json } = await get('/2/tweets/search/recent', query);
      for (const each of [json['data']].flat()) ids.push(textAt(each, 'id'));
      next = at(json, 'meta.next_token');
    } while (next !== undefined);

    expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
  });

  test.each([
    {},
    { query: '' },
    { query: '(' },
    { query: 'a)' },
    { query: '-' },
    { query: 'min_likes:x' },
    { query: 'OR' },
    { query: '('.repeat(100) },
    { query: 'a', max_results: '9' },
    { query: 'a', next_token: 'nosuch' },
    { query: 'a', start_time: 'yesterday' },
    { query: 'a', end_time: '2026-12-01 10:00' },
    { query: 'a', start_time: '2026-11-01T00:00:00Z' },
    { query: 'a', start_time: '2026-12-01T11:00:00Z', end_time: '2026-12-01T10:00:00Z' },
  ])('R153 %o is refused', async (query: Sending['query']) => {
    expect((await get('/2/tweets/search/recent', query)).status).toBe(400);
  });

  test.each(['recent', 'all'])('counts/%s count posts by time', async (name) => {
    const { status, json } = await get(`/2/tweets/counts/${name}`, { query: 'spring', granularity: 'day' });

    const buckets = listAt(json, 'data');
    const counts = buckets.map((bucket) => Number(at(bucket, 'tweet_count')));
    const starts = buckets.map((bucket) => at(bucket, 'start'));
    const ends = buckets.map((bucket) => at(bucket, 'end'));
    expect(status).toBe(200);
    expect(json['meta']).toEqual({ total_tweet_count: 2 });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(ends.slice(0, -1)).toEqual(starts.slice(1));
  });
});

describe('writing posts', () => {
  test.each(['/2/tweets', '/2/posts'])('%s creates a post that can be read', async (path) => {
    const { status, json } = await write({ text: 'Fresh' }, path);
    const id = textAt(json, 'data.id');
    const read = await get('/2/tweets', { ids: id, 'tweet.fields': 'author_id' });

    expect(status).toBe(201);
    expect(json).toEqual({
      data: { id: textLike(/^\d+$/), text: 'Fresh', edit_history_tweet_ids: [id] },
    });
    expect(read.json['data']).toEqual([{ id, text: 'Fresh', author_id: admin }]);
  });

  test('a reply and a quote refer to their posts', async () => {
    const { json } = await write({
      text: 'Both',
      reply: { in_reply_to_tweet_id: reply },
      quote_tweet_id: post,
      media: { media_ids: ['900'] },
    });
    const read = await get('/2/tweets', {
      ids: textAt(json, 'data.id'),
      'tweet.fields': 'referenced_tweets,conversation_id,in_reply_to_user_id,attachments',
    });

    expect(read.json['data']).toEqual([
      having({
        referenced_tweets: [
          { type: 'replied_to', id: reply },
          { type: 'quoted', id: post },
        ],
        conversation_id: post,
        in_reply_to_user_id: manager,
        attachments: { media_keys: [video] },
      }),
    ]);
  });

  test('R105 25,000 characters are the most', async () => {
    const long = await write({ text: 'x'.repeat(25_000) });
    const longer = await write({ text: 'y'.repeat(25_001) });

    expect([long.status, longer.status]).toEqual([201, 400]);
  });

  test('R099 sharing with followers needs a community', async () => {
    const alone = await write({ text: 'a', share_with_followers: true });
    const shared = await write({ text: 'a', share_with_followers: true, community_id: '123' });

    expect([alone.status, shared.status]).toEqual([400, 201]);
  });

  test.each([
    [{}, 'TWEET_CANNOT_BE_BLANK'],
    [{ text: 'Said before' }, 'DUPLICATE_TWEET'],
    [{ text: 5 }, 'INVALID_PARAMETER'],
    [{ text: 'a', reply: {} }, 'MISSING_PARAMETER'],
    [{ text: 'a', reply: 'b' }, 'INVALID_PARAMETER'],
    [{ text: 'a', reply: { in_reply_to_tweet_id: '12' } }, 'INVALID_PARAMETER'],
    [{ text: 'a', quote_tweet_id: '12' }, 'INVALID_PARAMETER'],
    [{ text: 'a', media: { media_ids: ['12'] } }, 'INVALID_PARAMETER'],
    [{ text: 'a', edit_options: {} }, 'MISSING_PARAMETER'],
    [[], 'INVALID_PARAMETER'],
  ])('%o is refused', async (json: object, code) => {
    const { status, json: body } = await write(json);

    expect([status, [body['errors']].flat().map((each) => textAt(each, 'code'))]).toEqual([400, [code]]);
  });

  test.each([
    [3599, 201],
    [3661, 400],
  ])(
    'R100 R101 R102 an own post can be edited %i seconds after its creation: %i',
    async (seconds, status) => {
      await pay();
      const { json } = await write({ text: 'First' });
      const id = textAt(json, 'data.id');
      await client.control('PUT', '/clock', { advance_seconds: seconds });

      const edited = await write({ text: 'Second', edit_options: { previous_post_id: id } }, '/2/posts');

      expect(edited.status).toBe(status);
      if (status !== 201) return;
      const newId = textAt(edited.json, 'data.id');
      expect(at(edited.json, 'data.edit_history_tweet_ids')).toEqual([id, newId]);
      const { json: old } = await get('/2/tweets', {
        ids: id,
        'tweet.fields': 'edit_history_tweet_ids',
        expansions: 'edit_history_tweet_ids',
      });
      expect(old).toMatchObject({ data: [{ text: 'First', edit_history_tweet_ids: [id, newId] }] });
    },
  );

  test('R100 R102 editing is for the author, who pays, and for the latest version', async () => {
    const { json } = await write({ text: 'First' });
    const edit = { text: 'Second', edit_options: { previous_post_id: textAt(json, 'data.id') } };

    const unpaid = await write(edit, '/2/posts');
    await pay();
    const foreign = await write({ ...edit, edit_options: { previous_post_id: reply } }, '/2/posts');
    const other = await write(edit, '/2/posts', client.as('manager'));
    const first = await write(edit, '/2/posts');
    const again = await write({ ...edit, text: 'Third' }, '/2/posts');

    expect([unpaid, foreign, other, first, again].map(({ status }) => status)).toEqual([
      403, 403, 403, 201, 400,
    ]);
  });
});

test('R106 R107 likes, follows and historical endpoints are not served', async () => {
  const answers = await Promise.all([
    callData(client, 'POST', `/2/users/${admin}/likes`, { json: { tweet_id: post } }),
    callData(client, 'POST', `/2/users/${admin}/following`, { json: { target_user_id: manager } }),
    callData(client, 'GET', '/2/tweets/search/fullarchive'),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 405, 404]);
});

test('a fault refuses by parameters here too', async () => {
  await client.control('PUT', '/faults', [
    {
      path: '/2/tweets',
      method: 'POST',
      effect: 'refuse',
      match: { text: 'bad' },
      code: 'TWEET_IS_SPAM',
      status: 403,
    },
  ]);

  const bad = await callData(client, 'POST', '/2/tweets', { json: { text: 'bad' } });
  const good = await callData(client, 'POST', '/2/tweets', { json: { text: 'good' } });

  expect([bad.status, good.status]).toEqual([403, 201]);
});
