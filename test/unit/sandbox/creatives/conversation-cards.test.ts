import { expect, test } from 'vitest';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const videos = `/12/accounts/${us}/cards/video_conversation`;
const images = `/12/accounts/${us}/cards/image_conversation`;
type Query = Readonly<Record<string, string>>;
const valid: Query = {
  name: 'Talk',
  title: 'Pick one',
  first_cta: '#spring',
  first_cta_tweet: 'Mine is spring',
  thank_you_text: 'Thanks',
  media_key: '13_1191948012077092867',
};
const imageCard: Query = { ...valid, media_key: '3_1191948012077092869' };

test('R343 R379 a video conversation card shows what it was made of and its video', async () => {
  const { id, record } = await client.send('POST', videos, { query: valid });

  expect(record).toMatchObject({
    ...valid,
    second_cta: null,
    card_type: 'VIDEO_CONVERSATION',
    card_uri: `card://${id}`,
    media_url: 'https://media.example.com/13_1191948012077092867',
    poster_media_url: 'https://media.example.com/13_1191948012077092867.jpg',
    video_width: '16',
    video_height: '9',
    video_owner_id: '756201191646691328',
    thank_you_url: null,
    thank_you_display_url: null,
    cover_image_url: null,
    cover_video_url: null,
    deleted: false,
  });
  // What polls call the same.
  expect(Object.keys(record).filter((name) => /^(video_url|video_poster_url)$/.test(name))).toEqual([]);
});

test('F-card-14 what shows after a post is answered by its address, the thanks with theirs in three forms', async () => {
  const unlocked = {
    thank_you_url: 'https://example.com/thanks',
    unlocked_image_media_key: '3_1191948012077092869',
  };

  const image = await client.send('POST', images, { query: { ...imageCard, ...unlocked } });
  const video = await client.send('POST', videos, {
    query: { ...valid, ...unlocked, unlocked_video_media_key: '7_1191948012077092868' },
  });
  const wrong = await client.send('POST', videos, {
    query: { ...valid, unlocked_image_media_key: '7_1191948012077092868' },
  });

  const both = {
    thank_you_url: 'https://example.com/thanks',
    thank_you_dest_url: 'https://example.com/thanks',
    thank_you_display_url: 'example.com/thanks',
    cover_image_url: 'https://media.example.com/3_1191948012077092869',
    cover_image_display_width: '1200',
    cover_image_display_height: '628',
  };
  expect(image.record).toMatchObject({
    ...both,
    thank_you_shortened_url: `https://t.example.com/${image.id}`,
  });
  expect(video.record).toMatchObject({
    ...both,
    cover_video_content_id: '7_1191948012077092868',
    cover_video_url: 'https://media.example.com/7_1191948012077092868',
    cover_video_hls_url: 'https://media.example.com/7_1191948012077092868.m3u8',
    cover_video_poster_url: 'https://media.example.com/7_1191948012077092868.jpg',
    cover_video_width: '16',
    cover_video_height: '9',
  });
  expect(
    Object.keys({ ...image.record, ...video.record }).filter((name) => name.startsWith('unlocked_')),
  ).toEqual([]);
  expect(wrong.body.errors).toMatchObject([{ code: 'INVALID_MEDIA', parameter: 'unlocked_image_media_key' }]);
});

test.each<[string, Query, string, string]>([
  ['R365', { first_cta: '' }, 'MISSING_PARAMETER', 'first_cta'],
  ['R366', { first_cta_tweet: '' }, 'MISSING_PARAMETER', 'first_cta_tweet'],
  ['R367', { media_key: '' }, 'MISSING_PARAMETER', 'media_key'],
  ['R368', { name: '' }, 'MISSING_PARAMETER', 'name'],
  ['R369', { thank_you_text: '' }, 'MISSING_PARAMETER', 'thank_you_text'],
  ['R370', { first_cta: `#${'x'.repeat(21)}` }, 'INVALID_PARAMETER', 'first_cta'],
  ['R370', { first_cta: '#two words' }, 'INVALID_PARAMETER', 'first_cta'],
  ['R371', { media_key: '3_1191948012077092869' }, 'INVALID_MEDIA', 'media_key'],
  ['R371', { media_key: '7_1' }, 'INVALID_MEDIA', 'media_key'],
  ['R371', { media_key: '7_404' }, 'INVALID_MEDIA_ID', 'media_key'],
  ['R372', { thank_you_text: 'x'.repeat(24) }, 'INVALID_PARAMETER', 'thank_you_text'],
  ['R373', { title: 'x'.repeat(24) }, 'INVALID_PARAMETER', 'title'],
  ['R374', { title: '' }, 'MISSING_PARAMETER', 'title'],
  ['R375', { second_cta: 'x'.repeat(21), second_cta_tweet: 'T' }, 'INVALID_PARAMETER', 'second_cta'],
  ['R376', { second_cta: '#two' }, 'MISSING_PARAMETER', 'second_cta_tweet'],
  ['R377', { third_cta: '#three' }, 'MISSING_PARAMETER', 'third_cta_tweet'],
  ['R378', { fourth_cta: '#four' }, 'MISSING_PARAMETER', 'fourth_cta_tweet'],
  ['R380', { thank_you_url: 'example' }, 'INVALID_PARAMETER', 'thank_you_url'],
])('%s POST refuses %o', async (_rule, change, code, parameter) => {
  const square = { media_key: '7_1', account_id: us, width: 720, height: 720 };
  await client.control('POST', '/seed', { media_library: [square] });

  const answer = await client.send('POST', videos, { query: { ...valid, ...change } });

  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ code, parameter }]);
});

test.each<[Query]>([
  [{ first_cta: `#${'x'.repeat(20)}` }],
  [{ title: '', second_cta: '#two', second_cta_tweet: 'T' }],
  [{ third_cta: '#three', third_cta_tweet: 'T' }],
  [{ thank_you_url: 'https://example.com/thanks' }],
])('R370 R374 R377 R380 POST takes %o', async (change) => {
  const answer = await client.send('POST', videos, { query: { ...valid, ...change } });

  expect(answer.status).toBe(200);
});

test('R379 a poster of one’s own takes the place of the first frame', async () => {
  const query = { ...valid, poster_media_key: '3_1191948012077092869' };

  const answer = await client.send('POST', videos, { query });

  expect(answer.record['poster_media_url']).toBe('https://media.example.com/3_1191948012077092869');
});

test('R363 R364 R382 the lists of both kinds are apart', async () => {
  const video = await client.send('POST', videos, { query: valid });
  const image = await client.send('POST', images, { query: imageCard });

  const lists = await Promise.all([
    client.send('GET', videos, { query: { q: 'talk' } }),
    client.send('GET', images, { query: { card_ids: image.id } }),
    client.send('GET', images, { query: { q: 'x' } }),
  ]);
  const one = await client.send('GET', `${videos}/${video.id}`, { query: { with_deleted: 'true' } });
  const wrong = await client.send('GET', `${videos}/${image.id}`);

  expect(lists.map(({ records }) => records)).toEqual([[video.record], [image.record], []]);
  expect(one.record).toEqual(video.record);
  expect(wrong.codes).toEqual(['CARD_NOT_FOUND']);
});

test('an image conversation card is made, changed and deleted for good', async () => {
  const made = await client.send('POST', images, { query: imageCard });
  const changed = await client.send('PUT', `${images}/${made.id}`, {
    query: { name: 'New', title: 'Other' },
  });
  const gone = await client.send('DELETE', `${images}/${made.id}`);
  const read = await client.send('GET', `${images}/${made.id}`, { query: { with_deleted: 'true' } });

  expect(made.record).toMatchObject({
    card_type: 'IMAGE_CONVERSATION',
    media_url: 'https://media.example.com/3_1191948012077092869',
    image_display_width: '1200',
    image_display_height: '628',
  });
  expect(changed.record).toMatchObject({ name: 'New', title: 'Other' });
  expect(gone.record['deleted']).toBe(true);
  expect(read.status).toBe(404);
});
