import { expect, test } from 'vitest';
import { z } from 'zod';
import { campaigns, createBench } from '../cli/harness.ts';

const peaksSchema = z.record(z.string(), z.object({ active_campaigns: z.number() }));

function active(prefix: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${prefix}${index}`,
      `name: ${prefix} ${index}, status: ACTIVE, daily_budget: 5`,
    ]),
  );
}

async function benchWith195Foreign(document: string): Promise<Awaited<ReturnType<typeof createBench>>> {
  const bench = await createBench(document);
  const foreign = Array.from({ length: 195 }, (_, index) => ({
    account_id: '18ce54d4x5t',
    name: `Foreign ${index}`,
    funding_instrument_id: 'hxtet',
    entity_status: 'ACTIVE',
    daily_budget_amount_local_micro: 1_000_000,
  }));
  await bench.control('POST', 'seed', { campaigns: foreign });
  return bench;
}

test('with 195 foreign campaigns active, five of ours are swapped for five others and 200 is never passed', async () => {
  const policy = 'policy: { max_deletes: 10 }\n';
  const bench = await benchWith195Foreign(campaigns(active('old', 5), policy));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.control('DELETE', 'peaks');
  await bench.write('campaigns.yaml', campaigns(active('new', 5), policy));

  const applied = await bench.adsync(['apply', '--yes']);

  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stdout).toContain('200 of 200 campaigns active');
  const peaks = peaksSchema.parse(await bench.control('GET', 'peaks'));
  expect(peaks['18ce54d4x5t']?.active_campaigns).toBe(200);
  expect(
    (await bench.records('campaigns')).filter(({ name }) => String(name).startsWith('new')),
  ).toHaveLength(5);
});

test('six more than fit are refused when planning, with the numbers', async () => {
  const bench = await benchWith195Foreign(campaigns(active('ours', 6)));

  const planned = await bench.adsync(['plan']);

  expect(planned.code).toBe(4);
  expect(planned.stdout).toContain(
    '195 campaigns are active; the plan would make it 201, and the limit is 200',
  );
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 4 });
  expect(await bench.writes()).toEqual([]);
});
