import { z } from 'zod';
import type { Resource } from '../engine/resource.ts';
import { campaigns } from '../resources/campaigns.ts';
import { authorFor } from '../resources/creatives/post-fields.ts';
import { tweets } from '../resources/creatives/tweets.ts';
import { lineItems } from '../resources/line-items.ts';
import { promotedTweets } from '../resources/promoted-tweets.ts';
import { targetingCriteria } from '../resources/targeting-criteria.ts';
import { trackingTags } from '../resources/tracking-tags.ts';
import type { Fields } from '../value.ts';
import type { World } from '../world/world.ts';
import { accountOf, firstIn } from './seed.ts';

const count = z.int().min(0).max(1_000_000);

export const generateSchema = z.strictObject({
  account_id: z.string(),
  campaigns: count,
  line_items_per_campaign: z.int().min(0).max(100).default(0),
  tracking_tags_per_line_item: z.int().min(0).max(100).default(0),
  targeting_per_line_item: z.int().min(0).max(1000).default(0),
  promoted_tweets_per_line_item: z.int().min(0).max(50).default(0),
  /** Which share of the campaigns, spread evenly, is ACTIVE with its line items; the rest is PAUSED. */
  active_share: z.number().min(0).max(1).default(0),
});

export type Generate = z.infer<typeof generateSchema>;

/** Adds bulk data without asking any limit: the same records for the same input. Returns how many of each there are. */
export function generate(world: World, wanted: Generate): Readonly<Record<string, number>> {
  const accountId = accountOf(world, wanted.account_id);
  const funding = firstIn(world, 'funding_instruments', accountId);
  const items = wanted.line_items_per_campaign;
  const below = { ...wanted, tweets: tweetsFor(world, accountId, wanted.promoted_tweets_per_line_item) };
  for (let number = 1; number <= wanted.campaigns; number += 1) {
    const active = Math.floor(number * wanted.active_share) > Math.floor((number - 1) * wanted.active_share);
    const status = active ? 'ACTIVE' : 'PAUSED';
    const campaign = add(world, campaigns, accountId, {
      name: `Generated ${String(number).padStart(6, '0')}`,
      funding_instrument_id: funding,
      entity_status: status,
      daily_budget_amount_local_micro: 10_000_000 + (number % 50) * 1_000_000,
    });
    for (let item = 1; item <= items; item += 1)
      addItem(world, accountId, { campaign, item, status, ...below });
  }
  const lines = wanted.campaigns * items;
  return {
    campaigns: wanted.campaigns,
    line_items: lines,
    tracking_tags: lines * wanted.tracking_tags_per_line_item,
    targeting_criteria: lines * wanted.targeting_per_line_item,
    promoted_tweets: lines * wanted.promoted_tweets_per_line_item,
  };
}

/** Posts to promote: always the same few, shared by all line items. */
function tweetsFor(world: World, accountId: string, wanted: number): readonly string[] {
  return Array.from({ length: wanted }, (_, index) =>
    add(world, tweets, accountId, {
      text: `Generated post ${index + 1} https://example.com/${index + 1}`,
      as_user_id: authorFor(world, accountId),
    }),
  );
}

interface Item extends Generate {
  readonly campaign: string;
  readonly item: number;
  readonly status: string;
  readonly tweets: readonly string[];
}

function addItem(world: World, accountId: string, wanted: Item): void {
  const { campaign, item, status, tweets: promoted } = wanted;
  const lineItem = add(world, lineItems, accountId, {
    campaign_id: campaign,
    name: `Generated line item ${item}`,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    entity_status: status,
  });
  for (let number = 1; number <= wanted.targeting_per_line_item; number += 1)
    add(world, targetingCriteria, accountId, { line_item_id: lineItem, ...criterion(number) });
  for (const tweet of promoted)
    add(world, promotedTweets, accountId, { line_item_id: lineItem, tweet_id: tweet });
  for (let tag = 1; tag <= wanted.tracking_tags_per_line_item; tag += 1) {
    add(world, trackingTags, accountId, {
      line_item_id: lineItem,
      tracking_tag_type: 'IMPRESSION_TAG',
      tracking_tag_url: `https://example.com/i/${tag}`,
    });
  }
}

/** A country first, then keywords. */
function criterion(number: number): Fields {
  return number === 1
    ? { targeting_type: 'LOCATION', targeting_value: '96683cc9126741d1' }
    : { targeting_type: 'BROAD_KEYWORD', targeting_value: `generated ${number}` };
}

function add(world: World, resource: Resource, accountId: string, fields: Fields): string {
  const now = world.clock.stamp();
  const after = { ...resource.blank(world), account_id: accountId, ...fields };
  const completed = resource.complete({ world, accountId, before: undefined, after, given: new Map() });
  const id = world.ids.next(resource.collection);
  world.store.put(resource.collection, {
    ...completed,
    id,
    created_at: now,
    updated_at: now,
    deleted: false,
  });
  return id;
}
