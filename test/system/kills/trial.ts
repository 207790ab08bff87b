import { type Random, randomFrom } from '../../support/worlds/random.ts';

/** When a process is killed: so many milliseconds after it has told of so many events, or after its start. */
export interface Kill {
  readonly afterEvents: number;
  readonly thenMs: number;
}

export interface LineItemSpec {
  readonly name: string;
  readonly active: boolean;
  /** Addresses of its tracking tags. */
  readonly tags: readonly string[];
  /** The key of a declared post that it promotes. */
  readonly post: string | undefined;
}

export interface CampaignSpec {
  readonly name: string;
  readonly active: boolean;
  readonly dailyBudget: number;
  readonly items: readonly LineItemSpec[];
}

/** One trial, decided by its seed: what is declared, and when the runs that make it are killed. */
export interface KillTrial {
  readonly seed: number;
  readonly batch: number;
  readonly campaigns: readonly CampaignSpec[];
  readonly posts: readonly string[];
  /** One for each run that is killed, in their order. */
  readonly kills: readonly Kill[];
  /** Whether the next run comes at once, and has to wait until what was sent cannot arrive any more. */
  readonly atOnce: boolean;
  /** Whether a plan is made before each next run, to compare what both read. */
  readonly plansBetween: boolean;
}

const mostActive = 40;
const leastCampaigns = 60;
const moreCampaigns = 240;

/** The trial of a seed: 60 to 300 campaigns, with line items, targeting, tags and promoted posts. */
export function trialOf(seed: number): KillTrial {
  const random = randomFrom(seed * 7919 + 17);
  const posts = Array.from({ length: random.below(6) }, (_, index) => `p${index}`);
  // Small ones more often than large ones, so that many trials fit into an hour.
  const count =
    leastCampaigns + Math.floor((moreCampaigns * random.below(1000) * random.below(1000)) / 1_000_000);
  const campaigns = Array.from({ length: count }, (_, index) => campaignOf(random, index, posts));
  const changes = campaigns.length + campaigns.flatMap(({ items }) => items).length * 2 + posts.length;
  const kills = Array.from({ length: 1 + random.below(3) }, () => killOf(random, changes));
  return {
    seed,
    batch: random.pick([10, 10, 40]) ?? 10,
    campaigns,
    posts,
    kills,
    atOnce: random.chance(0.02),
    // Not by chance: few trials in a row would often have none.
    plansBetween: seed % 2 === 0,
  };
}

function campaignOf(random: Random, index: number, posts: readonly string[]): CampaignSpec {
  const active = index < mostActive && random.chance(0.5);
  const items = Array.from({ length: random.below(3) }, (_, item) => ({
    name: `Item ${item}`,
    active: random.chance(0.5),
    tags: random.chance(0.3) ? [`https://example.com/${index}/${item}`] : [],
    post: random.chance(0.2) ? random.pick(posts) : undefined,
  }));
  return { name: `Campaign ${index}`, active, dailyBudget: 1 + random.below(50), items };
}

function killOf(random: Random, changes: number): Kill {
  // Some while it starts, reads, and resolves what the last one left.
  if (random.chance(0.2)) return { afterEvents: 0, thenMs: random.below(600) };
  return { afterEvents: 1 + random.below(changes), thenMs: random.below(12) };
}

/** The document of a trial, as text. */
export function documentOf({ batch, campaigns, posts }: Omit<KillTrial, 'kills'>): string {
  const account = {
    id: '18ce54d4x5t',
    limits: { batch: { campaigns: batch, line_items: batch, targeting_criteria: batch } },
    funding_instruments: { credit: { id: 'hxtet' } },
    posts: Object.fromEntries(
      posts.map((key) => [key, { as_user_id: '756201191646691328', text: `Text ${key}`, name: key }]),
    ),
    campaigns: Object.fromEntries(campaigns.map((campaign, index) => [`c${index}`, campaignEntry(campaign)])),
  };
  return JSON.stringify({ version: 1, accounts: { 'acme-us': account } });
}

function campaignEntry({ name, active, dailyBudget, items }: CampaignSpec): object {
  return {
    name,
    funding_instrument: 'credit',
    daily_budget: dailyBudget,
    status: statusOf(active),
    line_items: Object.fromEntries(items.map((item, index) => [`i${index}`, itemEntry(item)])),
  };
}

function itemEntry({ name, active, tags, post }: LineItemSpec): object {
  return {
    name,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    bid_strategy: 'MAX',
    bid_amount: 1.2,
    start_time: '2027-12-01T00:00:00Z',
    end_time: '2027-12-31T00:00:00Z',
    status: statusOf(active),
    targeting: [{ type: 'LOCATION', value: '96683cc9126741d1' }],
    promoted_posts: post === undefined ? [] : [{ post }],
    tracking_tags: Object.fromEntries(
      tags.map((url, index) => [`t${index}`, { type: 'IMPRESSION_TAG', url }]),
    ),
  };
}

export function statusOf(active: boolean): string {
  return active ? 'ACTIVE' : 'PAUSED';
}
