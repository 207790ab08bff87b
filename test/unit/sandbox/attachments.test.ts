import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const account = `/12/accounts/${us}`;
const own = '756201191646691328';
const now = '2026-12-01T00:00:00Z';
const times = { created_at: now, updated_at: now, deleted: false };
type Query = Readonly<Record<string, string>>;

const get = (path: string, query: Query = {}) => client.send('GET', `${account}/${path}`, { query });
const post = (path: string, query: Query) => client.send('POST', `${account}/${path}`, { query });
const put = (path: string, query: Query) => client.send('PUT', `${account}/${path}`, { query });
const remove = (path: string) => client.send('DELETE', `${account}/${path}`);

/** A line item under a campaign of its own. */
async function lineItem(fields: Query = {}): Promise<string> {
  const campaign = { funding_instrument_id: 'hxtet', name: 'C', daily_budget_amount_local_micro: '50000000' };
  const query = {
    campaign_id: (await post('campaigns', campaign)).id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: 'ALL_ON_TWITTER',
    ...fields,
  };
  return (await post('line_items', query)).id;
}

const followers = () => lineItem({ objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' });
const preroll = () => lineItem({ objective: 'PREROLL_VIEWS', product_type: 'MEDIA', categories: 'IAB3' });

/** The parameters that one request was refused for. */
async function refusal(answer: ReturnType<typeof post>): Promise<readonly unknown[]> {
  const { status, body } = await answer;
  return [status, body.errors?.map((each) => [each.code, each.parameter])];
}

describe('promoted accounts', () => {
  const users = ['756201191646691329', '756201191646691330'] as const;

  test('R275 R276 R279 R281 a user is promoted once, and taken back', async () => {
    const line_item_id = await followers();

    const made = await post('promoted_accounts', { line_item_id, user_id: own });
    const again = await post('promoted_accounts', { line_item_id, user_id: own });
    const deleted = await remove(`promoted_accounts/${made.id}`);
    const twice = await remove(`promoted_accounts/${made.id}`);
    const anew = await post('promoted_accounts', { line_item_id, user_id: own });

    expect(made.record).toEqual({
      id: made.id,
      line_item_id,
      user_id: own,
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
      ...times,
    });
    expect([again.status, again.record]).toEqual([200, made.record]);
    expect([deleted.record['deleted'], twice.status, twice.codes]).toEqual([
      true,
      404,
      ['PROMOTED_ACCOUNT_NOT_FOUND'],
    ]);
    expect(anew.id).not.toBe(made.id);
  });

  test('R272 R274 they are listed by line item and by id, and read with_deleted', async () => {
    const line_item_id = await followers();
    const [one, other] = [
      await post('promoted_accounts', { line_item_id, user_id: users[0] }),
      await post('promoted_accounts', { line_item_id, user_id: users[1] }),
    ];
    await remove(`promoted_accounts/${other.id}`);

    const byItem = await get('promoted_accounts', { line_item_ids: line_item_id });
    const byId = await get('promoted_accounts', { promoted_account_ids: other.id, with_deleted: 'true' });
    const many = await get('promoted_accounts', {
      line_item_ids: Array.from({ length: 201 }, (_, i) => i).join(),
    });
    const gone = await get(`promoted_accounts/${other.id}`);
    const still = await get(`promoted_accounts/${other.id}`, { with_deleted: 'true' });

    expect([byItem.records, byId.records.map(({ id }) => id)]).toEqual([[one.record], [other.id]]);
    expect([many.status, gone.status, still.status]).toEqual([400, 404, 200]);
  });

  test('R273 a list of line items without any configured for them is refused; by the limits, without any that holds some', async () => {
    const configured = await followers();
    const lists = async () => [
      (await get('promoted_accounts')).status,
      (await get('promoted_accounts', { line_item_ids: '6zva' })).status,
      (await get('promoted_accounts', { line_item_ids: `6zva,${configured}` })).status,
    ];

    const byConfiguration = await lists();
    await client.control('PUT', '/limits', { promoted_accounts_list: 'held' });
    const byContent = await lists();
    await post('promoted_accounts', { line_item_id: configured, user_id: own });
    const filled = await lists();

    expect([byConfiguration, byContent, filled]).toEqual([
      [200, 400, 200],
      [200, 400, 400],
      [200, 400, 200],
    ]);
  });

  test('R275 R276 R277 R278 what is missing, incompatible or ineligible is refused, and nobody promoted', async () => {
    const line_item_id = await followers();

    const refusals = [
      await refusal(post('promoted_accounts', { user_id: own })),
      await refusal(post('promoted_accounts', { line_item_id })),
      await refusal(post('promoted_accounts', { line_item_id, user_id: 'me' })),
      await refusal(post('promoted_accounts', { line_item_id: '6zva', user_id: own })),
      await refusal(post('promoted_accounts', { line_item_id, user_id: '1' })),
    ];

    expect(refusals).toEqual([
      [400, [['MISSING_PARAMETER', 'line_item_id']]],
      [400, [['MISSING_PARAMETER', 'user_id']]],
      [400, [['INVALID_PARAMETER', 'user_id']]],
      [400, [['INCOMPATIBLE_LINE_ITEM', 'line_item_id']]],
      [400, [['INVALID_USER', 'user_id']]],
    ]);
    expect((await get('promoted_accounts')).records).toEqual([]);
  });

  test('R280 there is no update', async () => {
    expect((await put('promoted_accounts/1', { user_id: own })).status).toBe(405);
  });
});

describe('promoted posts', () => {
  const tweets = [
    { id: '901', user_id: own, text: 'One' },
    { id: '902', user_id: own, text: 'Two https://example.com' },
    { id: '903', user_id: '2417045708', text: 'Of somebody else' },
  ];

  test('R282 R283 posts are promoted together, echoed as numbers, and listed by line item and by id', async () => {
    await client.control('POST', '/seed', { tweets: [...tweets, { id: '9007199254740993', text: 'Big' }] });
    const line_item_id = await lineItem();

    const made = await post('promoted_tweets', { line_item_id, tweet_ids: '901,9007199254740993' });
    const byItem = await get('promoted_tweets', { line_item_ids: line_item_id });
    const byId = await get('promoted_tweets', { promoted_tweet_ids: String(made.records[1]?.['id']) });
    const post901 = await get('tweets', { tweet_type: 'PUBLISHED', tweet_ids: '901' });

    expect(made.records[0]).toEqual({
      id: made.id,
      line_item_id,
      tweet_id: '901',
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
      ...times,
    });
    expect(made.text).toContain('"tweet_ids":[901,9007199254740993]');
    expect([made.body.total_count, byItem.records, byId.records]).toEqual([
      2,
      made.records,
      [made.records[1]],
    ]);
    expect(post901.records).toHaveLength(1);
  });

  test('one is read and deleted by its own id', async () => {
    await client.control('POST', '/seed', { tweets });
    const { id } = await post('promoted_tweets', { line_item_id: await lineItem(), tweet_ids: '901' });

    const read = await get(`promoted_tweets/${id}`);
    const deleted = await remove(`promoted_tweets/${id}`);
    const twice = await remove(`promoted_tweets/${id}`);
    const gone = await get(`promoted_tweets/${id}`);

    expect([read.id, deleted.record['deleted']]).toEqual([id, true]);
    expect([twice.status, twice.codes, gone.status]).toEqual([404, ['PROMOTED_TWEET_NOT_FOUND'], 404]);
  });

  test('R284 under a deleted line item they come back only with_deleted, and are not marked as deleted', async () => {
    await client.control('POST', '/seed', { tweets });
    const line_item_id = await lineItem();
    const made = await post('promoted_tweets', { line_item_id, tweet_ids: '901' });
    await remove(`line_items/${line_item_id}`);
    const line_item_ids = line_item_id;

    const plain = await get('promoted_tweets', { line_item_ids, with_total_count: 'true' });
    const deleted = await get('promoted_tweets', { line_item_ids, with_deleted: 'true' });
    const one = await get(`promoted_tweets/${made.id}`);
    const still = await get(`promoted_tweets/${made.id}`, { with_deleted: 'true' });

    expect([plain.records, plain.body.total_count]).toEqual([[], 0]);
    expect(deleted.records).toMatchObject([{ id: made.id, deleted: false }]);
    expect([one.status, still.record['deleted']]).toEqual([404, false]);
  });

  test("somebody else's post becomes a hidden repost with an id of its own, or by the limits does not", async () => {
    await client.control('POST', '/seed', { tweets });
    const line_item_id = await lineItem();

    const reposted = await post('promoted_tweets', { line_item_id, tweet_ids: '903' });
    await client.control('PUT', '/limits', { foreign_tweets: 'same_id' });
    const same = await post('promoted_tweets', { line_item_id, tweet_ids: '903' });

    expect(reposted.records[0]?.['tweet_id']).not.toBe('903');
    expect(reposted.text).toContain('"tweet_ids":[903]');
    expect(same.records[0]?.['tweet_id']).toBe('903');
  });

  test.each<[Query, number, string, string]>([
    [{ tweet_ids: '' }, 400, 'INVALID_PARAMETER', 'tweet_ids'],
    [{ tweet_ids: 'a' }, 400, 'INVALID_PARAMETER', 'tweet_ids'],
    [
      { tweet_ids: Array.from({ length: 51 }, (_, index) => index).join() },
      400,
      'INVALID_PARAMETER',
      'tweet_ids',
    ],
    [{ tweet_ids: '902,999' }, 404, 'TWEET_NOT_FOUND', 'tweet_ids'],
    [{ line_item_id: 'nope' }, 400, 'INVALID_PARAMETER', 'line_item_id'],
    [{ tweet_ids: '902,901' }, 400, 'INVALID_TWEET', 'tweet_ids'],
  ])('%o is refused, and nothing promoted', async (change, status, code, parameter) => {
    await client.control('POST', '/seed', { tweets });
    const before = (await get('promoted_tweets')).records;

    const answer = await post('promoted_tweets', { line_item_id: '6zva', tweet_ids: '902', ...change });

    expect([answer.status, answer.body.errors?.map((each) => [each.code, each.parameter])]).toEqual([
      status,
      [[code, parameter]],
    ]);
    expect((await get('promoted_tweets')).records).toEqual(before);
  });

  const website = {
    components: [{ type: 'DETAILS', title: 'T', destination: { type: 'WEBSITE', url: 'https://a.com' } }],
  };

  test.each<[string, Query, object, number]>([
    ['APP_INSTALLS', { ios_app_store_identifier: '1' }, { text: 'x' }, 400],
    ['APP_INSTALLS', { ios_app_store_identifier: '1' }, { card_uri: 'card://app1' }, 200],
    ['VIDEO_VIEWS', {}, { text: 'x', media_keys: ['3_1'] }, 400],
    ['VIDEO_VIEWS', {}, { text: 'x', media_keys: ['16_1'] }, 200],
    ['VIDEO_VIEWS', {}, { card_uri: 'card://talk1' }, 200],
    ['WEBSITE_CLICKS', {}, { text: 'x' }, 400],
    ['WEBSITE_CLICKS', {}, { text: 'see https://a.com' }, 200],
    ['WEBSITE_CLICKS', {}, { text: 'x', card_uri: 'card://site1' }, 200],
    ['WEBSITE_CLICKS', {}, { text: 'https://a.com', card_uri: 'card://site1' }, 400],
    ['ENGAGEMENTS', {}, { text: 'x' }, 200],
  ])('under the objective %s %o the post %o answers %i', async (objective, fields, tweet, status) => {
    await client.control('POST', '/seed', {
      cards: [
        { id: 'site1', card_type: 'IMAGE_WEBSITE', ...website },
        { id: 'app1', card_type: 'IMAGE_APP' },
      ],
      video_conversation_cards: [{ id: 'talk1' }],
      tweets: [{ id: '910', user_id: own, ...tweet }],
    });
    const line_item_id = await lineItem({ objective, ...fields });

    const answer = await post('promoted_tweets', { line_item_id, tweet_ids: '910' });
    await client.control('PUT', '/limits', { objective_tweets: 'free' });
    const free = await post('promoted_tweets', { line_item_id, tweet_ids: '910' });

    expect([answer.status, free.status]).toEqual([status, 200]);
  });

  test('a MEDIA line item holds none', async () => {
    await client.control('POST', '/seed', { tweets });

    const answer = await post('promoted_tweets', { line_item_id: await preroll(), tweet_ids: '901' });

    expect([answer.status, answer.codes]).toEqual([400, ['INCOMPATIBLE_LINE_ITEM']]);
  });
});

describe('scheduled promoted posts', () => {
  const scheduled = { id: '870358555227860992', text: 'Later', scheduled_at: '2026-12-02T00:00:00Z' };

  test('are promoted when the post goes out, and taken back only before', async () => {
    await client.control('POST', '/seed', { scheduled_tweets: [scheduled] });
    const [one, other] = [await lineItem(), await lineItem()];
    const wish = { scheduled_tweet_id: scheduled.id };

    const made = await post('scheduled_promoted_tweets', { line_item_id: one, ...wish });
    const second = await post('scheduled_promoted_tweets', { line_item_id: other, ...wish });
    const taken = await remove(`scheduled_promoted_tweets/${second.id}`);
    await client.control('PUT', '/clock', { now: '2026-12-02T00:00:00Z', frozen: true });
    const out = await get(`scheduled_promoted_tweets/${made.id}`);
    const promoted = await get('promoted_tweets', { line_item_ids: `${one},${other}` });
    const late = await remove(`scheduled_promoted_tweets/${made.id}`);

    expect(made.record).toEqual({ id: made.id, line_item_id: one, ...wish, tweet_id: null, ...times });
    expect(made.text).toContain('"scheduled_tweet_id":870358555227860992');
    expect(taken.record['deleted']).toBe(true);
    expect(promoted.records).toMatchObject([{ line_item_id: one, tweet_id: out.record['tweet_id'] }]);
    expect(out.record['tweet_id']).toMatch(/^\d+$/);
    expect([late.status, late.codes]).toEqual([400, ['INVALID_TWEET']]);
  });

  test.each<[Query, string, string]>([
    [{ scheduled_tweet_id: '1' }, 'TWEET_NOT_FOUND', 'scheduled_tweet_id'],
    [{ scheduled_tweet_id: '' }, 'MISSING_PARAMETER', 'scheduled_tweet_id'],
    [{ line_item_id: 'nope' }, 'INVALID_PARAMETER', 'line_item_id'],
  ])('%o is refused', async (change, code, parameter) => {
    await client.control('POST', '/seed', { scheduled_tweets: [scheduled] });
    const query = { line_item_id: '6zva', scheduled_tweet_id: scheduled.id, ...change };

    expect(await refusal(post('scheduled_promoted_tweets', query))).toEqual([400, [[code, parameter]]]);
  });

  test('are listed by line item', async () => {
    await client.control('POST', '/seed', { scheduled_tweets: [scheduled] });
    const { id } = await post('scheduled_promoted_tweets', {
      line_item_id: '6zva',
      scheduled_tweet_id: scheduled.id,
    });

    const mine = await get('scheduled_promoted_tweets', { line_item_ids: '6zva' });
    const none = await get('scheduled_promoted_tweets', { line_item_ids: await lineItem() });

    expect([mine.records.map((record) => record['id']), none.records]).toEqual([[id], []]);
  });
});

describe('media creatives', () => {
  const account_media = [{ id: 'banner1', creative_type: 'BANNER' }];
  const landing_url = 'https://example.com/land';

  test('R263 R264 R265 R266 R267 R270 account media is hung on a line item, found by campaign, and taken off', async () => {
    const [line_item_id, other] = [await preroll(), await preroll()];
    const made = await post('media_creatives', { line_item_id, account_media_id: '3wpx' });
    const second = await post('media_creatives', { line_item_id: other, account_media_id: '3wpx' });
    const campaign_id = String((await get(`line_items/${line_item_id}`)).record['campaign_id']);

    const lists = [
      await get('media_creatives', { campaign_id }),
      await get('media_creatives', { line_item_ids: other }),
      await get('media_creatives', { media_creative_ids: made.id }),
    ];
    const deleted = await remove(`media_creatives/${made.id}`);
    const gone = await get(`media_creatives/${made.id}`);
    const still = await get(`media_creatives/${made.id}`, { with_deleted: 'true' });

    expect(made.record).toEqual({
      id: made.id,
      line_item_id,
      account_media_id: '3wpx',
      landing_url: null,
      creative_type: 'PREROLL',
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
      ...times,
    });
    expect(lists.map(({ records }) => records.map(({ id }) => id))).toEqual([
      [made.id],
      [second.id],
      [made.id],
    ]);
    expect([deleted.record['deleted'], gone.status, still.status]).toEqual([true, 404, 200]);
    expect((await remove(`media_creatives/${made.id}`)).codes).toEqual(['MEDIA_CREATIVE_NOT_FOUND']);
  });

  test('R268 R269 a landing address is needed for website clicks, kept for images, and ignored for prerolls', async () => {
    await client.control('POST', '/seed', { account_media });
    const query = { line_item_id: '6zva', account_media_id: 'banner1' };

    const without = await refusal(post('media_creatives', query));
    const image = await post('media_creatives', { ...query, landing_url });
    const video = await post('media_creatives', { ...query, account_media_id: '3wpx', landing_url });
    const elsewhere = await post('media_creatives', { ...query, line_item_id: await lineItem() });

    expect(without).toEqual([400, [['MISSING_PARAMETER', 'landing_url']]]);
    expect([image.record['landing_url'], video.record['landing_url']]).toEqual([landing_url, null]);
    expect([elsewhere.status, elsewhere.record['landing_url']]).toEqual([200, null]);
  });

  test.each<[string, Query, string, string]>([
    ['R265', { account_media_id: '' }, 'MISSING_PARAMETER', 'account_media_id'],
    ['R265', { account_media_id: 'nope' }, 'ACCOUNT_MEDIA_NOT_FOUND', 'account_media_id'],
    ['R266', { line_item_id: '' }, 'MISSING_PARAMETER', 'line_item_id'],
    ['R268', { landing_url: 'example' }, 'INVALID_PARAMETER', 'landing_url'],
  ])('%s %o is refused', async (_rule, change, code, parameter) => {
    const query = { line_item_id: await preroll(), account_media_id: '3wpx', ...change };

    expect(await refusal(post('media_creatives', query))).toEqual([400, [[code, parameter]]]);
  });

  test('R271 there is no update', async () => {
    expect((await put('media_creatives/1', { landing_url })).status).toBe(405);
  });
});

test('a preroll call to action is created, changed, listed and deleted', async () => {
  const line_item_id = await preroll();
  const query = { line_item_id, call_to_action: 'SHOP', call_to_action_url: 'https://example.com' };

  const made = await post('preroll_call_to_actions', query);
  const changed = await put(`preroll_call_to_actions/${made.id}`, {
    call_to_action: 'WATCH_NOW',
    line_item_id: 'x',
  });
  const list = await get('preroll_call_to_actions', { line_item_ids: line_item_id });
  const deleted = await remove(`preroll_call_to_actions/${made.id}`);
  const lacking = await refusal(post('preroll_call_to_actions', { call_to_action: 'BUY' }));

  expect(made.record).toEqual({ id: made.id, ...query, ...times });
  expect(changed.record).toEqual({ ...made.record, call_to_action: 'WATCH_NOW' });
  expect([list.records, deleted.record['deleted']]).toEqual([[changed.record], true]);
  expect(lacking).toEqual([
    400,
    [
      ['MISSING_PARAMETER', 'line_item_id'],
      ['INVALID_PARAMETER', 'call_to_action'],
      ['MISSING_PARAMETER', 'call_to_action_url'],
    ],
  ]);
});

describe('curated categories of line items', () => {
  const path = 'line_item_curated_categories';

  test('R258 R259 R260 R261 R262 are associated, exchanged, read and taken off', async () => {
    const made = await post(path, { line_item_id: '6zva', curated_category_id: 'gh8nnwxtq0ao' });
    const changed = await put(`${path}/${made.id}`, { curated_category_id: '9ddrgesiap6o' });
    const same = await put(`${path}/${made.id}`, {});
    const list = await get(path, { line_item_ids: '6zva' });
    const deleted = await remove(`${path}/${made.id}`);

    expect(made.record).toEqual({
      id: made.id,
      line_item_id: '6zva',
      curated_category_id: 'gh8nnwxtq0ao',
      ...times,
    });
    expect(changed.record).toEqual({ ...made.record, curated_category_id: '9ddrgesiap6o' });
    expect([same.record, list.records]).toEqual([changed.record, [changed.record]]);
    expect([deleted.record['deleted'], (await remove(`${path}/${made.id}`)).status]).toEqual([true, 404]);
  });

  test.each<[string, Query, string]>([
    ['R258', { line_item_id: '' }, 'line_item_id'],
    ['R258', { line_item_id: 'nope' }, 'line_item_id'],
    ['R259', { curated_category_id: '' }, 'curated_category_id'],
    ['a country that is not targeted', { curated_category_id: '8tujl1p3yn0g' }, 'curated_category_id'],
  ])('%s %o is refused', async (_rule, change, parameter) => {
    const query = { line_item_id: '6zva', curated_category_id: 'gh8nnwxtq0ao', ...change };

    const answer = await post(path, query);

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('come after LOCATION targeting, one per line item, and not beside content categories', async () => {
    const bare = await post(path, { line_item_id: await lineItem(), curated_category_id: 'gh8nnwxtq0ao' });
    await post(path, { line_item_id: '6zva', curated_category_id: 'gh8nnwxtq0ao' });
    const second = await post(path, { line_item_id: '6zva', curated_category_id: '9ddrgesiap6o' });
    const params = { line_item_id: '6zva', targeting_type: 'IAB_CATEGORY', targeting_value: 'IAB17' };
    const content = await client.send('POST', `/12/batch/accounts/${us}/targeting_criteria`, {
      json: [{ operation_type: 'Create', params }],
    });
    const sports = await lineItem();
    const location = { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' };
    await post('targeting_criteria', { ...location, line_item_id: sports });
    await client.send('POST', `/12/batch/accounts/${us}/targeting_criteria`, {
      json: [{ operation_type: 'Create', params: { ...params, line_item_id: sports } }],
    });
    const beside = await post(path, { line_item_id: sports, curated_category_id: 'gh8nnwxtq0ao' });
    await client.control('PUT', '/limits', { curated_categories: 'free' });
    const free = await post(path, { line_item_id: '6zva', curated_category_id: '9ddrgesiap6o' });

    expect([bare.codes, second.codes, content.codes, beside.codes, free.codes]).toEqual([
      ['INVALID_PARAMETER'],
      ['INVALID_PARAMETER'],
      ['EXCLUSIVE_PARAMETERS'],
      ['EXCLUSIVE_PARAMETERS'],
      [],
    ]);
  });
});

describe('tracking tags', () => {
  const tag = {
    line_item_id: '6zva',
    tracking_tag_type: 'IMPRESSION_TAG',
    tracking_tag_url: 'https://example.com/i',
  };

  test('R286 R287 R288 R289 R290 R291 R292 R293 R294 are created, listed, changed in their address alone, and deleted', async () => {
    const made = await post('tracking_tags', tag);
    const changed = await put(`tracking_tags/${made.id}`, {
      tracking_tag_url: 'https://example.com/j',
      tracking_tag_type: 'CLICK_TRACKER',
      line_item_id: 'x',
    });
    const byItem = await get('tracking_tags', { line_item_ids: '6zva' });
    const byId = await get('tracking_tags', { tracking_tag_ids: made.id });
    const deleted = await remove(`tracking_tags/${made.id}`);
    const still = await get(`tracking_tags/${made.id}`, { with_deleted: 'true' });

    expect(made.record).toEqual({ id: made.id, ...tag, ...times });
    expect(changed.record).toEqual({ ...made.record, tracking_tag_url: 'https://example.com/j' });
    expect([byItem.records, byId.records]).toEqual([[changed.record], [changed.record]]);
    expect([deleted.record['deleted'], still.record['deleted']]).toEqual([true, true]);
    expect((await get(`tracking_tags/${made.id}`)).status).toBe(404);
  });

  test.each<[string, Query, string]>([
    ['R288', { line_item_id: '' }, 'line_item_id'],
    ['R289', { tracking_tag_type: '' }, 'tracking_tag_type'],
    ['R290', { tracking_tag_url: '' }, 'tracking_tag_url'],
    ['R291', { tracking_tag_type: 'PIXEL' }, 'tracking_tag_type'],
  ])('%s %o is refused', async (_rule, change, parameter) => {
    const answer = await post('tracking_tags', { ...tag, ...change });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('R292 an update needs the address', async () => {
    const { id } = await post('tracking_tags', tag);

    expect(await refusal(put(`tracking_tags/${id}`, {}))).toEqual([
      400,
      [['MISSING_PARAMETER', 'tracking_tag_url']],
    ]);
  });
});

test.each([
  ['IAB2,IAB20', ['IAB2', 'IAB20']],
  ['IAB7,IAB3', ['IAB7', 'IAB3', 'IAB13', 'IAB21']],
  ['IAB2,IAB7,IAB20', undefined],
  ['IAB99', undefined],
])(
  'R197 categories %s of a preroll become the whole sets of one or two businesses: %j',
  async (categories, whole) => {
    const campaign = {
      funding_instrument_id: 'hxtet',
      name: 'C',
      daily_budget_amount_local_micro: '50000000',
    };
    const { id: campaign_id } = await post('campaigns', campaign);
    const item = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA', placements: 'ALL_ON_TWITTER' };

    const answer = await post('line_items', { campaign_id, ...item, categories });

    expect([answer.record['categories'], answer.body.errors?.map((each) => each.parameter)]).toEqual(
      whole === undefined ? [undefined, ['categories']] : [whole, undefined],
    );
  },
);

test('a strict sandbox wants a flight, and a frequency cap needs its feature', async () => {
  const item = {
    campaign_id: '8zva0',
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_TWEETS',
    placements: 'ALL_ON_TWITTER',
  };
  await client.control('PUT', '/limits', { flight: 'required' });
  const flight = await refusal(post('line_items', item));
  await client.control('PUT', '/limits', { flight: 'optional' });
  await client.control('POST', '/mutate', [{ collection: 'accounts', id: us, set: { features: [] } }]);
  const engagements = { ...item, objective: 'ENGAGEMENTS', frequency_cap: '3', duration_in_days: '7' };
  const cap = await post('line_items', { ...engagements, campaign_id: await lineItem().then(campaignOf) });

  expect(flight).toEqual([
    400,
    [
      ['MISSING_PARAMETER', 'start_time'],
      ['MISSING_PARAMETER', 'end_time'],
    ],
  ]);
  expect([cap.status, cap.codes]).toEqual([400, ['FEATURE_NOT_AVAILABLE']]);
});

async function campaignOf(itemId: string): Promise<string> {
  return String((await get(`line_items/${itemId}`)).record['campaign_id']);
}
