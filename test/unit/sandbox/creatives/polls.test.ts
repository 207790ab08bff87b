import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const polls = `/12/accounts/${us}/cards/poll`;
type Query = Readonly<Record<string, string>>;
const valid: Query = {
  name: 'Colour',
  first_choice: 'Red',
  second_choice: 'Blue',
  duration_in_minutes: '1440',
};

const dumped = z.object({
  poll_cards: z.array(z.looseObject({ id: z.string(), voting_status: z.string() })),
});

function sized(media_key: string, width: number, height: number) {
  return { media_key, account_id: us, width, height };
}

test('R339 R340 R341 R342 R343 R348 R360 a poll is shown with the documented fields', async () => {
  await client.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });

  const { id, record } = await client.send('POST', polls, { query: valid });

  expect(record).toEqual({
    id,
    name: 'Colour',
    card_type: 'TEXT_POLLS',
    first_choice: 'Red',
    second_choice: 'Blue',
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-02T00:00:00Z',
    duration_in_minutes: '1440',
    card_uri: `card://${id}`,
    created_at: '2026-12-01T00:00:00Z',
    updated_at: '2026-12-01T00:00:00Z',
    deleted: false,
  });
});

test.each<[string, Query, string, string]>([
  ['R347', { duration_in_minutes: '' }, 'MISSING_PARAMETER', 'duration_in_minutes'],
  ['R347', { duration_in_minutes: '4' }, 'INVALID_PARAMETER', 'duration_in_minutes'],
  ['R347', { duration_in_minutes: '10081' }, 'INVALID_PARAMETER', 'duration_in_minutes'],
  ['R347', { duration_in_minutes: '5.5' }, 'INVALID_PARAMETER', 'duration_in_minutes'],
  ['R349', { first_choice: '' }, 'MISSING_PARAMETER', 'first_choice'],
  ['R349', { first_choice: 'x'.repeat(26) }, 'INVALID_PARAMETER', 'first_choice'],
  ['R350', { second_choice: '' }, 'MISSING_PARAMETER', 'second_choice'],
  ['R350', { second_choice: 'x'.repeat(26) }, 'INVALID_PARAMETER', 'second_choice'],
  ['R351', { name: '' }, 'MISSING_PARAMETER', 'name'],
  ['R352', { third_choice: 'x'.repeat(26) }, 'INVALID_PARAMETER', 'third_choice'],
  ['R353', { third_choice: 'C', fourth_choice: 'x'.repeat(26) }, 'INVALID_PARAMETER', 'fourth_choice'],
  ['R353', { fourth_choice: 'D' }, 'INCLUSIVE_PARAMETERS', 'third_choice'],
  ['R355', { media_key: '3_404' }, 'INVALID_MEDIA_ID', 'media_key'],
  ['R355', { media_key: '16_1191948012077092870' }, 'INVALID_IMAGE', 'media_key'],
  ['R356', { media_key: '3_1' }, 'INVALID_IMAGE', 'media_key'],
  ['R357', { media_key: '3_2' }, 'INVALID_IMAGE', 'media_key'],
])('%s POST refuses %o', async (_rule, change, code, parameter) => {
  await client.control('POST', '/seed', {
    media_library: [sized('3_1', 799, 418), sized('3_2', 1000, 1000)],
  });

  const answer = await client.send('POST', polls, { query: { ...valid, ...change } });

  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ code, parameter }]);
});

test.each<[Query, Query]>([
  [{ duration_in_minutes: '5' }, { duration_in_minutes: '5' }],
  [{ duration_in_minutes: '10080' }, { duration_in_minutes: '10080' }],
  [{ third_choice: 'C'.repeat(25) }, { third_choice: 'C'.repeat(25) }],
  [
    { third_choice: 'C', fourth_choice: 'D' },
    { third_choice: 'C', fourth_choice: 'D' },
  ],
])('R341 R347 R352 R353 POST takes %o', async (change, shown) => {
  const answer = await client.send('POST', polls, { query: { ...valid, ...change } });

  expect(answer.record).toMatchObject(shown);
});

describe('polls with media', () => {
  test('R340 R344 R354 a video poll shows its video and not the key', async () => {
    const query = { ...valid, media_key: '7_1191948012077092868' };

    const answer = await client.send('POST', polls, { query });

    expect(answer.record).toMatchObject({
      card_type: 'VIDEO_POLLS',
      video_url: 'https://media.example.com/7_1191948012077092868',
      video_hls_url: 'https://media.example.com/7_1191948012077092868.m3u8',
      video_width: '1280',
      video_height: '720',
      video_poster_url: 'https://media.example.com/7_1191948012077092868.jpg',
      video_poster_width: '1280',
      video_poster_height: '720',
      content_duration_seconds: '15',
    });
    expect(answer.record).not.toHaveProperty('media_key');
  });

  test('R355 an image of the right size is taken', async () => {
    const answer = await client.send('POST', polls, {
      query: { ...valid, media_key: '3_1191948012077092869' },
    });

    expect(answer.record).toMatchObject({
      card_type: 'IMAGE_POLLS',
      media_url: 'https://media.example.com/3_1191948012077092869',
    });
  });

  test('R358 they need a feature of the account', async () => {
    await client.control('POST', '/mutate', [{ collection: 'accounts', id: us, set: { features: [] } }]);

    const answer = await client.send('POST', polls, {
      query: { ...valid, media_key: '3_1191948012077092869' },
    });

    expect(answer.codes).toEqual(['FEATURE_NOT_AVAILABLE']);
  });
});

test('R359 R360 a poll closes by the clock, which starts at its creation', async () => {
  await client.control('PUT', '/clock', { frozen: true });
  await client.send('POST', polls, { query: { ...valid, duration_in_minutes: '5' } });
  const status = async () => {
    const { json } = await client.control('GET', `/dump?account_id=${us}`);
    return dumped.parse(json).poll_cards.map(({ voting_status }) => voting_status);
  };

  await client.control('PUT', '/clock', { advance_seconds: 299 });
  const before = await status();
  await client.control('PUT', '/clock', { advance_seconds: 1 });

  expect([before, await status()]).toEqual([['open'], ['closed']]);
});

test('R361 a poll cannot be updated', async () => {
  const { id } = await client.send('POST', polls, { query: valid });

  const answer = await client.send('PUT', `${polls}/${id}`, { query: { name: 'New' } });

  expect([answer.status, answer.codes]).toEqual([405, ['METHOD_NOT_ALLOWED']]);
});

test('R345 R346 polls are listed and read', async () => {
  const a = await client.send('POST', polls, { query: valid });
  const b = await client.send('POST', polls, { query: { ...valid, name: 'Size' } });

  const byId = await client.send('GET', polls, { query: { card_ids: `${b.id},1` } });
  const byName = await client.send('GET', polls, { query: { q: 'col', with_total_count: 'true' } });
  const tooLong = await client.send('GET', polls, { query: { q: 'x'.repeat(81) } });
  const one = await client.send('GET', `${polls}/${a.id}`, { query: { with_deleted: 'true' } });

  expect([byId.records, byName.records, byName.body.total_count]).toEqual([[b.record], [a.record], 1]);
  expect(tooLong.status).toBe(400);
  expect(one.record).toEqual(a.record);
});

test('a deleted poll is gone for good', async () => {
  const { id } = await client.send('POST', polls, { query: valid });

  const gone = await client.send('DELETE', `${polls}/${id}`);
  const read = await client.send('GET', `${polls}/${id}`, { query: { with_deleted: 'true' } });

  expect(gone.record).toMatchObject({ id, deleted: true });
  expect(read.codes).toEqual(['CARD_NOT_FOUND']);
});
