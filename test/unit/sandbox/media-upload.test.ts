import { describe, expect, test } from 'vitest';
import { multipartPairs } from '../../../packages/sandbox/src/wire/multipart.ts';
import { unlikeDocument } from '../../support/answers-by-document.ts';
import { sign } from '../../support/sign.ts';
import { callData, parsed, textAt } from './data-client.ts';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = '/1.1/media/upload.json';
type Query = Readonly<Record<string, string>>;

/** The beginning of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const gif = Buffer.from('GIF89a\x20\x03\x90\x01', 'latin1');
const mp4 = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');

/** Uploads a file as a part of a multipart form, as client libraries do. */
async function uploadFile(bytes: Buffer, query: Query = {}): Promise<{ status: number; json: unknown }> {
  const address = `${client.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
  const body = new FormData();
  body.append('media', new Blob([new Uint8Array(bytes)]), 'leaf');
  const authorization = sign('POST', address, client.secrets, {});
  const response = await fetch(address, { method: 'POST', headers: { authorization }, body });
  const json = parsed(await response.text());
  expect(unlikeDocument({ method: 'POST', path, status: response.status, json })).toEqual([]);
  return { status: response.status, json };
}

function uploadText(form: Query) {
  return client.send('POST', path, { form });
}

describe('POST /1.1/media/upload.json', () => {
  test('F-legacy-06 makes an item of a library, with the size of its picture', async () => {
    const { status, json } = await uploadFile(png(800, 418));
    const key = textAt(json, 'media_key');
    const item = await client.send('GET', `/12/accounts/${us}/media_library/${key}`);

    expect(status).toBe(200);
    expect(json).toMatchObject({
      media_id_string: key.slice(2),
      size: 32,
      expires_after_secs: 86_400,
      image: { image_type: 'image/png', w: 800, h: 418 },
    });
    expect(item.record).toMatchObject({
      media_key: key,
      media_type: 'IMAGE',
      media_category: 'TWEET_IMAGE',
      media_status: 'TRANSCODE_COMPLETED',
    });
    expect(item.record).not.toHaveProperty('uploaded');
  });

  test('F-legacy-06 the item can be posted at once, or be added by its key, once, to another library too', async () => {
    const key = textAt((await uploadFile(png(1600, 800))).json, 'media_key');
    const query = { as_user_id: '756201191646691328', text: 'Look', media_keys: key };
    const added = { media_key: key, name: 'Leaf' };

    const posted = await client.send('POST', `/12/accounts/${us}/tweet`, { query });
    const moved = await client.send('POST', `/12/accounts/${uk}/media_library`, { query: added });
    const again = await client.send('POST', `/12/accounts/${us}/media_library`, { query: added });
    const { body } = await client.control('GET', '/dump');

    expect([posted.status, moved.status, again.codes]).toEqual([200, 200, ['INVALID_MEDIA']]);
    expect(moved.record).toMatchObject({ media_key: key, name: 'Leaf' });
    expect(JSON.stringify(body)).toContain('"width":1600,"height":800');
  });

  test.each<[string, Buffer, Query, string, string]>([
    ['a GIF', gif, {}, '16_', 'TWEET_GIF'],
    ['a video', mp4, {}, '7_', 'TWEET_VIDEO'],
    ['a video of a post', mp4, { media_category: 'TweetVideo' }, '7_', 'TWEET_VIDEO'],
    ['a preroll', mp4, { media_category: 'AMPLIFY_VIDEO' }, '13_', 'AMPLIFY_VIDEO'],
    [
      'a JPEG',
      Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
      { media_category: 'tweet_image' },
      '3_',
      'TWEET_IMAGE',
    ],
    ['a WebP', Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), {}, '3_', 'TWEET_IMAGE'],
  ])('%s has a key of its category', async (_what, bytes, query, start, category) => {
    const { json } = await uploadFile(bytes, query);
    const key = textAt(json, 'media_key');
    const item = await client.send('GET', `/12/accounts/${us}/media_library/${key}`);

    expect(key.startsWith(start)).toBe(true);
    expect(item.record['media_category']).toBe(category);
  });

  test('takes base64 in a form, and a file in parts', async () => {
    const whole = await uploadText({ media_data: png(10, 20).toString('base64') });
    const begun = await uploadText({ command: 'INIT', media_type: 'video/mp4', total_bytes: '12' });
    const id = textAt(parsed(begun.text), 'media_id_string');
    const part = { command: 'APPEND', media_id: id, segment_index: '0', media_data: mp4.toString('base64') };
    const sent = await uploadText(part);
    const done = await uploadText({ command: 'FINALIZE', media_id: id });
    const { json: status } = await callData(client, 'GET', path, {
      query: { command: 'STATUS', media_id: id },
    });

    expect(parsed(whole.text)).toMatchObject({ image: { w: 10, h: 20 } });
    expect([begun.status, sent.status, done.status]).toEqual([200, 200, 200]);
    expect(status).toMatchObject({
      media_id_string: id,
      media_key: `7_${id}`,
      size: 12,
      video: { video_type: 'video/mp4' },
    });
  });

  test.each<[Query, number, number]>([
    [{}, 400, 38],
    [{ media_data: 'bm90aGluZw==' }, 400, 44],
    [{ media_data: 'bm90aGluZw==', media_category: 'song' }, 400, 44],
    [{ command: 'INIT', total_bytes: '1' }, 400, 38],
    [{ command: 'INIT', media_type: 'video/mp4' }, 400, 38],
    [{ command: 'INIT', media_type: 'text/plain', total_bytes: '1' }, 400, 44],
    [{ command: 'APPEND' }, 400, 38],
    [{ command: 'APPEND', media_id: '1', media_data: 'AAAA' }, 400, 44],
    [{ command: 'APPEND', media_id: '1191948012077092868' }, 400, 38],
    [{ command: 'FINALIZE', media_id: '404' }, 400, 44],
  ])('F-legacy-02 %o is refused', async (form, status, code) => {
    const answer = await uploadText(form);

    expect([answer.status, answer.codes]).toEqual([status, [code]]);
  });

  test('who may add to no library may not upload', async () => {
    const form = { media_data: png(1, 1).toString('base64') };

    const answer = await client.send('POST', path, { form, ...client.as('analyst') });

    expect([answer.status, answer.codes]).toEqual([403, [220]]);
  });
});

function body(...parts: readonly string[]): Buffer {
  return Buffer.from([...parts.map((part) => `--b\r\n${part}\r\n`), '--b--\r\n'].join(''), 'latin1');
}

describe('a multipart form', () => {
  test('has texts, and files as base64', () => {
    const form = body(
      'Content-Disposition: form-data; name="a"\r\n\r\nfirst\r\nsecond',
      'Content-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: image/png\r\n\r\n\xff\0',
      'Content-Disposition: form-data; name="g"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\0',
      'Content-Disposition: form-data; name="t"\r\nContent-Type: text/plain\r\n\r\nhello',
      'content-disposition: form-data; name="empty"\r\n\r\n',
    );

    expect(multipartPairs('multipart/form-data; boundary=b', form)).toEqual([
      ['a', 'first\r\nsecond'],
      ['f', '/wA='],
      ['g', '/wA='],
      ['t', 'hello'],
      ['empty', ''],
    ]);
    expect(multipartPairs('multipart/form-data; boundary="b"', form)).toHaveLength(5);
  });

  test.each<[string, Buffer]>([
    ['multipart/form-data', body('Content-Disposition: form-data; name="a"\r\n\r\n1')],
    ['multipart/form-data; boundary=c', body('Content-Disposition: form-data; name="a"\r\n\r\n1')],
    ['multipart/form-data; boundary=b', body('Content-Disposition: form-data\r\n\r\n1')],
    ['multipart/form-data; boundary=b', Buffer.from('--b\r\nno end')],
    ['multipart/form-data; boundary=b', Buffer.alloc(0)],
  ])('%s %o has nothing where nothing can be read', (type, bytes) => {
    expect(multipartPairs(type, bytes)).toEqual([]);
  });
});
