import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const path = `/12/batch/accounts/${us}/campaigns`;
const params = { name: 'B', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 1_000_000 };

function creates(count: number, fields: object = {}): object[] {
  return Array.from({ length: count }, (_, index) => ({
    operation_type: 'Create',
    params: { ...params, name: `B${index}`, ...fields },
  }));
}

async function names(): Promise<unknown[]> {
  const { records } = await client.send('GET', `/12/accounts/${us}/campaigns`, { query: { count: '1000' } });
  return records.map((record) => record['name']);
}

test('R147 R149 R239 creates, updates and deletes in order, and echoes each', async () => {
  const made = await client.send('POST', path, { json: creates(2) });
  const [first, second] = made.records.map((record) => record['id']);

  const answer = await client.send('POST', path, {
    json: [
      { operation_type: 'Update', params: { campaign_id: first, name: 'Changed', currency: 'XXX' } },
      { operation_type: 'Delete', params: { campaign_id: second } },
      { operation_type: 'Create', params: { ...params, name: 'Third', account_id: 'ignored' } },
    ],
  });

  expect(answer.status).toBe(200);
  expect(answer.records.map((record) => [record['name'], record['deleted']])).toEqual([
    ['Changed', false],
    ['B1', true],
    ['Third', false],
  ]);
  expect(answer.body.request).toEqual([
    { params: { name: 'Changed', campaign_id: first, account_id: us }, operation_type: 'Update' },
    { params: { campaign_id: second, account_id: us }, operation_type: 'Delete' },
    { params: { ...params, name: 'Third', account_id: us }, operation_type: 'Create' },
  ]);
});

test('R148 R151 a bad tenth operation leaves nothing behind, not even a peak', async () => {
  const before = (await client.control('GET', '/peaks')).json;
  const operations = [...creates(9), { operation_type: 'Create', params: { ...params, name: '' } }];

  const answer = await client.send('POST', path, { json: operations });

  expect(answer.status).toBe(400);
  expect(answer.body.data).toBeUndefined();
  expect(
    answer.body.operation_errors?.map((problems) => problems.map(({ code, parameter }) => [code, parameter])),
  ).toEqual([[], [], [], [], [], [], [], [], [], [['MISSING_PARAMETER', 'name']]]);
  expect(answer.body.request).toHaveLength(10);
  expect(await names()).toEqual(['Evergreen']);
  expect((await client.control('GET', '/peaks')).json).toEqual(before);
});

test.each<[string, unknown, readonly string[]]>([
  ['not a list', { a: 1 }, ['INVALID_PARAMETER']],
  ['an empty list', [], ['INVALID_PARAMETER']],
  ['41 operations', creates(41), ['REQUEST_TOO_COMPLEX']],
  ['no JSON', '[{', ['INVALID_PARAMETER']],
])('R150 %s is refused as a whole', async (_case, json, codes) => {
  const answer = await client.send('POST', path, { json });

  expect([answer.status, answer.body.operation_errors, answer.codes]).toEqual([400, undefined, codes]);
  expect(await names()).toEqual(['Evergreen']);
});

test.each<[string, unknown, string]>([
  ['null', null, 'MISSING_PARAMETER'],
  ['no params', { operation_type: 'Create' }, 'MISSING_PARAMETER'],
  ['no type', { params }, 'MISSING_PARAMETER'],
  ['an unknown type', { operation_type: 'Upsert', params }, 'INVALID_PARAMETER'],
  ['no id', { operation_type: 'Update', params: { name: 'x' } }, 'MISSING_PARAMETER'],
  ['an unknown id', { operation_type: 'Delete', params: { campaign_id: 'nope' } }, 'CAMPAIGN_NOT_FOUND'],
  [
    'a name that is a number',
    { operation_type: 'Create', params: { ...params, name: 5 } },
    'INVALID_PARAMETER',
  ],
])('R151 R147 an operation that is %s is refused at its place', async (_case, operation, code) => {
  const answer = await client.send('POST', path, { json: [...creates(1), operation] });

  expect([
    answer.status,
    answer.body.operation_errors?.map((problems) => problems.map((each) => each.code)),
  ]).toEqual([400, [[], [code]]]);
});

function update(id: string, entity_status: string): object {
  return { operation_type: 'Update', params: { campaign_id: id, entity_status } };
}

async function swap(check: string, order: 'pause first' | 'activate first') {
  await client.control('PUT', '/limits', { active_campaigns: 2, batch_check: check });
  const active = await client.send('POST', path, { json: creates(2) });
  const paused = await client.send('POST', path, { json: creates(1, { entity_status: 'PAUSED' }) });
  const swapped = [update(active.id, 'PAUSED'), update(paused.id, 'ACTIVE')];
  return client.send('POST', path, { json: order === 'pause first' ? swapped : swapped.toReversed() });
}

describe('under a limit of 2 active campaigns, two of them active', () => {
  test.each([
    ['each', 'pause first', 200, undefined],
    ['each', 'activate first', 400, [1, 0]],
    ['start', 'pause first', 400, [0, 1]],
    ['end', 'pause first', 200, undefined],
    ['end', 'activate first', 200, undefined],
  ] as const)(
    'judged by %s, a swap that would %s is answered with %i',
    async (check, order, status, errors) => {
      const answer = await swap(check, order);

      expect([answer.status, answer.body.operation_errors?.map(({ length }) => length)]).toEqual([
        status,
        errors,
      ]);
    },
  );

  test('judged by the end, the last ones that do not fit are named', async () => {
    await client.control('PUT', '/limits', { active_campaigns: 2, batch_check: 'end' });

    const answer = await client.send('POST', path, { json: creates(4) });

    expect(answer.body.operation_errors?.map((problems) => problems.map(({ code }) => code))).toEqual([
      [],
      [],
      ['TOO_MANY_CAMPAIGNS'],
      ['TOO_MANY_CAMPAIGNS'],
    ]);
    expect(await names()).toEqual(['Evergreen']);
  });
});

test('line items have their batch, and the sizes can be set', async () => {
  await client.control('PUT', '/limits', { batch: { line_items: 1 } });
  const item = {
    campaign_id: '8zva0',
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
  };
  const operation = { operation_type: 'Create', params: item };
  const lineItems = `/12/batch/accounts/${us}/line_items`;

  const one = await client.send('POST', lineItems, { json: [operation] });
  const two = await client.send('POST', lineItems, { json: [operation, operation] });

  expect([one.status, one.records.length, two.status]).toEqual([200, 1, 400]);
});
