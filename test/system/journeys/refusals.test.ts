import { expect, test } from 'vitest';
import { campaigns, createBench } from '../cli/harness.ts';

const withItem = (bid: string): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale:
        name: Sale
        funding_instrument: credit
        status: ACTIVE
        daily_budget: 55
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: MAX
            bid_amount: ${bid}
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            tracking_tags: { seen: { type: IMPRESSION_TAG, url: https://example.com/i } }
      other: { name: Other, funding_instrument: credit, status: ACTIVE, daily_budget: 5 }
`;

test('a refused line item leaves its campaign PAUSED and the rest applied; after the fix the next apply completes', async () => {
  const bench = await createBench(withItem('1.21'));
  const refusal = {
    code: 'INVALID_PARAMETER',
    parameter: 'bid_amount_local_micro',
    match: { name: 'Clicks' },
  };
  const path = '/12/batch/accounts/*/line_items';
  await bench.control('PUT', 'faults', [{ method: 'POST', path, effect: 'refuse', ...refusal }]);

  const refused = await bench.adsync(['apply', '--yes']);

  expect(refused.code).toBe(5);
  const text = refused.stdout + refused.stderr;
  expect(text).toContain('INVALID_PARAMETER');
  expect(text).toContain('campaigns.yaml:19:25');
  const status = async (): Promise<unknown> =>
    Object.fromEntries(
      (await bench.records('campaigns')).map(({ name, entity_status }) => [name, entity_status]),
    );
  expect(await status()).toMatchObject({ Sale: 'PAUSED', Other: 'ACTIVE' });
  expect((await bench.records('line_items')).map(({ name }) => name)).not.toContain('Clicks');

  await bench.control('PUT', 'faults', []);
  await bench.write('campaigns.yaml', withItem('1.20'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await status()).toMatchObject({ Sale: 'ACTIVE', Other: 'ACTIVE' });
  expect(await bench.records('tracking_tags')).toHaveLength(1);
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test('of a batch of ten with one refused, nine are applied and one is reported at its line', async () => {
  const entries = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`c${index}`, `name: Campaign ${index}, daily_budget: 5`]),
  );
  const bench = await createBench(campaigns(entries));
  await bench.control('PUT', 'faults', [
    {
      method: 'POST',
      path: '/12/batch/accounts/*/campaigns',
      effect: 'refuse',
      match: { name: 'Campaign 6' },
      code: 'INVALID_PARAMETER',
      parameter: 'name',
    },
  ]);

  const applied = await bench.adsync(['apply', '--yes']);

  expect(applied.code).toBe(5);
  expect(applied.stdout + applied.stderr).toMatch(/campaigns\.yaml:13:\d+/);
  const names = (await bench.records('campaigns')).map(({ name }) => name);
  expect(names.filter((name) => String(name).startsWith('Campaign'))).toHaveLength(9);
  expect(names).not.toContain('Campaign 6');
  expect(await bench.writes()).toHaveLength(2);
});

/** The same with another objective, which takes a new line item, and a lifecycle. */
const withLifecycle = (objective: string, lifecycle: string): string =>
  withItem('1.20')
    .replace('objective: WEBSITE_CLICKS', `objective: ${objective}`)
    .replace('name: Clicks\n', `name: Clicks\n            lifecycle: { ${lifecycle} }\n`);

test('a protection and what it protects against are not given up in one apply, but one after the other', async () => {
  const [on, off] = ['prevent_destroy: true', 'prevent_destroy: false'];
  const bench = await createBench(withLifecycle('WEBSITE_CLICKS', on));
  await bench.adsync(['apply', '--yes']);
  const id = async (): Promise<unknown> =>
    (await bench.records('line_items')).find(({ name }) => name === 'Clicks')?.['id'];
  const first = await id();

  for (const lifecycle of [on, off]) {
    await bench.write('campaigns.yaml', withLifecycle('ENGAGEMENTS', lifecycle));
    const refused = await bench.adsync(['apply', '--yes']);
    expect(refused.code).toBe(4);
    expect(refused.stdout).toContain('prevent_destroy  acme-us/campaigns/sale/line_items/clicks');
  }
  expect(await id()).toBe(first);

  await bench.write('campaigns.yaml', withLifecycle('WEBSITE_CLICKS', off));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', withLifecycle('ENGAGEMENTS', off));
  const applied = await bench.adsync(['apply', '--yes']);
  expect([applied.code, applied.code === 0 ? '' : applied.stdout]).toEqual([0, '']);
  expect(await id()).not.toBe(first);
});
