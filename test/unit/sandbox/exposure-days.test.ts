import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { uk, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2027-03-10T12:00:00Z' });
const campaigns = `/12/accounts/${us}/campaigns`;
const lineItems = `/12/accounts/${us}/line_items`;

const amounts = z.record(z.string(), z.number());
const peaksSchema = z.record(
  z.string(),
  z.object({
    exposure: amounts,
    today: amounts,
    highest_on: z.record(z.string(), z.string().nullable()),
    uncapped: z.number(),
  }),
);

interface Days {
  readonly today: number;
  readonly highest: number;
  readonly on: string | null;
  readonly uncapped: number;
}

/** The peaks of the first account, amounts in whole units; `DELETE` tells what stands now. */
async function days(method: 'GET' | 'DELETE', currency = 'USD'): Promise<Days> {
  const peaks = peaksSchema.parse((await client.control(method, '/peaks')).json)[us];
  return {
    today: (peaks?.today[currency] ?? 0) / 1_000_000,
    highest: (peaks?.exposure[currency] ?? 0) / 1_000_000,
    on: peaks?.highest_on[currency] ?? null,
    uncapped: peaks?.uncapped ?? 0,
  };
}

type Flight = readonly [start: string | null, end: string | null];

function item(
  [start, end]: Flight,
  fields: object = { daily_budget_amount_local_micro: 10_000_000 },
): object {
  return { campaign_id: 'c1', entity_status: 'ACTIVE', start_time: start, end_time: end, ...fields };
}

/** An ACTIVE campaign of 10.00 a day with line items of 10.00 a day, unless they say otherwise. */
async function seed(optimization: 'CAMPAIGN' | 'LINE_ITEM', ...items: readonly object[]): Promise<void> {
  const answer = await client.control('POST', '/seed', {
    campaigns: [
      {
        id: 'c1',
        account_id: us,
        budget_optimization: optimization,
        entity_status: 'ACTIVE',
        daily_budget_amount_local_micro: 10_000_000,
      },
    ],
    line_items: items,
  });
  expect(answer.status).toBe(200);
}

async function clock(now: string): Promise<void> {
  await client.control('PUT', '/clock', { now, frozen: true });
}

const nothing: Days = { today: 0, highest: 0, on: null, uncapped: 0 };

describe.each(['CAMPAIGN', 'LINE_ITEM'] as const)('one line item under %s optimisation', (optimization) => {
  test.each<[string, Flight, Partial<Days>]>([
    ['always', [null, null], { today: 10, highest: 10, on: '2027-03-10' }],
    [
      'running',
      ['2027-03-01T00:00:00Z', '2027-03-20T00:00:00Z'],
      { today: 10, highest: 10, on: '2027-03-10' },
    ],
    ['without a start', [null, '2027-03-20T00:00:00Z'], { today: 10, highest: 10, on: '2027-03-10' }],
    ['without an end', ['2027-04-01T09:00:00Z', null], { today: 0, highest: 10, on: '2027-04-01' }],
    ['over since yesterday', ['2027-03-01T00:00:00Z', '2027-03-10T00:00:00Z'], {}],
    ['over without a start', [null, '2027-03-09T00:00:00Z'], {}],
    ['over since this second', ['2027-03-01T00:00:00Z', '2027-03-10T12:00:00Z'], {}],
    [
      'over in a second',
      ['2027-03-01T00:00:00Z', '2027-03-10T12:00:01Z'],
      { today: 10, highest: 10, on: '2027-03-10' },
    ],
    [
      'over at the end of today',
      [null, '2027-03-11T00:00:00Z'],
      { today: 10, highest: 10, on: '2027-03-10' },
    ],
    ['begins later today', ['2027-03-10T23:59:59Z', null], { today: 10, highest: 10, on: '2027-03-10' }],
    ['begins tomorrow', ['2027-03-11T00:00:00Z', null], { today: 0, highest: 10, on: '2027-03-11' }],
    [
      'one second',
      ['2027-03-12T00:00:00Z', '2027-03-12T00:00:01Z'],
      { today: 0, highest: 10, on: '2027-03-12' },
    ],
    [
      'over midnight',
      ['2027-03-12T23:59:59Z', '2027-03-13T00:00:01Z'],
      { today: 0, highest: 10, on: '2027-03-12' },
    ],
    ['empty', ['2027-03-20T06:00:00Z', '2027-03-20T06:00:00Z'], {}],
    ['empty today', ['2027-03-10T18:00:00Z', '2027-03-10T18:00:00Z'], {}],
    ['the wrong way round', ['2027-03-20T18:00:00Z', '2027-03-20T06:00:00Z'], {}],
    [
      'in the last year',
      ['9999-12-31T00:00:00Z', '9999-12-31T23:59:59Z'],
      { today: 0, highest: 10, on: '9999-12-31' },
    ],
  ])('%s', async (_name, flight, expected) => {
    await clock('2027-03-10T12:00:00Z');

    await seed(optimization, item(flight));

    expect(await days('DELETE')).toEqual({ ...nothing, ...expected });
  });

  test.each<[string, Flight, number]>([
    ['is over', [null, '2027-03-10T12:00:00Z'], 0],
    ['is empty', ['2027-03-20T06:00:00Z', '2027-03-20T06:00:00Z'], 0],
    ['is to come', ['2027-03-20T00:00:00Z', '2027-03-21T00:00:00Z'], 1],
    ['goes on', [null, null], 1],
  ])('without a daily budget it is uncapped unless its flight %s', async (_name, flight, uncapped) => {
    await clock('2027-03-10T12:00:00Z');
    const without = { daily_budget_amount_local_micro: null };
    await seed(optimization, item(flight, without));
    await client.control('POST', '/mutate', [{ collection: 'campaigns', id: 'c1', set: without }]);

    expect(await days('DELETE')).toEqual({ ...nothing, uncapped });
  });
});

describe('line items under one campaign', () => {
  const morning: Flight = ['2027-03-12T00:00:00Z', '2027-03-12T06:00:00Z'];
  const evening: Flight = ['2027-03-12T18:00:00Z', '2027-03-13T00:00:00Z'];
  const later: Flight = ['2027-03-20T00:00:00Z', '2027-03-22T00:00:00Z'];

  test.each<['CAMPAIGN' | 'LINE_ITEM', Days]>([
    ['CAMPAIGN', { today: 0, highest: 10, on: '2027-03-12', uncapped: 0 }],
    ['LINE_ITEM', { today: 0, highest: 20, on: '2027-03-12', uncapped: 0 }],
  ])('under %s two flights on one day', async (optimization, expected) => {
    await clock('2027-03-10T12:00:00Z');

    await seed(optimization, item(morning), item(evening), item(later));

    expect(await days('DELETE')).toEqual(expected);
  });

  test('what is over today counts no more beside what begins later today', async () => {
    await clock('2027-03-12T12:00:00Z');

    await seed('LINE_ITEM', item(morning), item(evening));

    expect(await days('DELETE')).toEqual({ today: 10, highest: 10, on: '2027-03-12', uncapped: 0 });
  });

  test('today, between two flights, is no day of the campaign', async () => {
    await clock('2027-03-12T12:00:00Z');

    await seed('CAMPAIGN', item(morning), item(['2027-03-13T00:00:00Z', null]));

    expect(await days('DELETE')).toEqual({ today: 0, highest: 10, on: '2027-03-13', uncapped: 0 });
  });

  test('of several days that are the highest the first is told', async () => {
    await clock('2027-03-10T12:00:00Z');

    await seed('LINE_ITEM', item(morning), item(later));

    expect(await days('DELETE')).toEqual({ today: 0, highest: 10, on: '2027-03-12', uncapped: 0 });
  });

  test('a day between two flights is no day of the campaign', async () => {
    await seed('CAMPAIGN', item(morning), item(later));
    await clock('2027-03-15T00:00:00Z');

    expect(await days('DELETE')).toEqual({ today: 0, highest: 10, on: '2027-03-20', uncapped: 0 });
  });

  test.each<[string, object, Partial<Days>]>([
    ['paused', { entity_status: 'PAUSED' }, { highest: 10, on: '2027-03-12' }],
    // The campaign is then one without any line item, whose flight is not known.
    ['deleted', { deleted: true }, { today: 10, highest: 10, on: '2027-03-10' }],
  ])('under CAMPAIGN, its only line item is %s', async (_name, fields, expected) => {
    await clock('2027-03-10T12:00:00Z');

    await seed('CAMPAIGN', item(morning, fields));

    expect(await days('DELETE')).toEqual({ ...nothing, ...expected });
  });

  test.each(['paused', 'deleted'] as const)('under LINE_ITEM, one that is %s adds nothing', async (name) => {
    await seed(
      'LINE_ITEM',
      item(morning, name === 'paused' ? { entity_status: 'PAUSED' } : { deleted: true }),
    );

    expect(await days('DELETE')).toEqual(nothing);
  });

  test('a campaign without line items can spend every day; one that leaves budgets to them, never', async () => {
    await clock('2027-03-10T12:00:00Z');

    await seed('CAMPAIGN');
    const alone = await days('DELETE');
    await client.send('PUT', `${campaigns}/c1`, { query: { budget_optimization: 'LINE_ITEM' } });

    expect(alone).toEqual({ today: 10, highest: 10, on: '2027-03-10', uncapped: 0 });
    expect(await days('DELETE')).toEqual(nothing);
  });
});

test('each currency has days of its own', async () => {
  await clock('2027-03-10T12:00:00Z');
  await client.control('POST', '/seed', {
    funding_instruments: [{ id: 'gbp', account_id: us, currency: 'GBP' }],
    campaigns: ['hxtet', 'gbp'].map((funding, index) => ({
      id: `c${index}`,
      account_id: us,
      funding_instrument_id: funding,
      entity_status: 'ACTIVE',
      daily_budget_amount_local_micro: (index + 1) * 1_000_000,
    })),
    line_items: [{ ...item([`2027-03-15T00:00:00Z`, null]), campaign_id: 'c1' }],
  });

  await client.control('DELETE', '/peaks');
  expect(await days('GET', 'USD')).toEqual({ today: 1, highest: 1, on: '2027-03-10', uncapped: 0 });
  expect(await days('GET', 'GBP')).toEqual({ today: 0, highest: 2, on: '2027-03-15', uncapped: 0 });
});

describe('changes', () => {
  const now = '2027-03-10T12:00:00Z';
  const next: Flight = ['2027-03-20T00:00:00Z', '2027-03-21T00:00:00Z'];

  test('a flight that is moved takes its days with it, and the peak stays', async () => {
    await clock(now);
    await seed(
      'LINE_ITEM',
      item([null, '2027-03-12T00:00:00Z'], { id: 'i1', daily_budget_amount_local_micro: 10_000_000 }),
    );
    await client.control('DELETE', '/peaks');

    await client.send('PUT', `${lineItems}/i1`, {
      query: { start_time: next[0] ?? '', end_time: next[1] ?? '' },
    });

    expect(await days('GET')).toEqual({ today: 10, highest: 10, on: '2027-03-10', uncapped: 0 });
    expect(await days('DELETE')).toEqual({ today: 0, highest: 10, on: '2027-03-20', uncapped: 0 });
  });

  test.each<[string, 'CAMPAIGN' | 'LINE_ITEM', () => Promise<unknown>, Partial<Days>]>([
    ['a deleted line item', 'LINE_ITEM', async () => await client.send('DELETE', `${lineItems}/i1`), {}],
    [
      'a line item of many',
      'CAMPAIGN',
      async () => await client.send('DELETE', `${lineItems}/i2`),
      { highest: 10, on: '2027-03-20' },
    ],
    ['a deleted campaign', 'LINE_ITEM', async () => await client.send('DELETE', `${campaigns}/c1`), {}],
    ['a deleted campaign', 'CAMPAIGN', async () => await client.send('DELETE', `${campaigns}/c1`), {}],
    [
      'a campaign that was taken out',
      'LINE_ITEM',
      async () =>
        await client.control('POST', '/mutate', [{ collection: 'campaigns', id: 'c1', remove: true }]),
      {},
    ],
    [
      'a line item that was taken out',
      'LINE_ITEM',
      async () =>
        await client.control('POST', '/mutate', [{ collection: 'line_items', id: 'i1', remove: true }]),
      {},
    ],
    [
      'a paused campaign',
      'LINE_ITEM',
      async () => await client.send('PUT', `${campaigns}/c1`, { query: { entity_status: 'PAUSED' } }),
      {},
    ],
  ])('%s under %s', async (_name, optimization, change, expected) => {
    await clock(now);
    const daily = { daily_budget_amount_local_micro: 10_000_000 };
    await seed(
      optimization,
      item(next, { id: 'i1', ...daily }),
      item(next, { id: 'i2', entity_status: 'PAUSED', ...daily }),
      item(next, { id: 'i3', entity_status: 'PAUSED', ...daily }),
    );
    expect(await days('DELETE')).toMatchObject({ highest: 10, on: '2027-03-20' });

    await change();

    expect(await days('DELETE')).toEqual({ ...nothing, ...expected });
  });

  test('a batch that is refused leaves no day behind', async () => {
    await clock(now);
    await seed('LINE_ITEM', item(next, { id: 'i1', daily_budget_amount_local_micro: 10_000_000 }));
    const before = await days('DELETE');

    const answer = await client.send('POST', `/12/batch/accounts/${us}/line_items`, {
      json: [
        {
          operation_type: 'Update',
          params: { line_item_id: 'i1', daily_budget_amount_local_micro: 90_000_000 },
        },
        { operation_type: 'Update', params: { line_item_id: 'i1', end_time: '2027-06-01T00:00:00Z' } },
        { operation_type: 'Update', params: { line_item_id: 'i1', entity_status: 'NO SUCH' } },
      ],
    });

    expect(answer.status).toBe(400);
    expect(await days('GET')).toEqual(before);
    expect(await days('DELETE')).toEqual(before);
  });

  test('inside a batch each operation counts by itself', async () => {
    await clock(now);
    await seed('LINE_ITEM', item(next, { id: 'i1', daily_budget_amount_local_micro: 10_000_000 }));
    await client.control('DELETE', '/peaks');

    await client.send('POST', `/12/batch/accounts/${us}/line_items`, {
      json: [
        {
          operation_type: 'Update',
          params: {
            line_item_id: 'i1',
            start_time: '2027-03-11T00:00:00Z',
            daily_budget_amount_local_micro: 30_000_000,
          },
        },
        {
          operation_type: 'Update',
          params: { line_item_id: 'i1', daily_budget_amount_local_micro: 5_000_000 },
        },
      ],
    });

    expect(await days('GET')).toEqual({ today: 0, highest: 30, on: '2027-03-11', uncapped: 0 });
    expect(await days('DELETE')).toEqual({ today: 0, highest: 5, on: '2027-03-11', uncapped: 0 });
  });
});

describe('the clock', () => {
  const flight: Flight = ['2027-04-01T06:00:00Z', '2027-04-03T06:00:00Z'];

  test('a step of the clock is honoured by the next operation, whatever it writes', async () => {
    await clock('2027-03-10T12:00:00Z');
    await seed('LINE_ITEM', item(flight));
    await client.control('DELETE', '/peaks');

    await clock('2027-04-01T00:00:00Z');
    const still = await days('GET');
    await client.send('POST', `/12/accounts/${us}/targeting_criteria`, {
      query: { line_item_id: '6zva', targeting_type: 'BROAD_KEYWORD', targeting_value: 'shoes' },
    });

    expect(still).toEqual({ today: 0, highest: 10, on: '2027-04-01', uncapped: 0 });
    expect(await days('GET')).toEqual({ today: 10, highest: 10, on: '2027-04-01', uncapped: 0 });
  });

  test.each([
    ['2027-04-01T00:00:00Z', { today: 10, highest: 10, on: '2027-04-01' }],
    ['2027-04-02T23:59:59Z', { today: 10, highest: 10, on: '2027-04-02' }],
    ['2027-04-03T05:59:59Z', { today: 10, highest: 10, on: '2027-04-03' }],
    ['2027-04-03T06:00:00Z', {}],
    ['2027-05-01T00:00:00Z', {}],
    ['2027-01-01T00:00:00Z', { today: 0, highest: 10, on: '2027-04-01' }],
  ])('at %s', async (now, expected) => {
    await clock('2027-03-10T12:00:00Z');
    await seed('LINE_ITEM', item(flight));

    await clock(now);

    expect(await days('DELETE')).toEqual({ ...nothing, ...expected });
  });

  test('a flight that was over counts again once the clock is set back', async () => {
    await clock('2027-05-01T00:00:00Z');
    await seed('LINE_ITEM', item(flight, { id: 'i1', daily_budget_amount_local_micro: 10_000_000 }));
    await client.control('DELETE', '/peaks');

    await clock('2027-04-02T00:00:00Z');
    await client.send('PUT', `${lineItems}/i1`, { query: { name: 'Again' } });

    expect(await days('GET')).toEqual({ today: 10, highest: 10, on: '2027-04-02', uncapped: 0 });
  });
});

test('eight thousand campaigns with two line items each, all ACTIVE, are kept count of in little time', async () => {
  const started = performance.now();

  await client.control('POST', '/generate', {
    account_id: uk,
    campaigns: 8000,
    line_items_per_campaign: 2,
    active_share: 1,
  });

  expect(performance.now() - started).toBeLessThan(10_000);
  const peaks = peaksSchema.parse((await client.control('GET', '/peaks')).json)[uk];
  const daily = Array.from({ length: 8000 }, (_, index) => 10_000_000 + ((index + 1) % 50) * 1_000_000);
  expect(peaks?.exposure).toEqual({ GBP: daily.reduce((sum, each) => sum + each, 0) });
});

test('as many flights, each another, cost little more', async () => {
  const start = Date.parse('2027-04-01T00:00:00Z');
  const time = (minutes: number): string =>
    `${new Date(start + minutes * 60_000).toISOString().slice(0, 19)}Z`;
  await client.control('POST', '/generate', { account_id: us, campaigns: 4000, active_share: 1 });
  const ids = (await client.control('GET', `/dump?account_id=${us}`)).json;
  const made = z.object({ campaigns: z.array(z.object({ id: z.string(), name: z.string() })) }).parse(ids);
  const line = made.campaigns
    .filter(({ name }) => name.startsWith('Generated'))
    .map(({ id }, index) => ({
      campaign_id: id,
      start_time: time(index * 7),
      end_time: time(index * 7 + 5000),
    }));
  const started = performance.now();

  await client.control('POST', '/seed', { line_items: line });

  expect(performance.now() - started).toBeLessThan(10_000);
});
