import { expect, test } from 'vitest';
import { z } from 'zod';
import { campaigns, createBench } from '../cli/harness.ts';

const requestsSchema = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    query: z.record(z.string(), z.unknown()),
    operations: z.number(),
  }),
);

async function requestsSince(bench: Awaited<ReturnType<typeof createBench>>, since: number) {
  return requestsSchema.parse(await bench.control('GET', `requests?since=${since}`));
}

test('250 campaigns go out in batches of ten; a plan after it takes one list a kind', async () => {
  const entries = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`c${index}`, `name: Campaign ${index}, daily_budget: 5`]),
  );
  const bench = await createBench(campaigns(entries));

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  const first = await requestsSince(bench, 0);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  const second = (await requestsSince(bench, 0)).slice(first.length);

  const writes = first.filter(({ method }) => method !== 'GET');
  expect(writes).toHaveLength(25);
  expect(new Set(writes.map(({ path }) => path))).toEqual(
    new Set(['/12/batch/accounts/18ce54d4x5t/campaigns']),
  );
  expect(writes.every(({ operations }) => operations === 10)).toBe(true);
  const lists = [...first, ...second].filter(
    ({ method, path }) => method === 'GET' && !path.endsWith('authenticated_user_access'),
  );
  expect(lists.every(({ query }) => String(query['count']) === '1000')).toBe(true);
  expect(lists.some(({ query }) => 'with_total_count' in query)).toBe(false);
  expect(second.map(({ path }) => path).sort()).toEqual([
    '/12/accounts/18ce54d4x5t/campaigns',
    '/12/accounts/18ce54d4x5t/funding_instruments',
  ]);
});

test('ids without quotes arrive as they are written', async () => {
  const ids = ['12e45', '007', '756201191646691328', '0o17'];
  const instruments = ids.map((id, index) => `fi${index}: { id: ${id} }`).join(', ');
  const entries = ids.map(
    (_, index) => `      c${index}: { name: C${index}, funding_instrument: fi${index}, daily_budget: 5 }\n`,
  );
  const bench = await createBench(`version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { ${instruments} }
    campaigns:
${entries.join('')}`);
  await bench.control('POST', 'seed', {
    funding_instruments: ids.map((id) => ({
      id,
      account_id: '18ce54d4x5t',
      currency: 'USD',
      type: 'CREDIT_CARD',
    })),
  });

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  const log = z
    .array(z.object({ method: z.string(), request_body: z.unknown().optional() }))
    .parse(await bench.control('GET', 'requests?bodies=true'));
  const sent = JSON.stringify(log.filter(({ method }) => method === 'POST'));
  for (const id of ids) expect(sent).toContain(id);
  const campaignsThere = await bench.records('campaigns');
  expect(campaignsThere.map((campaign) => campaign['funding_instrument_id'])).toEqual(
    expect.arrayContaining(ids),
  );
});
