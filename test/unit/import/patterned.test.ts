import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectEmptyPlan, imported, type Seed, seededBench } from './import-bench.ts';

const places: Readonly<Record<string, string>> = {
  US: '96683cc9126741d1',
  UK: '6416b8512febefc9',
  Germany: 'fdcd221ac44fa326',
  France: 'f3bfc7dcc928977f',
  Japan: '06ef846bfc783874',
};
const flight = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };

/** 400 campaigns that people named by season, market, goal and age, a line item with targeting and a tag in each. */
function patterned(): Seed {
  const ages = ['18-24', '25-34', '35-44', '45-54', '55+'];
  const all = Object.keys(places).flatMap((market, a) =>
    ['Spring', 'Summer', 'Autumn', 'Winter'].flatMap((season, b) =>
      ['Reach', 'Clicks', 'Views', 'Followers'].flatMap((goal, c) =>
        ages.map((age, d) => ({ market, season, goal, age, id: `${a}x${b}x${c}x${d}`, a, b, d })),
      ),
    ),
  );
  return {
    campaigns: all.map(({ id, market, season, goal, age, a, b, d }) => ({
      id: `c${id}`,
      name: `Acme US | ${season} | ${market} | ${goal} | ${age}`,
      entity_status: b === 0 ? 'ACTIVE' : 'PAUSED',
      // One in each market is an exception.
      daily_budget_amount_local_micro:
        (a + 1) * 10_000_000 + (b === 2 && goal === 'Views' && d === 3 ? 1 : 0),
    })),
    line_items: all.map(({ id, market, season, goal, age, d }) => ({
      id: `l${id}`,
      campaign_id: `c${id}`,
      name: `${market} ${goal} ${age} ${season}`,
      objective: 'WEBSITE_CLICKS',
      bid_strategy: 'MAX',
      bid_amount_local_micro: 900_000 + d * 50_000,
      entity_status: 'ACTIVE',
      ...flight,
    })),
    targeting_criteria: all.map(({ id, market }) => ({
      line_item_id: `l${id}`,
      targeting_type: 'LOCATION',
      targeting_value: places[market],
    })),
    tracking_tags: all.map(({ id, market, season }) => ({
      line_item_id: `l${id}`,
      tracking_tag_type: 'IMPRESSION_TAG',
      tracking_tag_url: `https://example.com/${market.toLowerCase()}?c=${season}`,
    })),
  };
}

test('400 campaigns with a naming pattern are one entry, all owned, and a plan is empty', async () => {
  const bench = await seededBench(patterned());
  const ran = await imported(bench);
  expect(ran.stdout).toContain('    401  campaigns\n      401  line_items\n');
  await expect(await bench.read('live/campaigns.yaml')).toMatchFileSnapshot('expected/patterned.yaml');
  await expectEmptyPlan(bench);
  // A record whose live value changes is found at its combination, and accepted there.
  const changed = (await bench.records('campaigns')).find(
    ({ name }) => name === 'Acme US | Winter | Japan | Views | 55+',
  );
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: changed?.['id'], set: { daily_budget_amount_local_micro: 7_000_000 } },
  ]);
  expect(await bench.adsync(['drift', '--accept', '--yes', 'live'])).toMatchObject({ code: 0 });
  expect(await bench.read('live/campaigns.yaml')).toContain(
    '- { season: winter, market: { key: japan, daily_budget: 7.00 }, goal: views, age: 55 }\n',
  );
  await expectEmptyPlan(bench);
});

test('what most line items have in common is said once, under defaults, but in a folder with other documents', async () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
  const seed = {
    campaigns: words.map((name) => ({ id: `c${name}`, name, daily_budget_amount_local_micro: 5_000_000 })),
    line_items: words.map((name, index) => ({
      id: `l${name}`,
      campaign_id: `c${name}`,
      name: `${name} clicks`,
      objective: index === 4 ? 'ENGAGEMENTS' : 'WEBSITE_CLICKS',
      ...flight,
    })),
  };
  const bench = await seededBench(seed);
  rmSync(join(bench.folder, 'campaigns.yaml'));
  await imported(bench);
  const text = await bench.read('live/campaigns.yaml');
  expect(
    text.slice(0, text.indexOf('accounts:')),
  ).toBe(`# yaml-language-server: $schema=../campaigns.schema.json
version: 1
defaults:
  campaign:
    funding_instrument: credit-card
  line_item:
    objective: WEBSITE_CLICKS
    product_type: PROMOTED_TWEETS
    placements: [ALL_ON_TWITTER]
`);
  // Keys do not say again what they stand under, and times are never a default.
  expect(text).toContain(`      alpha:
        name: alpha
        status: PAUSED
        daily_budget: 5.00
        standard_delivery: true
        line_items:
          clicks:
            name: alpha clicks
            start_time: 2026-12-01T00:00:00Z
`);
  await expectEmptyPlan(bench);

  const beside = await seededBench(seed);
  rmSync(join(beside.folder, 'campaigns.yaml'));
  await beside.write('other/campaigns.yaml', 'version: 1\naccounts: { acme-uk: { id: 18ce5uk0000 } }\n');
  await imported(beside);
  expect(await beside.read('live/campaigns.yaml')).not.toContain('defaults:');
  await expectEmptyPlan(beside, '.');
});

test('an import keeps the state and audience files out of git, and gives editors the schema', async () => {
  const bench = await seededBench({});
  const ran = await imported(bench, ['--key', 'acme']);
  expect(ran.stderr).toContain('wrote .gitignore\nwrote campaigns.schema.json\n');
  expect(await bench.read('.gitignore')).toBe(`# The state on your own disk.
.adsync/
# Members of audiences: people's addresses and numbers.
*.csv
`);
  expect(await bench.read('campaigns.schema.json')).toContain('"$ref": "#/definitions/Document"');
  expect(await bench.read('live/campaigns.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/campaigns\.schema\.json\nversion: 1\n/,
  );

  const other = await seededBench({});
  await other.write('.gitignore', '/.adsync\nnode_modules\n');
  const again = await imported(other);
  expect(again.stderr).toContain('exists .gitignore: add the line *.csv to it\n');
  expect(await other.read('.gitignore')).toBe('/.adsync\nnode_modules\n');
});

test('names that differ in nothing but case keep no others from becoming one entry', async () => {
  const tiers = ['high', 'low', 'mid', 'High'];
  const all = ['Spring', 'Summer'].flatMap((season, a) =>
    Object.keys(places).flatMap((market, b) =>
      tiers.flatMap((tier, c) =>
        [1, 2, 3].map((part) => ({ id: `${a}x${b}x${c}x${part}`, season, market, tier, part })),
      ),
    ),
  );
  // In some combinations only one of the two is there.
  const kept = all.filter(({ market, tier, part }) => market !== 'Japan' || tier !== 'high' || part > 1);
  const bench = await seededBench({
    campaigns: kept.map(({ id, season, market, tier, part }) => ({
      id: `c${id}`,
      name: `${season} ${market} / ${tier} ${part}`,
      daily_budget_amount_local_micro: 5_000_000,
    })),
  });
  await imported(bench);
  const text = await bench.read('live/campaigns.yaml');
  expect(text.match(/^ {6}\S+:$/gm)?.length).toBeLessThan(8);
  expect(text).toContain('- { key: high-1, name: High 1 }');
  await expectEmptyPlan(bench);
});
