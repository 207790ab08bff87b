import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const account = `/12/accounts/${us}`;
const path = `${account}/targeting_criteria`;
const batchPath = `/12/batch/accounts/${us}/targeting_criteria`;
type Params = Readonly<Record<string, string>>;

/** A line item of its own, without targeting. */
async function lineItem(fields: Params = {}): Promise<string> {
  const query = {
    campaign_id: '8zva0',
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_TWEETS',
    placements: 'ALL_ON_TWITTER',
    ...fields,
  };
  return (await client.send('POST', `${account}/line_items`, { query })).id;
}

const create = (query: Params) => client.send('POST', path, { query });

async function batch(operations: readonly Params[]) {
  const json = operations.map((params) => ({
    operation_type: 'targeting_criterion_id' in params ? 'Delete' : 'Create',
    params,
  }));
  return client.send('POST', batchPath, { json });
}

/** What a line item targets: `TYPE operator value`. */
async function targeted(line_item_ids: string): Promise<readonly string[]> {
  const { records } = await client.send('GET', path, { query: { line_item_ids } });
  return records.map((each) =>
    [each['targeting_type'], each['operator_type'], each['targeting_value']].join(' '),
  );
}

/** One IAB category as targeting. */
function iab(line_item_id: string, targeting_value: string): Params {
  return { line_item_id, targeting_type: 'IAB_CATEGORY', targeting_value };
}

/** The status of a batch that leaves out so many content publishers. */
async function leftOut(line_item_id: string, count: number): Promise<number> {
  const operations = Array.from({ length: count }, (_, index) => ({
    line_item_id,
    targeting_type: 'CONTENT_PUBLISHER_ID',
    targeting_value: String(index),
    operator_type: 'NE',
  }));
  return (await batch(operations)).status;
}

const peaks = z.record(z.string(), z.looseObject({ untargeted: z.number() }));

async function untargeted(): Promise<number | undefined> {
  return peaks.parse((await client.control('GET', '/peaks')).json)[us]?.untargeted;
}

async function activate(child: string): Promise<void> {
  await client.send('PUT', `${account}/${child}`, { query: { entity_status: 'ACTIVE' } });
}

test('a criterion is created, listed, read and deleted', async () => {
  const line_item_id = await lineItem();
  const query = { line_item_id, targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' };

  const made = await create(query);
  const list = await client.send('GET', path, {
    query: { line_item_ids: line_item_id, with_total_count: 'true' },
  });
  const read = await client.send('GET', `${path}/${made.id}`);
  const deleted = await client.send('DELETE', `${path}/${made.id}`);
  const twice = await client.send('DELETE', `${path}/${made.id}`);

  expect(made.record).toEqual({
    id: made.id,
    ...query,
    operator_type: 'EQ',
    name: 'United States',
    location_type: 'COUNTRIES',
    created_at: '2026-12-01T00:00:00Z',
    updated_at: '2026-12-01T00:00:00Z',
    deleted: false,
  });
  expect([list.records, list.body.total_count, read.record]).toEqual([[made.record], 1, made.record]);
  expect(deleted.record).toEqual({ ...made.record, deleted: true });
  expect([twice.status, twice.codes]).toEqual([404, ['TARGETING_CRITERION_NOT_FOUND']]);
});

test('the list needs line items, and names things in the language asked for', async () => {
  const without = await client.send('GET', path);
  const list = await client.send('GET', path, { query: { line_item_ids: '6zva', lang: 'de' } });
  const one = await client.send('GET', `${path}/fbyjl`, { query: { lang: 'fr' } });

  expect([without.status, without.body.errors?.[0]?.parameter]).toEqual([400, 'line_item_ids']);
  expect(list.records).toMatchObject([{ id: 'fbyjl', localized_name: 'Vereinigte Staaten' }]);
  expect(one.record).toMatchObject({ localized_name: 'États-Unis' });
});

describe('values and operators', () => {
  test.each<[string, string, string]>([
    ['AGE', 'AGE_13_TO_24', 'EQ'],
    ['GENDER', '2', 'EQ'],
    ['LANGUAGE', 'en', 'EQ'],
    ['INTEREST', '1001', 'EQ'],
    ['BROAD_KEYWORD', '🤖', 'EQ'],
    ['PHRASE_KEYWORD', 'free lunch', 'NE'],
    ['FOLLOWERS_OF_USER', '2417045708', 'EQ'],
    ['SIMILAR_TO_FOLLOWERS_OF_USER', '1', 'EQ'],
    ['PLATFORM', '4', 'EQ'],
    ['PLATFORM_VERSION', '17', 'GTE'],
    ['DEVICE', '1q', 'EQ'],
    ['WIFI_ONLY', 'true', 'EQ'],
    ['NETWORK_OPERATOR', '2l', 'EQ'],
    ['NETWORK_ACTIVATION_DURATION', '86400', 'LT'],
    ['EVENT', '1ex', 'EQ'],
    ['CONVERSATION', 'a1', 'EQ'],
    ['LIVE_TV_EVENT', '1', 'EQ'],
    ['APP_STORE_CATEGORY', 'qov2', 'EQ'],
    ['APP_LIST', '4x', 'NE'],
    ['CAMPAIGN_ENGAGEMENT', '8zva0', 'EQ'],
    ['USER_ENGAGEMENT_LOOKALIKE', '756201191646691328', 'EQ'],
    ['CUSTOM_AUDIENCE', '1NMTH', 'NE'],
    ['CUSTOM_AUDIENCE_EXPANDED', '1nmth', 'EQ'],
  ])('%s %s %s is taken', async (targeting_type, targeting_value, operator_type) => {
    const line_item_id = await lineItem();

    const answer = await create({ line_item_id, targeting_type, targeting_value, operator_type });

    expect([answer.status, answer.codes]).toEqual([200, []]);
    expect(answer.record['operator_type']).toBe(operator_type);
  });

  test.each<[string, string, string, string, string]>([
    ['CONTINENT', 'EU', 'EQ', 'INVALID_PARAMETER', 'targeting_type'],
    ['LOCATION', 'US', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['LOCATION', '96683cc9126741d1', 'NE', 'INVALID_PARAMETER', 'operator_type'],
    ['AGE', 'AGE_14_TO_24', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['GENDER', '3', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['GENDER', '1', 'LIKE', 'INVALID_PARAMETER', 'operator_type'],
    ['LANGUAGE', 'english', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['BROAD_KEYWORD', '  ', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['BROAD_KEYWORD', '', 'EQ', 'MISSING_PARAMETER', 'targeting_value'],
    ['BROAD_KEYWORD', 'a', 'LT', 'INVALID_PARAMETER', 'operator_type'],
    ['PLATFORM', '5', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['NETWORK_ACTIVATION_DURATION', '5', 'EQ', 'INVALID_PARAMETER', 'operator_type'],
    ['APP_LIST', '4x', 'EQ', 'INVALID_PARAMETER', 'operator_type'],
    ['FOLLOWERS_OF_USER', '1', 'EQ', 'PROMOTABLE_USER_NOT_FOUND', 'targeting_value'],
    ['CAMPAIGN_ENGAGEMENT', 'nope', 'EQ', 'CAMPAIGN_NOT_FOUND', 'targeting_value'],
    ['CUSTOM_AUDIENCE', 'nope', 'EQ', 'TAILORED_AUDIENCE_NOT_FOUND', 'targeting_value'],
    ['ENGAGEMENT_TYPE', 'IMPRESSION', 'EQ', 'INVALID_PARAMETER', 'targeting_value'],
    ['TV_SHOW', '10027243420', 'EQ', 'INVALID_TV_SHOW_LOCATIONS', 'targeting_value'],
    ['IAB_CATEGORY', 'IAB7', 'EQ', 'INVALID_TARGETING_TYPE', 'targeting_type'],
    ['CONTENT_PUBLISHER_USER', '1', 'NE', 'INVALID_TARGETING_TYPE', 'targeting_type'],
  ])('%s %s %s is refused', async (targeting_type, targeting_value, operator_type, code, parameter) => {
    const line_item_id = await lineItem();

    const answer = await create({ line_item_id, targeting_type, targeting_value, operator_type });

    expect([answer.status, answer.body.errors?.map((each) => [each.code, each.parameter])]).toEqual([
      400,
      [[code, parameter]],
    ]);
  });

  test('what a criterion needs is said in one pass', async () => {
    const answer = await create({ operator_type: 'X' });

    expect(answer.body.errors?.map((each) => each.parameter)).toEqual([
      'line_item_id',
      'targeting_type',
      'targeting_value',
      'operator_type',
    ]);
  });

  test.each([
    ['audiences', 'CUSTOM_AUDIENCE', '1nmth', 400],
    ['audiences', 'GENDER', '1', 200],
    ['required', 'GENDER', '1', 400],
  ])('with operator_type %s, %s without one is %i', async (mode, targeting_type, targeting_value, status) => {
    await client.control('PUT', '/limits', { operator_type: mode });

    const answer = await create({ line_item_id: '6zva', targeting_type, targeting_value });

    expect(answer.status).toBe(status);
  });

  test('an audience must be targetable', async () => {
    await client.control('POST', '/mutate', [
      { collection: 'custom_audiences', id: '1nmth', set: { targetable: false } },
    ]);

    const answer = await create({
      line_item_id: '6zva',
      targeting_type: 'CUSTOM_AUDIENCE',
      targeting_value: '1nmth',
    });

    expect([answer.status, answer.codes]).toEqual([400, ['INVALID_PARAMETER']]);
  });
});

describe('criteria of one line item', () => {
  test.each<[readonly Params[], string]>([
    [[{ AGE: 'AGE_OVER_50' }, { AGE: 'AGE_OVER_35' }], 'INVALID_PARAMETER'],
    [[{ EVENT: '1ex' }, { EVENT: '1ey' }], 'INVALID_PARAMETER'],
    [[{ PLATFORM: '0' }, { DEVICE: '1t' }], 'INVALID_PARAMETER'],
    [[{ DEVICE: '2a' }, { PLATFORM: '1' }], 'INVALID_PARAMETER'],
    [[{ LOCATION: '6416b8512febefc9' }, { TV_SHOW: '10027243420' }], 'TV_SHOW_OUTSIDE_MARKET'],
  ])('%j do not go together', async (criteria, code) => {
    const line_item_id = await lineItem();
    const rows = criteria.flatMap((each) => Object.entries(each));

    const answer = await batch(
      rows.map(([targeting_type, targeting_value]) => ({ line_item_id, targeting_type, targeting_value })),
    );

    expect([
      answer.status,
      answer.body.operation_errors?.map((each) => each.map(({ code }) => code)),
    ]).toEqual([400, [[], [code]]]);
    expect(await targeted(line_item_id)).toEqual([]);
  });

  test.each<[readonly Params[]]>([
    [[{ PLATFORM: '1' }, { DEVICE: '1t' }]],
    [[{ DEVICE: '2a' }, { PLATFORM_VERSION: '17' }]],
    [[{ LOCATION: '96683cc9126741d1' }, { TV_SHOW: '10027243420' }]],
    [[{ USER_ENGAGEMENT: '756201191646691328' }, { ENGAGEMENT_TYPE: 'VIDEO_VIEW' }]],
    [[{ GENDER: '1' }, { GENDER: '2' }]],
  ])('%j go together', async (criteria) => {
    const line_item_id = await lineItem();
    const rows = criteria.flatMap((each) => Object.entries(each));

    const answer = await batch(
      rows.map(([targeting_type, targeting_value]) => ({ line_item_id, targeting_type, targeting_value })),
    );

    expect([answer.status, answer.codes, answer.records.length]).toEqual([200, [], rows.length]);
  });

  test.each([
    ['LOCATION', 2000, (index: number) => index.toString(16).padStart(16, '0')],
    ['INTEREST', 100, String],
    ['BROAD_KEYWORD', 1000, (index: number) => `word ${index}`],
    ['SIMILAR_TO_FOLLOWERS_OF_USER', 100, String],
  ] as const)('there are at most so many of %s: %i', async (targeting_type, most, value) => {
    const line_item_id = await lineItem();
    const targeting_criteria = Array.from({ length: most - 1 }, (_, index) => ({
      line_item_id,
      targeting_type,
      targeting_value: value(index),
    }));
    await client.control('POST', '/seed', { targeting_criteria });

    const last = await create({ line_item_id, targeting_type, targeting_value: value(most) });
    const more = await create({ line_item_id, targeting_type, targeting_value: value(most + 1) });

    expect([last.status, more.status, more.codes]).toEqual([200, 400, ['INVALID_PARAMETER']]);
  });

  test('setting an app makes the platform of its store a criterion, once', async () => {
    const line_item_id = await lineItem({ android_app_store_identifier: 'com.example.acme' });
    await client.send('PUT', `${account}/line_items/${line_item_id}`, {
      query: { ios_app_store_identifier: '333903271', android_app_store_identifier: 'com.example.acme' },
    });

    expect(await targeted(line_item_id)).toEqual(['PLATFORM EQ 1', 'PLATFORM EQ 0']);
  });
});

describe('batches', () => {
  test('replace in order, all or nothing, without updates', async () => {
    const line_item_id = '6zva';
    const gender = { line_item_id, targeting_type: 'GENDER', targeting_value: '1' };

    const refused = await batch([gender, { targeting_criterion_id: 'nope' }]);
    const update = await client.send('POST', batchPath, {
      json: [{ operation_type: 'Update', params: { targeting_criterion_id: 'fbyjl' } }],
    });
    const done = await batch([{ targeting_criterion_id: 'fbyjl' }, gender]);

    expect([refused.status, refused.codes]).toEqual([400, ['TARGETING_CRITERION_NOT_FOUND']]);
    expect([update.status, update.codes]).toEqual([400, ['INVALID_PARAMETER']]);
    expect(done.records.map((record) => record['deleted'])).toEqual([true, false]);
    expect(await targeted(line_item_id)).toEqual(['GENDER EQ 1']);
  });

  test('hold 500 operations', async () => {
    const line_item_id = await lineItem();
    const words = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        line_item_id,
        targeting_type: 'EXACT_KEYWORD',
        targeting_value: `word ${index}`,
      }));

    const refused = await batch(words(501));
    const done = await batch(words(500));

    expect([refused.status, refused.codes, refused.body.errors?.length]).toEqual([
      400,
      ['REQUEST_TOO_COMPLEX'],
      1,
    ]);
    expect([done.status, done.records.length]).toEqual([200, 500]);
  });

  test('R202 a content category is targeted with all of its IAB categories or not at all', async () => {
    const line_item_id = await lineItem();

    const part = await batch([iab(line_item_id, 'IAB3'), iab(line_item_id, 'IAB13')]);
    const whole = await batch(['IAB3', 'IAB13', 'IAB21'].map((code) => iab(line_item_id, code)));
    const less = await client.send('DELETE', `${path}/${whole.id}`);
    const unknown = await batch([iab(line_item_id, 'IAB99')]);
    const none = await batch(
      whole.records.map((record) => ({ targeting_criterion_id: String(record['id']) })),
    );

    expect([part.status, part.body.operation_errors?.map((each) => each.length)]).toEqual([400, [1, 1]]);
    expect([whole.status, less.status, none.status]).toEqual([200, 400, 200]);
    expect([unknown.status, unknown.codes]).toEqual([400, ['INVALID_IAB_CATEGORY']]);
    expect(await targeted(line_item_id)).toEqual([]);
  });

  test('leave out fifty content publishers, five beside a curated category', async () => {
    const [one, other] = [await lineItem(), '6zva'];
    const query = { line_item_id: other, curated_category_id: 'gh8nnwxtq0ao' };
    await client.send('POST', `${account}/line_item_curated_categories`, { query });

    const statuses = [
      await leftOut(one, 51),
      await leftOut(one, 50),
      await leftOut(other, 6),
      await leftOut(other, 5),
    ];

    expect(statuses).toEqual([400, 200, 400, 200]);
    expect((await targeted(one))[0]).toBe('CONTENT_PUBLISHER_USER NE 0');
  });
});

describe('the peaks count line items that come to run for everybody', () => {
  const gender = { line_item_id: '6zva', targeting_type: 'GENDER', targeting_value: '1' };

  test('when the last criterion of a running one goes, and comes, and goes', async () => {
    await activate('line_items/6zva');
    await activate('campaigns/8zva0');
    await client.send('DELETE', `${path}/fbyjl`);
    const first = await untargeted();
    const { id } = await create(gender);
    await client.send('DELETE', `${path}/${id}`);

    expect([first, await untargeted()]).toEqual([1, 2]);
    await client.control('DELETE', '/peaks');
    expect(await untargeted()).toBe(0);
  });

  test('when a bare one is set running', async () => {
    await client.send('DELETE', `${path}/fbyjl`);
    await activate('line_items/6zva');
    const paused = await untargeted();
    await activate('campaigns/8zva0');

    expect([paused, await untargeted()]).toEqual([0, 1]);
  });

  test('but not where one batch replaces, a batch fails, or there never was any', async () => {
    const bare = await lineItem();
    await activate('line_items/6zva');
    await activate(`line_items/${bare}`);
    await activate('campaigns/8zva0');

    await batch([{ targeting_criterion_id: 'fbyjl' }, gender]);
    await batch([{ targeting_criterion_id: 'fbyjl' }, { targeting_criterion_id: 'nope' }]);

    expect(await untargeted()).toBe(0);
  });
});

test('generated line items have targeting and promoted posts, the same every time', async () => {
  const wanted = {
    account_id: us,
    campaigns: 2,
    line_items_per_campaign: 2,
    targeting_per_line_item: 3,
    promoted_tweets_per_line_item: 2,
  };
  const run = async () => {
    await client.control('POST', '/reset');
    const made = await client.control('POST', '/generate', wanted);
    const promoted = await client.send('GET', `${account}/promoted_tweets`);
    return { made: made.json, promoted: promoted.records };
  };

  const [first, second] = [await run(), await run()];

  expect(first.made).toMatchObject({ targeting_criteria: 12, promoted_tweets: 8 });
  expect(first.promoted.filter(({ line_item_id: id }) => id !== '6zva')).toHaveLength(8);
  expect(second).toEqual(first);
});
