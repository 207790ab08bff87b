import { expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const base = `/12/accounts/${us}`;

test('two clients at once, ten thousand mixed requests: ids are unique, nothing is lost, batches are whole or not', async () => {
  await client.control('PUT', '/limits', { active_campaigns: 100_000, active_line_items: 100_000 });
  const owned = [new Map<string, string>(), new Map<string, string>()] as const;
  const seen: string[] = [];

  await Promise.all(owned.map((mine, worker) => workMixed(worker, mine, seen)));

  const all = await everyCampaign();
  const expected = new Map([...owned.flatMap((mine) => [...mine]), ['8zva0', 'Evergreen']]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Map(all.map(({ id, name }) => [id, name]))).toEqual(expected);
  expect(all.some(({ name }) => name.startsWith('refused'))).toBe(false);
  const { requests } = z
    .looseObject({ requests: z.number() })
    .parse((await client.control('GET', '/status')).json);
  expect(requests).toBeGreaterThanOrEqual(10_000);
}, 60_000);

const made = { funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 10_000 };
const campaignsPath = `${base}/campaigns`;
const batchPath = `/12/batch/accounts/${us}/campaigns`;

/** Five thousand requests of one client; `mine` holds the names of its live campaigns, `seen` every id ever given out. */
async function workMixed(worker: number, mine: Map<string, string>, seen: string[]): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const name = `W${worker} ${round}`;
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { id } = await client.send('POST', campaignsPath, {
        json: { ...made, name: `${name}.${index}` },
      });
      ids.push(id);
      mine.set(id, `${name}.${index}`);
    }
    const [kept = '', renamed = '', gone = ''] = ids;
    await client.send('PUT', `${campaignsPath}/${renamed}`, { query: { name: `${name} renamed` } });
    mine.set(renamed, `${name} renamed`);
    await client.send('DELETE', `${campaignsPath}/${gone}`);
    mine.delete(gone);
    const one = await client.send('GET', `${campaignsPath}/${kept}`);
    expect(one.record['name']).toBe(`${name}.0`);
    await client.send('GET', campaignsPath, { query: { count: '3', sort_by: 'created_at-desc' } });
    const operations = [0, 1, 2].map((index) => operation(`${name} batch ${index}`));
    const batch = await client.send('POST', batchPath, { json: operations });
    for (const record of batch.records) mine.set(String(record['id']), String(record['name']));
    // The tenth is bad.
    const refused = Array.from({ length: 10 }, (_, index) =>
      operation(index === 9 ? '' : `refused ${index}`),
    );
    const refusal = await client.send('POST', batchPath, { json: refused });
    expect([batch.status, refusal.status, refusal.body.operation_errors?.length]).toEqual([200, 400, 10]);
    await client.send('GET', `${base}/line_items`, { query: { campaign_ids: kept } });
    seen.push(...ids, ...batch.records.map((record) => String(record['id'])));
  }
}

function operation(name: string) {
  return { operation_type: 'Create', params: { ...made, name } };
}

/** Every live campaign of the account, page by page. */
async function everyCampaign(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const all: { readonly id: string; readonly name: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.send('GET', campaignsPath, { query: { count: '700', cursor } });
    all.push(...page.records.map((record) => ({ id: String(record['id']), name: String(record['name']) })));
    cursor = page.body.next_cursor ?? null;
  }
  return all;
}

async function idsAfterReset(): Promise<readonly string[]> {
  await client.control('POST', '/reset');
  const query = { name: 'Same', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: '10000' };
  return [
    (await client.send('POST', `${base}/campaigns`, { query })).id,
    (await client.send('POST', '/12/accounts')).id,
  ];
}

test('the same requests get the same ids', async () => {
  expect(await idsAfterReset()).toEqual(await idsAfterReset());
});
