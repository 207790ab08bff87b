import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allKinds } from '../../../src/schemas/registry.ts';
import { createBench } from '../../system/cli/harness.ts';
import { expectEmptyPlan, imported, seededBench, us } from './import-bench.ts';

const examples = join(import.meta.dirname, '../../../examples');
const flight = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };

test('an account made by examples/campaigns.yaml is written as a user would write it', async () => {
  const bench = await createBench();
  for (const file of ['campaigns.yaml', 'buyers.csv'])
    await bench.write(`own/${file}`, readFileSync(join(examples, file), 'utf8'));
  const own = { env: { ADSYNC_STATE: 'sqlite:own.db' } };
  expect(await bench.adsync(['apply', '--yes', 'own'], own)).toMatchObject({ code: 0 });
  const before = await bench.writes();

  const ran = await imported(bench);
  expect(await bench.writes()).toEqual(before);
  await expect(await bench.read('live/campaigns.yaml')).toMatchFileSnapshot('expected/example.yaml');
  await expect(ran.stdout).toMatchFileSnapshot('expected/example.txt');
  await expectEmptyPlan(bench);
});

const everyKind = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    audiences:
      buyers: { name: Buyers, shared_with: { acme-uk: READ_ONLY } }
    media: { long: { media_key: 7_1191948012077092998, name: Long clip } }
    cards:
      hero:
        name: Hero
        components:
          - { type: MEDIA, media_key: { media: long } }
          - { type: DETAILS, title: 3wpx, destination: { type: WEBSITE, url: https://example.com } }
    poll_cards:
      colour: { name: Colour, first_choice: Red, second_choice: Blue, duration_in_minutes: 1440 }
    video_conversation_cards:
      talk: { name: Same, title: Pick one, first_cta: "#spring", first_cta_tweet: Mine, thank_you_text: Thanks, media_key: 13_1191948012077092867 }
    image_conversation_cards:
      talk-2: { name: Same, title: Pick one, first_cta: "#spring", first_cta_tweet: Mine, thank_you_text: Thanks, media_key: 3_1191948012077092869 }
    posts:
      hero: { as_user_id: "756201191646691328", text: A hero, card: hero, name: Hero }
      poll: { as_user_id: "756201191646691328", text: A poll, card: colour }
      talk: { as_user_id: "756201191646691328", text: A talk, card: talk }
      picture: { as_user_id: "756201191646691328", text: A picture, card: talk-2, media_keys: [3_1191948012077092869] }
    campaigns:
      sale:
        name: Sale
        funding_instrument: credit
        daily_budget: 5
        line_items:
          posts:
            name: Posts
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            promoted_posts: [hero, poll, talk, picture]
            targeting:
              - { type: LOCATION, value: 96683cc9126741d1 }
              - { type: CAMPAIGN_ENGAGEMENT, value: { campaign: follow } }
            tracking_tags: { seen: { type: IMPRESSION_TAG, url: https://example.com/i } }
      preroll:
        name: Preroll
        funding_instrument: credit
        daily_budget: 5
        line_items:
          preroll:
            name: Preroll
            objective: PREROLL_VIEWS
            product_type: MEDIA
            placements: [ALL_ON_TWITTER]
            categories: [IAB3, IAB13, IAB21]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            media_creatives: { spot: { account_media: { id: 3wpx } } }
            curated_categories: [gh8nnwxtq0ao]
            preroll_call_to_actions: { shop: { call_to_action: SHOP, call_to_action_url: https://example.com/shop } }
      follow:
        name: Follow
        funding_instrument: credit
        daily_budget: 5
        line_items:
          followers:
            name: Followers
            objective: FOLLOWERS
            product_type: PROMOTED_ACCOUNT
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            promoted_accounts: ["756201191646691328"]
  acme-uk: { id: 18ce5uk0000 }
`;

test('every kind that a list shows is imported, and the plan after it is empty', async () => {
  const bench = await createBench(everyKind);
  const own = { env: { ADSYNC_STATE: 'sqlite:own.db' } };
  expect(await bench.adsync(['apply', '--yes', '-q'], own)).toMatchObject({ code: 0, stderr: '' });
  await imported(bench);
  await expect(await bench.read('live/campaigns.yaml')).toMatchFileSnapshot('expected/every-kind.yaml');
  await expectEmptyPlan(bench);
  const text = await bench.read('live/campaigns.yaml');
  const sections = new Set(Array.from(text.matchAll(/^ +([a-z_]+):/gm), ([, name]) => name));
  const absent = allKinds
    .filter(({ operations, section }) => operations.list !== undefined && !sections.has(section))
    .map(({ name }) => name);
  // Nothing refers to them, nor are they what an account is made of.
  expect(absent).toEqual(['draft_post', 'scheduled_post']);
});

test('what was adopted is destroyed, and what is only named by its id stays', async () => {
  const bench = await seededBench({
    campaigns: [{ id: 'c1', name: 'Sale' }],
    line_items: [{ id: 'l1', campaign_id: 'c1', name: 'Clicks', objective: 'ENGAGEMENTS', ...flight }],
    promoted_tweets: [{ line_item_id: 'l1', tweet_id: '1166476031668015104' }],
  });
  await imported(bench);
  const { code, stderr } = await bench.adsync(['destroy', '--yes', 'live', '--take-along', 'acme-us']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await bench.records('campaigns')).toEqual([]);
  expect(await bench.records('promoted_tweets')).toEqual([]);
  expect((await bench.records('tweets')).length).toBeGreaterThan(0);
  expect((await bench.records('funding_instruments')).map(({ id }) => id)).toContain('hxtet');
});

const hostileNames = [
  '"quotes" and \'more\'',
  'two\nlines',
  'emoji 🎉 and 日本語',
  '日本語',
  '${var.season}',
  '$${x}',
  '007',
  'null',
  '~',
  'true',
  '1e3',
  '0x1F',
  '.inf',
  ' blank around ',
  'tab\there',
  'line\u2028separator',
  '- dash',
  '# hash',
  'a: b',
  '[x]',
  '{y}',
  '!tag',
  '&anchor',
  '*alias',
  '%YAML 1.1',
  '@at',
  '`tick',
  '<<',
  '---',
  'back\\slash',
  'constructor',
  '__proto__',
  'n'.repeat(255),
  '😀'.repeat(255),
];

test('names of any characters are read back as they are', async () => {
  const bench = await seededBench({
    campaigns: hostileNames.map((name) => ({ name, daily_budget_amount_local_micro: 1_230_001 })),
    custom_audiences: hostileNames.map((name) => ({ name, description: name, audience_type: 'CRM' })),
  });
  await imported(bench);
  await expectEmptyPlan(bench);
  // One that is renamed on the platform is seen, so that each name is compared.
  const [first] = await bench.records('campaigns');
  await bench.control('POST', 'mutate', [
    { collection: 'campaigns', id: first?.['id'], set: { name: 'Renamed' } },
  ]);
  expect(await bench.adsync(['plan', '--detailed-exitcode', 'live'])).toMatchObject({ code: 2 });
});

test('what no document can own is named by its id, left alone, or left out, and said so', async () => {
  const bench = await seededBench({
    campaigns: [
      { id: 'c1', name: 'Twin' },
      { id: 'c2', name: 'Twin' },
      { id: 'c3', name: 'Draft', entity_status: 'DRAFT' },
      { id: 'c4', name: 'Active', entity_status: 'ACTIVE' },
    ],
    line_items: [
      { id: 'l1', campaign_id: 'c1', name: 'No flight' },
      { id: 'l2', campaign_id: 'c4', name: 'Everybody', entity_status: 'ACTIVE', ...flight },
      { id: 'l3', campaign_id: 'c4', name: 'Twice', ...flight },
      { id: 'l4', campaign_id: 'c4', name: 'New sort', ...flight },
      { id: 'l5', campaign_id: 'c4', name: 'App', ios_app_store_identifier: '333903271', ...flight },
    ],
    targeting_criteria: [
      { line_item_id: 'l3', targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' },
      { line_item_id: 'l3', targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' },
      { line_item_id: 'l4', targeting_type: 'TELEPATHY', targeting_value: 'strong' },
      { line_item_id: 'l5', targeting_type: 'PLATFORM', targeting_value: '0' },
    ],
    tracking_tags: [
      { line_item_id: 'l3', tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: 'https://example.com/i' },
      { line_item_id: 'l3', tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: 'https://example.com/i' },
    ],
    tweets: [
      { id: '7001', user_id: '756201191646691328', name: 'Twin', text: 'One' },
      { id: '7002', user_id: '756201191646691328', name: 'Twin', text: 'Two' },
      { id: '7003', user_id: '756201191646691328', text: 'One' },
      { id: '7004', user_id: '756201191646691328', text: 'Nobody refers to this' },
    ],
    promoted_tweets: ['99', '7001', '7002', '7003'].map((tweet_id) => ({ line_item_id: 'l3', tweet_id })),
    custom_audiences: [
      { id: 'a1', name: 'Flexible', audience_type: 'FLEXIBLE' },
      { id: 'a2', name: 'Theirs', account_id: '18ce5uk0000' },
      { id: 'a3', name: 'Gone', deleted: true },
    ],
    audience_permissions: [{ custom_audience_id: 'a2', account_id: '18ce5uk0000', granted_account_id: us }],
  });
  await imported(bench);
  await expect(await bench.read('live/campaigns.yaml')).toMatchFileSnapshot('expected/limits.yaml');
  await expectEmptyPlan(bench);
});

test('a line item without a flight is owned: it takes changes, and null is never sent', async () => {
  const bench = await seededBench({
    campaigns: [{ id: 'c1', name: 'Old' }],
    line_items: [{ id: 'l1', campaign_id: 'c1', name: 'Endless', entity_status: 'PAUSED' }],
  });
  await imported(bench);
  const text = await bench.read('live/campaigns.yaml');
  expect(text).toContain('start_time: null\n            end_time: null\n');

  await bench.write('live/campaigns.yaml', text.replace('name: Endless', 'name: Endless again'));
  expect(await bench.adsync(['apply', '--yes', 'live'])).toMatchObject({ code: 0 });
  expect(await bench.records('line_items')).toContainEqual(
    expect.objectContaining({ id: 'l1', name: 'Endless again' }),
  );
  // Somebody gives it an end: that is drift, and nothing takes it away.
  await bench.control('POST', 'mutate', [
    { collection: 'line_items', id: 'l1', set: { end_time: '2027-01-01T00:00:00Z' } },
  ]);
  const refused = await bench.adsync(['plan', 'live']);
  expect(refused).toMatchObject({ code: 4 });
  expect(refused.stdout + refused.stderr).toContain(
    'end_time cannot be unset, and is 2027-01-01T00:00:00Z on the platform',
  );
  expect(await bench.adsync(['drift', '--accept', '--yes', 'live'])).toMatchObject({ code: 0 });
  expect(await bench.read('live/campaigns.yaml')).toContain('end_time: 2027-01-01T00:00:00Z');
  await expectEmptyPlan(bench);
  // Deleted outside, it would be made anew, which needs a start.
  await bench.control('POST', 'mutate', [{ collection: 'line_items', id: 'l1', set: { deleted: true } }]);
  const gone = await bench.adsync(['plan', 'live', '--undo-drift', 'acme-us']);
  expect(gone).toMatchObject({ code: 4 });
  expect(gone.stdout + gone.stderr).toContain('a new line item needs start_time');
});
