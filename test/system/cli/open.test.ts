import { expect, test } from 'vitest';
import { z } from 'zod';
import { readEntries } from '../../../src/runs/state/read-entries.ts';
import { managerPage } from '../../../src/schemas/manager-page.ts';
import { silentRun } from '../../support/silent-run.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const lineItem =
  '{ name: N, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: [{ type: LANGUAGE, value: en }] }';

async function applied(): Promise<Bench> {
  const bench = await createBench(
    campaigns({ sale: `name: Sale, daily_budget: 5, line_items: { clicks: ${lineItem} }` }),
  );
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

test('a resource is on the page of its line item, its campaign or its account', async () => {
  const bench = await applied();
  const entries = await readEntries(
    silentRun({ cwd: bench.folder, stateUrl: `sqlite:${bench.folder}/.adsync/state.db` }),
  );
  const idOf = (address: string) => z.string().parse(entries.find((entry) => entry.address === address)?.id);
  const sale = 'acme-us/campaigns/sale';
  const clicks = `${sale}/line_items/clicks`;
  const form = `https://ads.x.com/campaign_form/18ce54d4x5t/campaign/${idOf(sale)}`;

  expect(managerPage(entries, '18ce54d4x5t', 'acme-us')).toBe('https://ads.x.com/accounts/18ce54d4x5t');
  expect(managerPage(entries, '18ce54d4x5t', sale)).toBe(`${form}/edit`);
  for (const address of [clicks, `${clicks}/targeting/LANGUAGE:EQ:en`])
    expect(managerPage(entries, '18ce54d4x5t', address)).toBe(`${form}/adgroup/${idOf(clicks)}/edit`);
});

test('the page is printed, and opened where that is asked for', async () => {
  const bench = await applied();
  const opened: string[] = [];
  const browse = async (address: string): Promise<boolean> => {
    opened.push(address);
    return await Promise.resolve(true);
  };
  const page = `${bench.sandbox.ready.ads_base_url}/_sandbox/`;
  const requests = (await bench.requests()).length;

  const printed = await bench.adsync(['open', 'acme-us/campaigns/sale']);
  const account = await bench.adsync(['open', '18ce54d4x5t', '--browser'], { browse });
  const without = await bench.adsync(['open', 'acme-us', '--browser']);
  const unknown = await bench.adsync(['open', 'acme-us/campaigns/salf']);
  const elsewhere = await bench.adsync(['open', 'acme-us/campaigns/sale'], {
    env: { ADSYNC_ADS_BASE_URL: 'https://ads-api.x.com' },
  });

  expect(printed).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' });
  expect(account).toEqual({ code: 0, stdout: `${page}\n`, stderr: '' });
  expect(opened).toEqual([page]);
  expect(without.stderr).toBe('No browser could be started: open the address yourself.\n');
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toContain('Did you mean acme-us/campaigns/sale?');
  expect(elsewhere).toMatchObject({ code: 1, stdout: '' });
  expect(await bench.requests()).toHaveLength(requests);
});
