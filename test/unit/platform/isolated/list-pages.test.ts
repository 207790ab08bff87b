import { describe, expect, test } from 'vitest';
import type { PlatformAnswer } from '../../../../src/platform/judge.ts';
import { type ListPage, listPages } from '../../../../src/platform/list-pages.ts';
import { mockedAddress, withNockPlatform } from '../../../support/nock-platform.ts';
import { createTestClient } from '../test-client.ts';

const path = '/12/accounts/a/campaigns';
const list = { host: 'ads', path, accountId: 'a' } as const;
const date = 'Fri, 20 Nov 2026 12:00:00 GMT';

async function pagesOf(list: AsyncIterable<ListPage>): Promise<readonly ListPage[]> {
  const pages: ListPage[] = [];
  for await (const page of list) pages.push(page);
  return pages;
}

describe('a list', () => {
  test('is read page by page, 1,000 records at a time', async () => {
    await withNockPlatform(async (platform) => {
      platform
        .get(path)
        .query({ count: '1000' })
        .reply(200, { data: [{ id: '1' }], next_cursor: 'c-1' }, { date });
      platform
        .get(path)
        .query({ count: '1000', cursor: 'c-1' })
        .reply(200, { data: [{ id: '2' }], next_cursor: null }, { date });

      const pages = await pagesOf(createTestClient(mockedAddress).client.list(list));

      expect(pages).toEqual([
        { records: [{ id: '1' }], date: Date.parse(date), hasNext: true },
        { records: [{ id: '2' }], date: Date.parse(date), hasNext: false },
      ]);
    });
  });

  test("keeps filters on every page, and takes the endpoint's own maximum", async () => {
    await withNockPlatform(async (platform) => {
      const query = { campaign_ids: 'a,b', count: '200' };
      platform.get(path).query(query).reply(200, { data: [], next_cursor: 'next one&=' });
      platform
        .get(path)
        .query({ ...query, cursor: 'next one&=' })
        .reply(200, { data: [] });
      const { client } = createTestClient(mockedAddress);

      const pages = await pagesOf(client.list({ ...list, query: { campaign_ids: 'a,b' }, count: 200 }));

      expect([pages.length, client.requests]).toEqual([2, 2]);
    });
  });

  test('asks for no page that nobody wants', async () => {
    await withNockPlatform(async (platform) => {
      platform
        .get(path)
        .query({ count: '1000' })
        .reply(200, { data: [{ id: '1' }], next_cursor: 'c-1' });
      const { client } = createTestClient(mockedAddress);

      for await (const page of client.list(list)) {
        expect(page.records).toEqual([{ id: '1' }]);
        break;
      }

      expect(client.requests).toBe(1);
    });
  });

  test.each([
    ['at once', ['a', 'a']],
    ['in a circle', ['a', 'b', 'c', 'a']],
  ])('ends where a cursor comes again %s', async (_name, cursors) => {
    await withNockPlatform(async (platform) => {
      for (const next_cursor of cursors) {
        platform.get(path).query(true).reply(200, { data: [], next_cursor });
      }

      const pages = pagesOf(createTestClient(mockedAddress).client.list(list));

      await expect(pages).rejects.toMatchObject({
        code: 'ADSYNC_ANSWER_INVALID',
        message: `the platform answered the same cursor twice to GET ${path}`,
      });
    });
  });

  test.each<[string, (page: number) => readonly unknown[], string, number]>([
    ['are empty', () => [], '100 pages in a row without a new record, and no end,', 101],
    ['are the same', () => [{ id: '1' }], '100 pages in a row without a new record, and no end,', 102],
    ['take turns', (page) => [{ id: page % 2 }], '100 pages in a row without a new record, and no end,', 103],
    ['are more than any account has', (page) => [{ id: page }], '10000 pages and no end', 10_001],
  ])('ends where new cursors bring pages that %s', async (_name, recordsOf, what, pages) => {
    let asked = 0;
    const call = async (): Promise<PlatformAnswer> => {
      asked += 1;
      const body = { data: recordsOf(asked), next_cursor: `c-${asked}` };
      return await Promise.resolve({ status: 200, body, date: 0 });
    };

    await expect(pagesOf(listPages(call, list))).rejects.toMatchObject({
      code: 'ADSYNC_ANSWER_INVALID',
      message: `the platform answered ${what} to GET ${path}`,
    });
    expect(asked).toBe(pages);
  });

  test.each<[string, string]>([
    ['no object', '[]'],
    ['null', 'null'],
    ['no data', '{"next_cursor":null}'],
    ['a single record', '{"data":{"id":"1"}}'],
    ['an empty cursor', '{"data":[],"next_cursor":""}'],
    ['a cursor that is no text', '{"data":[],"next_cursor":7}'],
  ])('refuses a page that is %s', async (_name, body) => {
    await withNockPlatform(async (platform) => {
      platform.get(path).query(true).reply(200, body);

      const pages = pagesOf(createTestClient(mockedAddress).client.list(list));

      await expect(pages).rejects.toMatchObject({ code: 'ADSYNC_ANSWER_INVALID' });
    });
  });
});
