import { beforeEach, describe, expect, test } from 'vitest';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox();
const account = `/12/accounts/${us}`;
type Query = Readonly<Record<string, string>>;
const self = '756201191646691328';
const image = '3_1191948012077092869';
const valid: Query = { as_user_id: self, text: 'Soon', name: 'S' };

beforeEach(() => client.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true }));

describe('drafts', () => {
  const drafts = `${account}/draft_tweets`;

  test('R413 R422 are made, listed and read with the documented fields', async () => {
    const made = await client.send('POST', drafts, { query: valid });
    const list = await client.send('GET', drafts);
    const typed = await client.send('GET', `${account}/tweets`, { query: { tweet_type: 'DRAFT' } });

    expect(made.record).toEqual({
      id: made.id,
      name: 'S',
      text: 'Soon',
      user_id: self,
      nullcast: true,
      card_uri: null,
      media_keys: [],
      status: null,
      created_at: '2026-12-01T00:00:00Z',
      updated_at: '2026-12-01T00:00:00Z',
    });
    expect(list.records).toEqual([made.record]);
    expect(typed.records).toMatchObject([{ tweet_id: made.id, tweet_type: 'DRAFT', text: 'Soon' }]);
  });

  test('R414 R415 are changed field by field; an empty value takes media away', async () => {
    const { id } = await client.send('POST', drafts, { query: { ...valid, media_keys: image } });
    const update = (query: Query) => client.send('PUT', `${drafts}/${id}`, { query });

    const named = await update({ name: 'New', nullcast: 'false', text: 'Later' });
    const bare = await update({ media_keys: '' });
    const blank = await update({ text: '' });
    const tooLong = await update({ name: 'x'.repeat(81) });
    const unknown = await update({ media_keys: '3_404' });

    expect(named.record).toMatchObject({ name: 'New', nullcast: false, text: 'Later', media_keys: [image] });
    expect(named.text).toContain(`"draft_tweet_id":${id}`);
    expect(bare.record).toMatchObject({ media_keys: [], text: 'Later' });
    expect([blank.codes, tooLong.codes, unknown.codes]).toEqual([
      ['TWEET_CANNOT_BE_BLANK'],
      ['INVALID_PARAMETER'],
      ['INVALID_MEDIA_ID'],
    ]);
  });

  test('R416 R417 a deleted one says so once, and is gone for good', async () => {
    const { id } = await client.send('POST', drafts, { query: valid });

    const gone = await client.send('DELETE', `${drafts}/${id}`);
    const again = await client.send('DELETE', `${drafts}/${id}`);
    const read = await client.send('GET', `${drafts}/${id}`, { query: { with_deleted: 'true' } });

    expect(gone.record).toMatchObject({ id, status: 'DELETED' });
    expect(gone.record).not.toHaveProperty('deleted');
    expect([again.codes, read.codes]).toEqual([['TWEET_NOT_FOUND'], ['TWEET_NOT_FOUND']]);
  });

  test('R418 a preview is sent to the caller', async () => {
    const { id } = await client.send('POST', drafts, { query: valid });

    const answer = await client.send('POST', `${drafts}/preview/${id}`);
    const unknown = await client.send('POST', `${drafts}/preview/1`);

    expect(JSON.parse(answer.text)).toEqual({
      request: { params: { account_id: us, draft_tweet_id: id } },
      message: `A preview was sent to the devices of user ${self}`,
    });
    expect(unknown.status).toBe(404);
  });

  test('the list has a hundred a page, two hundred at most, of one user', async () => {
    const many = Array.from({ length: 205 }, () => ({ account_id: us }));
    await client.control('POST', '/seed', { draft_tweets: many });

    const usual = await client.send('GET', drafts);
    const most = await client.send('GET', drafts, { query: { count: '200' } });
    const over = await client.send('GET', drafts, { query: { count: '201' } });
    const others = await client.send('GET', drafts, { query: { user_id: '12' } });

    expect([usual.records.length, most.records.length, over.status, others.records.length]).toEqual([
      100, 200, 400, 0,
    ]);
  });
});

describe('scheduled posts', () => {
  const scheduled = `${account}/scheduled_tweets`;
  const at = { ...valid, scheduled_at: '2026-12-01T01:00:30Z' };

  test('R422 are made for a minute to come', async () => {
    const made = await client.send('POST', scheduled, { query: at });
    const typed = await client.send('GET', `${account}/tweets`, { query: { tweet_type: 'SCHEDULED' } });

    expect(made.record).toMatchObject({
      text: 'Soon',
      user_id: self,
      scheduled_at: '2026-12-01T01:00:00Z',
      scheduled_status: 'SCHEDULED',
      completed_at: null,
      tweet_id: null,
    });
    expect(typed.records).toMatchObject([{ tweet_id: made.id, scheduled_at: '2026-12-01T01:00:00Z' }]);
  });

  test.each<[Query, string]>([
    [{ scheduled_at: '' }, 'MISSING_PARAMETER'],
    [{ scheduled_at: 'soon' }, 'INVALID_PARAMETER'],
    [{ scheduled_at: '2026-11-30T00:00:00Z' }, 'INVALID_TIME_WINDOW'],
    [{ scheduled_at: '2027-12-03T00:00:00Z' }, 'INVALID_TIME_WINDOW'],
    [{ text: '' }, 'TWEET_CANNOT_BE_BLANK'],
  ])('POST refuses %o', async (change, code) => {
    const answer = await client.send('POST', scheduled, { query: { ...at, ...change } });

    expect([answer.status, answer.codes]).toEqual([400, [code]]);
  });

  test('at most thirty go out in a quarter of an hour', async () => {
    const many = Array.from({ length: 30 }, () => ({ account_id: us, scheduled_at: '2026-12-01T01:14:00Z' }));
    await client.control('POST', '/seed', { scheduled_tweets: many });

    const full = await client.send('POST', scheduled, { query: at });
    const next = await client.send('POST', scheduled, {
      query: { ...at, scheduled_at: '2026-12-01T01:15:00Z' },
    });

    expect([full.codes, next.status]).toEqual([['SCHEDULED_TWEET_LIMIT_EXCEEDED'], 200]);
  });

  test('R419 are changed until they are out', async () => {
    const { id } = await client.send('POST', scheduled, { query: at });
    const update = (query: Query) => client.send('PUT', `${scheduled}/${id}`, { query });

    const changed = await update({ text: 'Later', name: 'L', scheduled_at: '2026-12-01T02:00:00Z' });
    const tooLong = await update({ name: 'x'.repeat(81) });
    await client.control('PUT', '/clock', { advance_seconds: 7200 });
    const late = await update({ text: 'Too late' });

    expect(changed.record).toMatchObject({ text: 'Later', name: 'L', scheduled_at: '2026-12-01T02:00:00Z' });
    expect(changed.text).toContain(`"scheduled_tweet_id":${id}`);
    expect([tooLong.codes, late.codes]).toEqual([['INVALID_PARAMETER'], ['INVALID_TWEET']]);
  });

  test('R420 F-post-17 a deleted one says so in both ways, and is gone for good', async () => {
    const { id } = await client.send('POST', scheduled, { query: at });

    const gone = await client.send('DELETE', `${scheduled}/${id}`);
    const read = await client.send('GET', `${scheduled}/${id}`, { query: { with_deleted: 'true' } });

    expect(gone.record).toMatchObject({ id, deleted: true, scheduled_status: 'DELETED' });
    expect(read.codes).toEqual(['TWEET_NOT_FOUND']);
  });

  test('go out by the clock, and are promoted where that was wanted', async () => {
    const { id } = await client.send('POST', scheduled, { query: { ...at, media_keys: image } });
    await client.control('POST', '/seed', {
      scheduled_promoted_tweets: [{ account_id: us, line_item_id: '6zva', scheduled_tweet_id: id }],
    });

    await client.control('PUT', '/clock', { advance_seconds: 3599 });
    const before = await client.send('GET', `${scheduled}/${id}`);
    await client.control('PUT', '/clock', { advance_seconds: 61 });
    const after = await client.send('GET', `${scheduled}/${id}`);

    const tweetId = String(after.record['tweet_id']);
    const tweets = await client.send('GET', `${account}/tweets`, {
      query: { tweet_type: 'PUBLISHED', tweet_ids: tweetId },
    });
    const promoted = await client.send('GET', `${account}/promoted_tweets`);
    const waiting = await client.send('GET', `${account}/tweets`, { query: { tweet_type: 'SCHEDULED' } });
    expect(before.record['scheduled_status']).toBe('SCHEDULED');
    expect(after.record).toMatchObject({
      scheduled_status: 'SUCCESS',
      completed_at: '2026-12-01T01:00:00Z',
    });
    expect(tweets.records).toMatchObject([
      { text: 'Soon', media_keys: [image], scheduled_at: '2026-12-01T01:00:00Z' },
    ]);
    expect(promoted.records).toMatchObject([{ line_item_id: '6zva', tweet_id: tweetId }]);
    expect(waiting.records).toEqual([]);
  });

  test('fail where what they show is no longer there', async () => {
    const { id } = await client.send('POST', scheduled, { query: { ...at, media_keys: image } });
    await client.send('DELETE', `${account}/media_library/${image}`);

    await client.control('PUT', '/clock', { advance_seconds: 3600 });
    const answer = await client.send('GET', `${scheduled}/${id}`);

    expect(answer.record).toMatchObject({ scheduled_status: 'FAILED', tweet_id: null });
  });
});
