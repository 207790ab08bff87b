import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';
import { type Seed, us, withAccount } from './import-bench.ts';

const author = '756201191646691328';
const flight = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };
const name = fc.oneof(
  fc.constantFrom('Sale', 'sale', 'Sale 2', 'null', '007', '${x}', 'a: b', '日本語', "it's", '- x'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== ''),
);
const micro = fc.integer({ min: 1, max: 90_000_000 });
const status = fc.constantFrom('ACTIVE', 'PAUSED', 'DRAFT');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

const criterion = fc.constantFrom(
  { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' },
  { targeting_type: 'BROAD_KEYWORD', targeting_value: 'spring sale' },
  { targeting_type: 'BROAD_KEYWORD', targeting_value: 'free', operator_type: 'NE' },
  { targeting_type: 'AGE', targeting_value: 'AGE_25_TO_49' },
  { targeting_type: 'CUSTOM_AUDIENCE', targeting_value: '1nmth' },
  { targeting_type: 'CUSTOM_AUDIENCE', targeting_value: 'a0' },
  { targeting_type: 'PLATFORM', targeting_value: '0' },
);
const lineItem = fc.record({
  name: maybe(name),
  objective: fc.constantFrom('ENGAGEMENTS', 'WEBSITE_CLICKS', 'VIDEO_VIEWS', 'SOMETHING_NEW'),
  entity_status: status,
  flight: fc.constantFrom(flight, {}),
  bid_amount_local_micro: maybe(micro),
  daily_budget_amount_local_micro: maybe(micro),
  ios_app_store_identifier: maybe(fc.constant('333903271')),
  deleted: fc.constantFrom(false, false, false, true),
  targeting: fc.array(criterion, { maxLength: 4 }),
  posts: fc.subarray(['1166476031668015104', '1166476031668015106', '7000', '7001', '99']),
  tags: fc.array(fc.constantFrom('https://example.com/i', 'https://example.com/a,b}', 'nowhere'), {
    maxLength: 3,
  }),
});
const campaign = fc.record({
  name,
  entity_status: status,
  budget_optimization: fc.constantFrom('CAMPAIGN', 'LINE_ITEM'),
  total_budget_amount_local_micro: maybe(micro),
  purchase_order_number: maybe(fc.constantFrom('PO-77', '0077', 'null')),
  deleted: fc.constantFrom(false, false, false, true),
  items: fc.array(lineItem, { maxLength: 3 }),
});
const world = fc.record({
  campaigns: fc.array(campaign, { maxLength: 4 }),
  audiences: fc.array(
    fc.record({
      name,
      description: maybe(name),
      audience_type: fc.constantFrom('CRM', 'FLEXIBLE', 'MOBILE_AUDIENCE', 'UNHEARD_OF'),
      deleted: fc.constantFrom(false, false, true),
    }),
    { maxLength: 4 },
  ),
  posts: fc.array(fc.record({ text: name, name: maybe(name), card: fc.boolean() }), {
    minLength: 2,
    maxLength: 2,
  }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The records of a world, with ids that tell what they are. */
function seedOf({ campaigns, audiences, posts }: World): Seed {
  const items = campaigns.flatMap((each, index) =>
    each.items.map((item, number) => ({ ...item, campaign_id: `c${index}`, id: `l${index}n${number}` })),
  );
  return {
    cards: [{ id: '1503831318555000042', name: 'Card' }],
    tweets: posts.map(({ card, ...each }, index) => ({
      id: `700${index}`,
      user_id: author,
      ...(card && { card_uri: 'card://1503831318555000042' }),
      ...each,
    })),
    custom_audiences: audiences.map((each, index) => ({ id: `a${index}`, ...each })),
    campaigns: campaigns.map(({ items: _items, ...each }, index) => ({ id: `c${index}`, ...each })),
    line_items: items.map(
      ({ targeting: _targeting, posts: _posts, tags: _tags, flight: times, ...each }) => ({
        ...times,
        ...each,
      }),
    ),
    targeting_criteria: items.flatMap(({ id, targeting }) =>
      targeting.map((each) => ({ line_item_id: id, ...each })),
    ),
    promoted_tweets: items.flatMap((item) =>
      item.posts.map((tweet) => ({ line_item_id: item.id, tweet_id: tweet })),
    ),
    tracking_tags: items.flatMap(({ id, tags }) =>
      tags.map((url) => ({ line_item_id: id, tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: url })),
    ),
  };
}

test('whatever is live, an import gives a document with an empty plan, writes nothing, and is refused the second time', async () => {
  const bench = await createBench();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(world, async (each) => {
      round += 1;
      const folder = `live-${round}`;
      const own = { env: { ADSYNC_STATE: `sqlite:state-${round}.db` } };
      await bench.control('POST', 'reset');
      await bench.control('POST', 'seed', withAccount(seedOf(each)));
      const ran = await bench.adsync(['import', us, '-o', folder], own);
      expect(ran.stderr).not.toContain('error');
      expect(ran.code).toBe(0);
      // One by each name is adopted; another by the same name can be told from it by its id only.
      const names = each.campaigns.filter((one) => !one.deleted && one.entity_status !== 'DRAFT');
      const adopted = new Set(['Evergreen', ...names.map((one) => one.name)]).size;
      expect(ran.stdout).toMatch(new RegExp(`^ +${adopted}  campaigns$`, 'm'));
      const plan = await bench.adsync(['plan', '--detailed-exitcode', folder], own);
      expect(plan.stdout + plan.stderr).toContain('Nothing to change');
      expect(plan.code).toBe(0);
      expect((await bench.adsync(['fmt', '--check', folder], own)).stdout).toBe('');
      expect((await bench.adsync(['import', us, '-o', `${folder}-again`], own)).code).toBe(1);
      expect(await bench.writes()).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
