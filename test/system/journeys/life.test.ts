import { expect, test } from 'vitest';
import { createBench } from '../cli/harness.ts';

interface Life {
  readonly account: string;
  readonly campaign: string;
  readonly item: string;
  readonly url: string;
}

/** A document with one resource of every kind, none of which exists but the account. */
function documentOf({ account, campaign, item, url }: Life): string {
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    ${account}
    funding_instruments:
      line: { type: CREDIT_LINE, currency: USD, start_time: 2026-11-01T00:00:00Z, credit_limit: 100000 }
    campaigns:
      sale:
        name: Sale
        funding_instrument: line
        ${campaign}
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            ${item}
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            tracking_tags: { seen: { type: IMPRESSION_TAG, url: ${url} } }
`;
}

test('every kind is created, updated, unset and destroyed, and nothing is left to do after each step', async () => {
  const first = {
    account: 'name: Acme',
    campaign: 'daily_budget: 10, total_budget: 500'.replaceAll(', ', '\n        '),
    item: 'status: ACTIVE',
    url: 'https://example.com/1',
  };
  const bench = await createBench(documentOf(first));
  const settled = async (argv: readonly string[] = []): Promise<void> => {
    expect(await bench.adsync(['apply', '--yes', ...argv])).toMatchObject({ code: 0 });
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  };
  await settled();
  const instrument = (await bench.records('funding_instruments')).find(({ type }) => type === 'CREDIT_LINE');
  const sale = async () => (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  expect(await sale()).toMatchObject({
    funding_instrument_id: instrument?.['id'],
    entity_status: 'PAUSED',
    total_budget_amount_local_micro: 500_000_000,
  });

  await bench.write(
    'campaigns.yaml',
    documentOf({
      account: 'name: Acme Inc',
      campaign: 'daily_budget: 12\n        total_budget: null',
      item: 'status: PAUSED',
      url: 'https://example.com/2',
    }),
  );
  await settled(['--override', 'max_budget_factor']);
  expect(await sale()).toMatchObject({
    daily_budget_amount_local_micro: 12_000_000,
    total_budget_amount_local_micro: null,
  });
  expect(await bench.records('tracking_tags')).toMatchObject([{ tracking_tag_url: 'https://example.com/2' }]);
  expect(await bench.records('accounts')).toContainEqual(expect.objectContaining({ name: 'Acme Inc' }));

  const destroyed = await bench.adsync(['destroy', '--yes']);
  expect(destroyed).toMatchObject({ code: 0 });
  expect(await sale()).toBeUndefined();
  expect((await bench.records('funding_instruments')).map(({ id }) => id)).not.toContain(instrument?.['id']);
  expect((await bench.records('line_items')).map(({ name }) => name)).not.toContain('Clicks');
  expect(await bench.records('tracking_tags')).toEqual([]);
  const listed = await bench.adsync(['state', 'list']);
  expect(listed.code).toBe(0);
  expect(listed.stdout).not.toContain('campaigns');
});
