import { describe, expect, test } from 'vitest';
import { uk, us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const account = `/12/accounts/${us}`;
type Query = Readonly<Record<string, string>>;
const video = '13_1191948012077092867';

function ids(answer: { readonly records: readonly Readonly<Record<string, unknown>>[] }, key = 'id') {
  return answer.records.map((record) => record[key]);
}

describe('account media', () => {
  test('R296 it is shown with the documented fields', async () => {
    const answer = await client.send('GET', `${account}/account_media/3wpx`);

    expect(answer.record).toEqual({
      id: '3wpx',
      video_id: video,
      media_url: 'https://media.example.com/account/3wpx',
      creative_type: 'PREROLL',
      created_at: '2026-12-01T00:00:00Z',
      updated_at: '2026-12-01T00:00:00Z',
      deleted: false,
    });
  });

  test.each<[Query, readonly string[]]>([
    [{}, ['3wpx', '3wpy']],
    [{ creative_types: 'BANNER,INTERSTITIAL' }, ['3wpy']],
    [{ creative_types: 'VAST_PREROLL' }, []],
    [{ account_media_ids: '3wpy,none' }, ['3wpy']],
    [{ sort_by: 'created_at-desc', count: '1' }, ['3wpy']],
  ])('R297 R298 the list under %o', async (query, expected) => {
    const answer = await client.send('GET', `${account}/account_media`, { query });

    expect(ids(answer)).toEqual(expected);
  });

  test.each<[Query, string]>([
    [{ creative_types: 'POSTER' }, 'creative_types'],
    [{ account_media_ids: Array.from({ length: 201 }, (_, n) => `a${n}`).join(',') }, 'account_media_ids'],
  ])('R297 R298 the list refuses %o', async (query, parameter) => {
    const answer = await client.send('GET', `${account}/account_media`, { query });

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code: 'INVALID_PARAMETER', parameter }]);
  });

  test('R299 R300 a deleted one comes back only where it is asked for', async () => {
    const gone = await client.send('DELETE', `${account}/account_media/3wpy`);
    const again = await client.send('DELETE', `${account}/account_media/3wpy`);
    const hidden = await client.send('GET', `${account}/account_media/3wpy`);
    const shown = await client.send('GET', `${account}/account_media/3wpy`, {
      query: { with_deleted: 'true' },
    });

    expect(gone.record).toMatchObject({ id: '3wpy', deleted: true });
    expect([again.codes, hidden.codes]).toEqual([['ACCOUNT_MEDIA_NOT_FOUND'], ['ACCOUNT_MEDIA_NOT_FOUND']]);
    expect(shown.record['deleted']).toBe(true);
  });
});

function nameAs(name: 'analyst' | 'creative' | 'partner') {
  return client.send('PUT', `${account}/media_library/${video}`, {
    query: { name: 'N' },
    ...client.as(name),
  });
}

function listAs(name: 'analyst' | 'partner') {
  return client.send('GET', `${account}/media_library`, client.as(name));
}

describe('media library', () => {
  const library = `${account}/media_library`;

  test('R301 a video is shown with the documented fields, and goes by its key', async () => {
    const answer = await client.send('GET', `${library}/${video}`);

    expect(answer.record).toEqual({
      media_key: video,
      name: 'Spring',
      file_name: 'spring.mp4',
      title: 'Spring',
      description: null,
      media_url: `https://media.example.com/${video}`,
      media_category: 'AMPLIFY_VIDEO',
      media_type: 'VIDEO',
      media_status: 'TRANSCODE_COMPLETED',
      duration: 15_000,
      aspect_ratio: '16:9',
      poster_media_url: `https://media.example.com/${video}.jpg`,
      poster_media_key: null,
      tweeted: false,
      created_at: '2026-12-01T00:00:00Z',
      updated_at: '2026-12-01T00:00:00Z',
      deleted: false,
    });
  });

  test('R303 an image is added without the fields of videos', async () => {
    const query = { media_key: '3_42', name: 'New', file_name: 'new.png' };

    const added = await client.send('POST', library, { query });

    expect(added.record).toMatchObject({ ...query, media_type: 'IMAGE', media_category: 'TWEET_IMAGE' });
    expect(Object.keys(added.record)).not.toContain('duration');
    expect(Object.keys(added.record)).not.toContain('id');
    expect(added.body.request).toMatchObject({ params: { ...query, account_id: us } });
  });

  test('R303 a video for prerolls brings its account media along', async () => {
    await client.send('POST', library, { query: { media_key: '13_77' } });
    await client.send('POST', library, { query: { media_key: '7_77' } });
    const list = await client.send('GET', `${account}/account_media`, {
      query: { creative_types: 'PREROLL' },
    });

    expect(ids(list, 'video_id')).toEqual([video, '13_77']);
  });

  test.each<[Query, string, string]>([
    [{}, 'MISSING_PARAMETER', 'media_key'],
    [{ media_key: 'abc' }, 'INVALID_PARAMETER', 'media_key'],
    [{ media_key: '5_1' }, 'INVALID_MEDIA', 'media_key'],
    [{ media_key: video }, 'INVALID_MEDIA', 'media_key'],
    [{ media_key: '3_1191948012077092871' }, 'INVALID_MEDIA', 'media_key'],
    [{ media_key: '3_1', name: 'x'.repeat(101) }, 'INVALID_PARAMETER', 'name'],
    [{ media_key: '3_1', title: 'x' }, 'INVALID_PARAMETER', 'title'],
    [{ media_key: '7_1', poster_media_key: '7_1191948012077092868' }, 'INVALID_MEDIA_ID', 'poster_media_key'],
  ])('R303 POST refuses %o', async (query, code, parameter) => {
    const answer = await client.send('POST', library, { query });

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ code, parameter }]);
  });

  test.each<[Query, readonly string[]]>([
    [{ media_type: 'GIF' }, ['16_1191948012077092870']],
    [{ q: 'SUM' }, ['7_1191948012077092868']],
    [{ q: 'mp4' }, [video, '7_1191948012077092868']],
    [{ count: '1' }, [video]],
  ])('the list under %o', async (query, expected) => {
    const answer = await client.send('GET', library, { query });

    expect(ids(answer, 'media_key')).toEqual(expected);
  });

  test('the list has twenty items a page unless said otherwise, fifty at most', async () => {
    const media = Array.from({ length: 55 }, (_, n) => ({ media_key: `3_${n + 1}`, account_id: us }));
    await client.control('POST', '/seed', { media_library: media });

    const first = await client.send('GET', library);
    const most = await client.send('GET', library, { query: { count: '50' } });
    const over = await client.send('GET', library, { query: { count: '51' } });

    expect([first.records.length, most.records.length, over.status]).toEqual([20, 50, 400]);
    expect(first.body.next_cursor).not.toBeNull();
  });

  test('PUT changes what describes a video', async () => {
    const query = {
      title: 'T',
      description: 'D',
      poster_media_key: '3_1191948012077092869',
      media_key: '3_9',
    };

    const answer = await client.send('PUT', `${library}/${video}`, { query });

    expect(answer.record).toMatchObject({
      media_key: video,
      title: 'T',
      description: 'D',
      poster_media_url: 'https://media.example.com/3_1191948012077092869',
    });
  });

  test('R302 a deleted item is marked, and its key can be added again', async () => {
    const gone = await client.send('DELETE', `${library}/${video}`);
    const again = await client.send('DELETE', `${library}/${video}`);
    const added = await client.send('POST', library, { query: { media_key: video } });

    expect(gone.record).toMatchObject({ media_key: video, deleted: true });
    expect(again.codes).toEqual(['MEDIA_NOT_FOUND']);
    expect(added.record).toMatchObject({ media_key: video, deleted: false });
  });

  test('media is processed for as long as the limits say', async () => {
    await client.control('PUT', '/clock', { frozen: true });
    await client.control('PUT', '/limits', { media_processing_seconds: 60 });
    const status = async () => (await client.send('GET', `${library}/7_5`)).record['media_status'];

    await client.send('POST', library, { query: { media_key: '7_5' } });
    const before = await status();
    await client.control('PUT', '/clock', { advance_seconds: 60 });

    expect([before, await status()]).toEqual(['TRANSCODE_IN_PROGRESS', 'TRANSCODE_COMPLETED']);
  });

  test('items of another account are not there', async () => {
    const answer = await client.send('GET', `/12/accounts/${uk}/media_library/${video}`);

    expect(answer.codes).toEqual(['MEDIA_NOT_FOUND']);
  });

  test('R155 analysts read creatives, creative managers write them, partners have nothing to do with them', async () => {
    const answers = await Promise.all([
      nameAs('analyst'),
      nameAs('creative'),
      nameAs('partner'),
      listAs('analyst'),
      listAs('partner'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 200, 403, 200, 403]);
    expect(answers[0]?.codes).toEqual(['ACTION_NOT_ALLOWED']);
  });
});
