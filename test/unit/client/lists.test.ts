import { expect, test } from 'vitest';
import { all, createClientBench, rejection } from './client-bench.ts';

const item = (id: string): object => ({ id, name: id, iab_categories: [] });

/** Pages of categories, which lead from `a` to `c`. */
function pageAfter(url: string): object {
  const cursor = new URL(url, 'http://host').searchParams.get('cursor');
  if (cursor === null)
    return { data: [{ id: 'IAB1' }, { id: 'IAB2' }], next_cursor: 'second', total_count: 4 };
  if (cursor === 'second') return { data: [{ id: 'IAB3' }], next_cursor: 'third' };
  return { data: [{ id: 'IAB4' }], next_cursor: null };
}

test('records come page by page, and a count of all is asked for once', async () => {
  const { client, requests } = await createClientBench(({ url }) => ({ json: pageAfter(url) }));
  const list = client.ads.iabCategories.list({ count: 2, with_total_count: true });

  const ids = (await all(list)).map(({ id }) => id);

  expect(ids).toEqual(['IAB1', 'IAB2', 'IAB3', 'IAB4']);
  expect(requests.map(({ url }) => url)).toEqual([
    '/12/iab_categories?count=2&with_total_count=true',
    '/12/iab_categories?count=2&cursor=second',
    '/12/iab_categories?count=2&cursor=third',
  ]);
});

test('no page is read that nobody asks for, and a list can be read again', async () => {
  const { client, requests } = await createClientBench(({ url }) => ({ json: pageAfter(url) }));
  const list = client.ads.iabCategories.list();

  expect(requests).toEqual([]);
  for await (const { id } of list) if (id === 'IAB2') break;
  expect(requests).toHaveLength(1);
  const { data, next_cursor: next, total_count: total } = await list.page();
  const pages = (await all(list.pages())).map((page) => page.data.length);

  expect([data.length, next, total, pages]).toEqual([2, 'second', 4, [2, 1, 1]]);
  expect(requests).toHaveLength(5);
});

test('a list that would go on for ever, or leads where it cannot go on, is a fault', async () => {
  const { client } = await createClientBench(() => ({ json: { data: [item('a')], next_cursor: 'again' } }));

  expect(await rejection(all(client.ads.iabCategories.list()))).toMatchObject({
    code: 'ADSYNC_ANSWER_INVALID',
    message: 'the platform answered the same cursor twice to GET /12/iab_categories',
  });
  expect(await rejection(all(client.ads.advertiserBusinessCategories.list()))).toMatchObject({
    code: 'ADSYNC_ANSWER_INVALID',
    message:
      'the platform answered a page that leads to another one to GET /12/advertiser_business_categories, which has one page',
  });
});

test('records before a page that is refused are given, and then the refusal', async () => {
  const { client } = await createClientBench(({ url }, before) =>
    before === 0
      ? { json: pageAfter(url) }
      : { status: 404, json: { errors: [{ code: 'NOT_FOUND', message: 'Gone' }] } },
  );
  const seen: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const { id } of client.ads.iabCategories.list()) seen.push(id);
  };

  expect(await rejection(reading())).toMatchObject({
    status: 404,
    errors: [{ code: 'NOT_FOUND', message: 'Gone' }],
  });
  expect(seen).toEqual(['IAB1', 'IAB2']);
});

test('pages of the data API follow their token', async () => {
  const { client, requests } = await createClientBench((_request, before) => ({
    json:
      before === 0
        ? { data: [{ id: '1', text: 'one' }], meta: { next_token: 'next' } }
        : { data: [{ id: '2', text: 'two' }], meta: { result_count: 1 } },
  }));

  const posts = await all(client.data.users.tweets.list({ id: '7', max_results: 5 }));

  expect(posts.map(({ id }) => id)).toEqual(['1', '2']);
  expect(requests.map(({ url }) => url)).toEqual([
    '/2/users/7/tweets?max_results=5',
    '/2/users/7/tweets?max_results=5&pagination_token=next',
  ]);
});
