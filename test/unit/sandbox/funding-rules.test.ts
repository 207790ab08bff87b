import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = `/12/accounts/${us}/funding_instruments`;
const start_time = '2026-12-01T00:00:00Z';
type Query = Readonly<Record<string, string>>;

test('R240 R243 R244 R246 R248 R255 a new instrument has every field', async () => {
  const query = { currency: 'USD', start_time, type: 'CREDIT_LINE', credit_limit_local_micro: '5000000' };

  const answer = await client.send('POST', path, { query });

  expect(answer.record).toEqual({
    id: answer.id,
    account_id: us,
    type: 'CREDIT_LINE',
    description: '(no payment method has been set up yet)',
    currency: 'USD',
    start_time,
    end_time: null,
    entity_status: 'ACTIVE',
    credit_limit_local_micro: 5_000_000,
    funded_amount_local_micro: null,
    credit_remaining_local_micro: 5_000_000,
    able_to_fund: true,
    reasons_not_able_to_fund: [],
    io_header: null,
    created_at: start_time,
    updated_at: start_time,
    deleted: false,
  });
});

describe('creation', () => {
  const good = { currency: 'USD', start_time, type: 'CREDIT_CARD' };

  test.each<[string, Query, string]>([
    ['R241 an unknown type', { type: 'CASH' }, 'type'],
    ['R242 a currency that is none', { currency: 'DOLLAR' }, 'currency'],
    ['R243 a time that is none', { start_time: 'soon' }, 'start_time'],
    ['R251 no currency', { currency: '' }, 'currency'],
    ['R252 no start_time', { start_time: '' }, 'start_time'],
    ['R253 no type', { type: '' }, 'type'],
    ['R254 an insertion order without an end', { type: 'INSERTION_ORDER' }, 'end_time'],
    ['R255 an amount that is none', { funded_amount_local_micro: '1.5' }, 'funded_amount_local_micro'],
    ['R245 a limit below zero', { credit_limit_local_micro: '-1' }, 'credit_limit_local_micro'],
  ])('%s is refused', async (_rule, change, parameter) => {
    const answer = await client.send('POST', path, { query: { ...good, ...change } });

    expect([answer.status, answer.body.errors?.map((each) => each.parameter)]).toEqual([400, [parameter]]);
  });

  test('R245 R254 R255 amounts are kept where they are given', async () => {
    const query = {
      ...good,
      type: 'INSERTION_ORDER',
      end_time: '2027-01-01',
      funded_amount_local_micro: '7000000',
    };

    const answer = await client.send('POST', path, { query });

    expect(answer.record).toMatchObject({
      end_time: '2027-01-01T00:00:00Z',
      funded_amount_local_micro: 7_000_000,
      credit_limit_local_micro: null,
    });
  });
});

test('R247 R250 R256 a deleted instrument cannot fund, says why, and is read only with_deleted', async () => {
  const deleted = await client.send('DELETE', `${path}/hxtet`);
  const read = await client.send('GET', `${path}/hxtet`);
  const still = await client.send('GET', `${path}/hxtet`, { query: { with_deleted: 'true' } });
  const twice = await client.send('DELETE', `${path}/hxtet`);

  expect(deleted.record).toMatchObject({
    deleted: true,
    able_to_fund: false,
    reasons_not_able_to_fund: ['DELETED'],
  });
  expect([read.status, still.status, twice.status]).toEqual([404, 200, 404]);
});

test('R249 the list takes the standard parameters', async () => {
  const query = { count: '1', sort_by: 'start_time-desc', with_total_count: 'true' };

  const answer = await client.send('GET', path, { query });

  expect([answer.status, answer.body.total_count, answer.id]).toEqual([200, 1, 'hxtet']);
});

test('R257 there is no update', async () => {
  const answer = await client.send('PUT', `${path}/hxtet`, { query: { currency: 'EUR' } });

  expect([answer.status, answer.codes]).toEqual([405, ['METHOD_NOT_ALLOWED']]);
});
