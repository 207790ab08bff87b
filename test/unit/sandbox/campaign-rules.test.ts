import { expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const path = `/12/accounts/${us}/campaigns`;
const valid = { name: 'Spring', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '5500000' };

test('R152 money is in micro units, five and a half of the currency 5500000', async () => {
  const { record } = await client.send('POST', path, { query: valid });

  expect([record['daily_budget_amount_local_micro'], record['currency']]).toEqual([5_500_000, 'USD']);
});

test('R219 R220 duration, frequency and currency are no parameters: they are what they are', async () => {
  const query = { duration_in_days: '7', frequency_cap: '3', currency: 'EUR' };

  const made = await client.send('POST', path, { query: { ...valid, ...query } });
  const changed = await client.send('PUT', `${path}/${made.id}`, { query });

  const expected = { duration_in_days: null, frequency_cap: null, currency: 'USD' };
  expect([made.record, changed.record]).toMatchObject([expected, expected]);
});

test('R220 the currency is that of the funding instrument', async () => {
  await client.control('POST', '/seed', { funding_instruments: [{ id: 'euros', currency: 'EUR' }] });

  const { record } = await client.send('POST', path, { query: { ...valid, funding_instrument_id: 'euros' } });

  expect(record['currency']).toBe('EUR');
});

test('R227 R228 a campaign is paused and activated', async () => {
  const { id } = await client.send('POST', path, { query: valid });
  const become = async (entity_status: string): Promise<unknown> =>
    (await client.send('PUT', `${path}/${id}`, { query: { entity_status } })).record['entity_status'];

  const statuses = [await become('PAUSED'), await become('ACTIVE'), await become('PAUSED')];

  expect(statuses).toEqual(['PAUSED', 'ACTIVE', 'PAUSED']);
});

test('R232 an account has 200 active campaigns, 8000 once that is raised, and inactive ones without end', async () => {
  await client.control('POST', '/generate', { account_id: us, campaigns: 199, active_share: 1 });
  await client.control('POST', '/generate', { account_id: us, campaigns: 100, active_share: 0 });
  const add = async (entity_status: string): Promise<number> =>
    (await client.send('POST', path, { query: { ...valid, entity_status } })).status;

  const before = [await add('ACTIVE'), await add('ACTIVE'), await add('PAUSED')];
  await client.control('PUT', '/limits', { active_campaigns: { [us]: 8000 } });

  expect([...before, await add('ACTIVE')]).toEqual([200, 400, 200, 200]);
});
