import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';
import { expectEmptyPlan, imported, requestsOf, seededBench, us } from './import-bench.ts';

const generated = {
  account_id: us,
  campaigns: 210,
  line_items_per_campaign: 2,
  tracking_tags_per_line_item: 1,
  targeting_per_line_item: 3,
  promoted_tweets_per_line_item: 1,
  active_share: 1,
};

test('a large account becomes several files, read with as few requests as its lists have pages', async () => {
  const bench = await createBench();
  await bench.control('POST', 'generate', generated);
  const before = (await requestsOf(bench)).length;
  await imported(bench);
  const reads = (await requestsOf(bench)).slice(before);
  // 421 line items: three groups of 200 below which targeting and promoted accounts are listed.
  const pages = new Map(
    [...Map.groupBy(reads, (request) => request)].map(([request, each]) => [request, each.length]),
  );
  expect(Object.fromEntries(pages)).toEqual({
    'GET ': 1,
    'GET /campaigns': 1,
    'GET /line_items': 1,
    'GET /custom_audiences': 1,
    'GET /custom_audiences/1nmth/permissions': 1,
    'GET /promoted_tweets': 1,
    'GET /media_creatives': 1,
    'GET /line_item_curated_categories': 1,
    'GET /preroll_call_to_actions': 1,
    'GET /tracking_tags': 1,
    'GET /targeting_criteria': 3,
    'GET /promoted_accounts': 3,
    'GET /funding_instruments': 1,
    'GET /tweets': 1,
  });
  await expectEmptyPlan(bench);
});

/** Campaigns whose names follow no pattern, so that each has an entry of its own. */
const unlike = Array.from({ length: 210 }, (_, index) => ({
  id: `c${index}`,
  name: `generated.${(index * 7919) % 1009}`,
  entity_status: 'ACTIVE',
}));

test('a large account becomes several files, by the first word of the keys', async () => {
  const bench = await seededBench({ campaigns: unlike });
  await imported(bench);
  expect(readdirSync(join(bench.folder, 'live'))).toEqual([
    'account.yaml',
    'audiences.yaml',
    'campaigns-generated-2.yaml',
    'campaigns-generated-3.yaml',
    'campaigns-generated.yaml',
    // Few that share a word are in one.
    'campaigns-others.yaml',
  ]);
  expect(await bench.read('live/account.yaml')).toContain('limits: { active_campaigns: 8000 }');
  await expectEmptyPlan(bench);
  // Each file says enough to be read alone, with what the others declare out of scope.
  expect(await bench.adsync(['validate', 'live/account.yaml'])).toMatchObject({ code: 0 });
});

test('without a folder, a small account goes into campaigns.yaml and a large one into a folder of its own', async () => {
  const bench = await seededBench({ campaigns: unlike });
  await bench.write('work/.keep', '');
  expect((await bench.adsync(['import', us])).stdout).toContain('into 6 files in acme-us.');
  await expectEmptyPlan(bench, 'acme-us');
});
