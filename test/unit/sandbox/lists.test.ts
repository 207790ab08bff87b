import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = `/12/accounts/${us}/campaigns`;
type Query = Readonly<Record<string, string>>;

/** The ids of every page, as a reader that follows cursors to the end sees them. */
async function readAll(
  query: Query,
  betweenPages: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.send('GET', path, {
      query: typeof cursor === 'string' ? { ...query, cursor } : query,
    });
    ids.push(...page.records.map((record) => String(record['id'])));
    cursor = page.body.next_cursor;
    if (typeof cursor === 'string') await betweenPages();
  } while (typeof cursor === 'string');
  return ids;
}

const sortable = [
  'created_at',
  'updated_at',
  'deleted',
  'name',
  'daily_budget_amount_local_micro',
  'total_budget_amount_local_micro',
];

test('R136 R137 the pages of any list, by any order and size, are the whole list once', async () => {
  const records = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'ä', 'Z', '💡'),
      daily_budget_amount_local_micro: fc.constantFrom(null, 10_000, 20_000, 9_007_199_254_740_992),
      deleted: fc.boolean(),
      entity_status: fc.constantFrom('ACTIVE', 'PAUSED'),
    }),
    { minLength: 1, maxLength: 15 },
  );
  const sorts = fc.option(fc.tuple(fc.constantFrom(...sortable), fc.constantFrom('asc', 'desc')), {
    nil: undefined,
  });
  await fc.assert(
    fc.asyncProperty(
      records,
      sorts,
      fc.integer({ min: 1, max: 16 }),
      fc.boolean(),
      async (campaigns, sort, count, deleted) => {
        await client.control('POST', '/reset');
        await client.control('POST', '/seed', { campaigns });
        const query = {
          with_deleted: String(deleted),
          ...(sort === undefined ? {} : { sort_by: sort.join('-') }),
        };

        const whole = await readAll({ ...query, count: '1000' });
        const pages = await readAll({ ...query, count: String(count) });

        expect(pages).toEqual(whole);
        expect(new Set(whole).size).toBe(
          1 + campaigns.filter((campaign) => deleted || !campaign.deleted).length,
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a cursor holds while records come and go', async () => {
  const { json } = await client.control('POST', '/seed', {
    campaigns: Array.from({ length: 6 }, (_, index) => ({ id: `seeded${index}`, name: `N${index}` })),
  });
  let gone = 0;

  const ids = await readAll({ count: '2', sort_by: 'name-desc' }, async () => {
    await client.control('POST', '/seed', { campaigns: [{ name: 'N9' }] });
    await client.control('POST', '/mutate', [
      { collection: 'campaigns', id: `seeded${5 - gone}`, remove: true },
    ]);
    gone += 1;
  });

  expect(json).toEqual({ campaigns: ['seeded0', 'seeded1', 'seeded2', 'seeded3', 'seeded4', 'seeded5'] });
  expect(ids).toEqual(['seeded5', 'seeded4', 'seeded3', 'seeded2', 'seeded1', 'seeded0', '8zva0']);
});

describe('parameters', () => {
  test.each<[Query, readonly string[]]>([
    [{ campaign_ids: 'c1,c3,c1,none' }, ['c1', 'c3']],
    [{ funding_instrument_ids: 'f2' }, ['c2']],
    [{ campaign_ids: 'c1,c2', funding_instrument_ids: 'f2' }, ['c2']],
    [{ funding_instrument_ids: 'f2,hxtet' }, ['8zva0', 'c1', 'c2', 'c3']],
    [{ q: 'SUM' }, ['c2', 'c3']],
    [{ q: 'mer' }, []],
    [{ with_draft: 'true' }, ['8zva0', 'c1', 'c2', 'c3', 'c4']],
    [{ with_deleted: 'true' }, ['8zva0', 'c1', 'c2', 'c3', 'c5']],
    [
      { sort_by: 'daily_budget_amount_local_micro-desc,name-asc', campaign_ids: 'c1,c2,c3' },
      ['c3', 'c1', 'c2'],
    ],
  ])('R138 R233 R236 R237 %o finds what it names', async (query, ids) => {
    await client.control('POST', '/seed', {
      funding_instruments: [{ id: 'f2' }],
      campaigns: [
        { id: 'c1', name: 'Spring', daily_budget_amount_local_micro: 10_000 },
        { id: 'c2', name: 'Summer 1', funding_instrument_id: 'f2', daily_budget_amount_local_micro: 10_000 },
        { id: 'c3', name: 'summer 2', daily_budget_amount_local_micro: 20_000 },
        { id: 'c4', name: 'Draft', entity_status: 'DRAFT' },
        { id: 'c5', name: 'Deleted', deleted: true },
      ],
    });

    const answer = await client.send('GET', path, { query });

    expect(answer.records.map((record) => record['id'])).toEqual(ids);
  });

  test.each<[Query, string]>([
    [{ count: '0' }, 'count'],
    [{ count: '1001' }, 'count'],
    [{ count: 'many' }, 'count'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: 'c-W10' }, 'cursor'],
    [{ sort_by: 'id-asc' }, 'sort_by'],
    [{ sort_by: 'name' }, 'sort_by'],
    [{ q: '' }, 'q'],
    [{ q: 'x'.repeat(256) }, 'q'],
    [{ with_deleted: 'yes' }, 'with_deleted'],
    [{ campaign_ids: Array.from({ length: 201 }, (_, index) => `c${index}`).join(',') }, 'campaign_ids'],
    [{ campaign_ids: '' }, 'campaign_ids'],
  ])('R135 R137 R142 R233 R235 %o is refused', async (query, parameter) => {
    const answer = await client.send('GET', path, { query });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('R139 R140 the total is given when asked for, but not together with a cursor', async () => {
    await client.control('POST', '/generate', { account_id: us, campaigns: 4 });
    const first = await client.send('GET', path, { query: { count: '2', with_total_count: 'true' } });

    const both = await client.send('GET', path, {
      query: { cursor: first.body.next_cursor ?? '', with_total_count: 'true' },
    });
    const plain = await client.send('GET', path, { query: { count: '5' } });

    expect(first.body.total_count).toBe(5);
    expect([both.status, both.codes]).toEqual([400, ['EXCLUSIVE_PARAMETERS']]);
    expect([plain.body.total_count, plain.body.next_cursor]).toEqual([undefined, null]);
  });

  test('R134 R236 the echo is the typed reading', async () => {
    const answer = await client.send('GET', `${path}/`, {
      query: { count: '5', campaign_ids: 'a,b', sort_by: 'name-asc', with_deleted: 'true', x: '1' },
    });

    expect(answer.body.request).toEqual({
      params: {
        campaign_ids: ['a', 'b'],
        count: 5,
        sort_by: ['name-asc'],
        with_deleted: true,
        account_id: us,
      },
    });
  });
});

test('a hundred thousand campaigns are made and read by pages of a thousand', async () => {
  const made = await client.control('POST', '/generate', {
    account_id: us,
    campaigns: 100_000,
    active_share: 0.001,
  });

  const ids = await readAll({ count: '1000', sort_by: 'updated_at-desc' });

  expect(made.json).toEqual({
    campaigns: 100_000,
    line_items: 0,
    targeting_criteria: 0,
    promoted_tweets: 0,
    tracking_tags: 0,
  });
  expect(new Set(ids).size).toBe(100_001);
});
