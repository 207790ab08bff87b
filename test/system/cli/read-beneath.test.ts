import { expect, test } from 'vitest';
import { type BenchWithOthers, benchWithOthers } from './world-of-others.ts';

const sale = 'acme-us/campaigns/sale';
const clicks = `${sale}/line_items/clicks`;
const postOfOthers = '1166476031668015104';

const clicksLines = `        line_items:
          clicks:
            name: Clicks
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: MAX
            bid_amount: 1.20
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
`;

interface Told {
  /** The funding instrument of the first campaign. */
  readonly funding?: string;
  readonly budget?: number;
  /** The campaign that has the line item. */
  readonly holder?: 'sale' | 'other';
}

/** A campaign with a line item that is targeted, and one without. */
function document({ funding = 'credit', budget = 55, holder = 'sale' }: Told = {}): string {
  const campaign = (key: string, fields: string): string =>
    `      ${key}:\n        name: ${key}\n        status: ACTIVE\n${fields}${key === holder ? clicksLines : ''}`;
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet }, second: { id: fnd2 } }
    campaigns:
${campaign('sale', `        funding_instrument: ${funding}\n        daily_budget: ${budget}\n`)}${campaign('other', '        funding_instrument: credit\n        daily_budget: 5\n')}`;
}

async function applied(text = document()): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(text, {
    funding_instruments: [{ id: 'fnd2', account_id: '18ce54d4x5t', currency: 'USD' }],
  });
  const { code, stdout, stderr } = await bench.adsync(['apply', '--yes']);
  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  return bench;
}

/** Somebody promotes a post in the line item. */
async function promote(bench: BenchWithOthers): Promise<void> {
  const promoted = {
    account_id: '18ce54d4x5t',
    line_item_id: await bench.idOf('line_items', 'Clicks'),
    tweet_id: postOfOthers,
  };
  await bench.seed({ promoted_tweets: [promoted] });
}

/** What the command lists, each path's last part, in the order of the alphabet; whom it speaks for is no list. */
async function listed(bench: BenchWithOthers, argv: readonly string[]): Promise<readonly string[]> {
  const before = (await bench.requests()).length;
  await bench.adsync(argv);
  return (await bench.requests())
    .slice(before)
    .map((request) => request.split('/').at(-1) ?? '')
    .filter((name) => name !== 'authenticated_user_access')
    .sort();
}

const usual = ['campaigns', 'funding_instruments', 'line_items', 'targeting_criteria'];
const beneathLineItems = [
  'line_item_curated_categories',
  'media_creatives',
  'preroll_call_to_actions',
  'promoted_accounts',
  'promoted_tweets',
  'tracking_tags',
];

test('a campaign that is paid from elsewhere is made anew without consent where nobody else has anything there', async () => {
  const bench = await applied();
  await bench.write('campaigns.yaml', document({ funding: 'second' }));

  const { code, stdout } = await bench.adsync(['apply', '--yes']);

  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
  expect(stdout).not.toContain('not known');
});

test('what somebody has in its line item is named', async () => {
  const bench = await applied();
  await promote(bench);
  await bench.write('campaigns.yaml', document({ funding: 'second' }));

  const { code, stdout } = await bench.adsync(['plan']);

  expect(code).toBe(4);
  expect(stdout).toMatch(/would take along .*; beneath it: promoted post \w+\n/);
  expect(stdout).toContain(`--take-along ${clicks}`);
  expect(stdout).not.toContain('not known');
});

test('so where somebody deleted the campaign', async () => {
  const bench = await applied();
  await promote(bench);
  await bench.outside('campaigns', 'sale', { deleted: true });

  const { stdout } = await bench.adsync(['plan', '--undo-drift', sale]);

  expect(stdout).toMatch(/would take along .*; beneath it: promoted post \w+\n/);
  expect(stdout).not.toContain('not known');
});

test('so where the state moved the line item to another campaign', async () => {
  const bench = await applied();
  await promote(bench);
  const to = 'acme-us/campaigns/other/line_items/clicks';
  expect(await bench.adsync(['state', 'mv', clicks, to])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', document({ holder: 'other' }));

  const { stdout } = await bench.adsync(['plan']);

  expect(stdout).toMatch(/would take along .*; beneath it: promoted post \w+\n/);
  expect(stdout).not.toContain('not known');
});

const flexible = (days: number): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences:
      seen: { name: Seen }
      bought: { name: Bought }
      lapsed:
        name: Lapsed
        type: FLEXIBLE
        lifecycle: { allow_replace: true }
        segments: { boolean_operator: AND, child_segments: [{ audience: seen, lookback_window: ${days} }, { audience: bought, negate: true }] }
`;

test('an audience that is made of others is made anew without consent where it is shared with nobody', async () => {
  const bench = await applied(flexible(30));
  await bench.write('campaigns.yaml', flexible(7));

  const reading = await listed(bench, ['plan']);
  const { code, stdout } = await bench.adsync(['plan']);

  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
  expect(reading).toEqual(['custom_audiences', 'line_items', 'permissions', 'targeting_criteria']);
});

test('what stands beneath what goes is read, once a kind, and elsewhere nothing more is', async () => {
  const bench = await applied();

  expect(await listed(bench, ['plan'])).toEqual(usual);
  await bench.write('campaigns.yaml', document({ budget: 60 }));
  expect(await listed(bench, ['plan'])).toEqual(usual);
  await bench.write('campaigns.yaml', document({ funding: 'second' }));
  // The targeting of others, too, which may name the campaign.
  expect(await listed(bench, ['plan'])).toEqual([...usual, ...beneathLineItems, 'targeting_criteria'].sort());
  await bench.outside('campaigns', 'sale', { deleted: true });
  await bench.write('campaigns.yaml', document());
  // The campaign that the list does not show is asked for by its id.
  expect(await listed(bench, ['plan'])).toEqual([...usual, ...beneathLineItems, 'campaigns'].sort());
});

test('a saved plan that makes a campaign anew is read for in the same way', async () => {
  const bench = await applied();
  await bench.outside('campaigns', 'sale', { deleted: true });
  await bench.adsync(['plan', '--undo-drift', sale, '-o', 'plan.json']);

  const { code, stdout, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
});
