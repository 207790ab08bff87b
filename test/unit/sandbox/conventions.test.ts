import { describe, expect, test } from 'vitest';
import { type Sending, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const base = `/12/accounts/${us}`;
const campaign = {
  name: 'Spring',
  funding_instrument_id: 'hxtet',
  daily_budget_amount_local_micro: '5500000',
};

describe('records', () => {
  test.each(['', '/campaigns/8zva0', '/funding_instruments/hxtet', '/line_items/6zva'])(
    'R130 R131 %s carries id, whole-second times and whether it is deleted',
    async (path) => {
      const { record } = await client.send('GET', `${base}${path}`);

      const id: unknown = expect.stringMatching(/^\w+$/);
      const wholeSeconds: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(record).toMatchObject({
        id,
        created_at: wholeSeconds,
        updated_at: wholeSeconds,
        deleted: false,
      });
    },
  );

  test('R130 R204 categories carry neither times nor deleted', async () => {
    const { records } = await client.send('GET', '/12/iab_categories', { query: { count: '1' } });

    expect(Object.keys(records[0] ?? {})).not.toContain('deleted');
  });
});

describe('envelopes', () => {
  test('R132 R133 a record, and a list with its cursor, stand beside the echo', async () => {
    const one = await client.send('GET', `${base}/campaigns/8zva0`);
    const many = await client.send('GET', `${base}/campaigns`);
    const made = await client.send('POST', `${base}/campaigns`, { query: campaign });

    expect([one, many, made].map(({ body }) => Object.keys(body).toSorted())).toEqual([
      ['data', 'request'],
      ['data', 'next_cursor', 'request'],
      ['data', 'request'],
    ]);
    expect(one.body.request).toEqual({ params: { campaign_id: '8zva0', account_id: us } });
  });
});

describe('lists', () => {
  test('R135 R136 a page has 200 records unless said otherwise, and a cursor for the rest', async () => {
    await client.control('POST', '/generate', { account_id: us, campaigns: 249 });

    const first = await client.send('GET', `${base}/campaigns`);
    const second = await client.send('GET', `${base}/campaigns`, {
      query: { cursor: first.body.next_cursor ?? '' },
    });

    expect([first.records.length, second.records.length, second.body.next_cursor]).toEqual([200, 50, null]);
  });

  test.each([
    ['campaigns', '8zva0'],
    ['line_items', '6zva'],
    ['funding_instruments', 'hxtet'],
  ])('R138 R143 of %s, a deleted record comes back only with_deleted', async (name, id) => {
    await client.send('DELETE', `${base}/${name}/${id}`);
    const withDeleted = { query: { with_deleted: 'true' } };

    const reads = await Promise.all([
      client.send('GET', `${base}/${name}/${id}`),
      client.send('GET', `${base}/${name}/${id}`, withDeleted),
    ]);
    const lists = await Promise.all([
      client.send('GET', `${base}/${name}`),
      client.send('GET', `${base}/${name}`, withDeleted),
    ]);

    expect(reads.map(({ status }) => status)).toEqual([404, 200]);
    expect(lists.map(({ records }) => records.some((record) => record['id'] === id))).toEqual([false, true]);
  });
});

test.each([
  ['/12/accounts', 200],
  ['/11/accounts', 200],
  ['/accounts', 404],
  ['/5/accounts', 404],
  [`/5/accounts/${us}/tailored_audiences/1nmth/permissions`, 200],
  [`/12/accounts/${us}/tailored_audiences/1nmth/permissions`, 404],
])('R007 R157 the version is the first segment: %s is answered with %i', async (path, status) => {
  expect((await client.send('GET', path)).status).toBe(status);
});

async function make(path: string, sending: Sending): Promise<string> {
  const answer = await client.send('POST', `${base}${path}`, sending);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.id;
}

describe('the platform as a whole', () => {
  test('R004 it has authentication, a data API, an advertising API and activity events', async () => {
    const json = { event_type: 'profile.update.bio', filter: { user_id: '756201191646691328' } };

    const answers = [
      await client.send('GET', '/2/tweets', { query: { ids: '1166476031668015104' } }),
      await client.send('GET', '/12/accounts'),
      await client.send('POST', '/2/activity/subscriptions', { json }),
      await client.send('POST', '/1.1/oauth/invalidate_token'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('R005 accounts own campaigns and line items, and line items carry what is promoted', async () => {
    const campaignId = await make('/campaigns', { query: campaign });
    const placed = { campaign_id: campaignId, placements: 'ALL_ON_TWITTER' };
    const clicks = { ...placed, objective: 'WEBSITE_CLICKS', product_type: 'PROMOTED_TWEETS' };
    const item = await make('/line_items', { query: clicks });

    const hung = [
      await make('/promoted_tweets', { query: { line_item_id: item, tweet_ids: '1166476031668015104' } }),
      await make('/tracking_tags', {
        query: {
          line_item_id: item,
          tracking_tag_type: 'IMPRESSION_TAG',
          tracking_tag_url: 'https://example.com',
        },
      }),
      await make('/media_creatives', {
        query: { line_item_id: item, account_media_id: '3wpx', landing_url: 'https://example.com' },
      }),
      await make('/targeting_criteria', {
        query: { line_item_id: item, targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' },
      }),
      await make('/line_item_curated_categories', {
        query: { line_item_id: item, curated_category_id: 'gh8nnwxtq0ao' },
      }),
    ];

    expect(new Set(hung).size).toBe(5);
  });

  test('R006 R318 media becomes a card, a card a post, and the post is previewed and promoted', async () => {
    const media_key = '3_1191948012077092867';
    await make('/media_library', { query: { media_key } });
    const destination = { type: 'WEBSITE', url: 'https://example.com' };
    const components = [
      { type: 'MEDIA', media_key },
      { type: 'DETAILS', title: 'Shoes', destination },
    ];
    const card = await make('/cards', { json: { name: 'Shoes', components } });
    const post = await client.send('POST', `${base}/tweet`, {
      query: { as_user_id: '756201191646691328', text: 'Shoes!', card_uri: `card://${card}` },
    });
    const tweet = String(post.record['tweet_id'] ?? post.record['id_str']);

    const preview = await client.send('GET', `${base}/tweet_previews`, {
      query: { tweet_ids: tweet, tweet_type: 'PUBLISHED' },
    });
    const promoted = await client.send('POST', `${base}/promoted_tweets`, {
      query: { line_item_id: '6zva', tweet_ids: tweet },
    });

    expect(preview.records.map((record) => record['tweet_id'])).toEqual([tweet]);
    expect(promoted.records.map((record) => record['tweet_id'])).toEqual([tweet]);
  });
});
