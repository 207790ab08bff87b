import { expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const campaigns = `/12/accounts/${us}/campaigns`;

/** The first campaign as a list shows it, held against what a read of it alone shows. */
async function shown(): Promise<Readonly<Record<string, unknown>>> {
  const [listed = {}] = (await client.send('GET', campaigns, { query: { with_total_count: 'true' } }))
    .records;
  const { record } = await client.send('GET', `${campaigns}/8zva0`);
  expect(listed).toEqual(record);
  return listed;
}

test('a list shows what has become of its records since it was read last', async () => {
  const before = await shown();
  await client.send('PUT', `${campaigns}/8zva0`, { form: { name: 'New "name"', entity_status: 'ACTIVE' } });
  const renamed = await shown();
  await client.send('DELETE', `/12/accounts/${us}/line_items/6zva`);
  const emptied = await shown();
  await client.control('POST', '/mutate', [
    { collection: 'funding_instruments', id: 'hxtet', set: { end_time: '2026-12-02T00:00:00Z' } },
  ]);
  await client.control('PUT', '/clock', { now: '2026-12-03T00:00:00Z' });
  const unfunded = await shown();

  expect(before).toMatchObject({ name: 'Evergreen', reasons_not_servable: ['PAUSED_BY_ADVERTISER'] });
  expect(renamed).toMatchObject({ name: 'New "name"', reasons_not_servable: [] });
  expect(emptied).toMatchObject({ reasons_not_servable: ['INCOMPLETE'] });
  expect(unfunded).toMatchObject({ reasons_not_servable: ['INCOMPLETE', 'FUNDING_PROBLEM'] });
});

test('more records than are remembered are shown right, however often', async () => {
  await client.control('POST', '/generate', { account_id: us, campaigns: 10_500 });
  const names = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = { count: '1000', ...(cursor === undefined ? {} : { cursor }) };
      const { body, records } = await client.send('GET', campaigns, { query });
      found.push(...records.map(({ name }) => name));
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };

  const [first, second] = [await names(), await names()];

  expect(new Set(first).size).toBe(10_501);
  expect(second).toEqual(first);
});
