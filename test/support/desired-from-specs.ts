import type { AccountLimits, DesiredDocument, DesiredResource } from '../../src/schemas/desired.ts';
import type { Values } from '../../src/schemas/values.ts';
import type { CampaignSpec, ItemSpec, WorldSpec } from './campaign-specs.ts';

/** The account that generated worlds live in. */
export const accountKey = 'acme';
const source = { file: 'campaigns.yaml', line: 1, column: 1 };
const home = { file: source.file };
const lifecycle = { preventDestroy: false, adopt: false, allowReplace: false, ignoreChanges: [] };

function resource(
  address: string,
  kind: string,
  parent: string | undefined,
  fields: Values,
  id?: string,
): DesiredResource {
  // Line items that run say that they reach everybody.
  const sets = kind === 'line_item' ? ['targeting_criterion'] : [];
  return { address, kind, accountKey, parent, id, fields, lifecycle, sets, source, home, fieldSources: {} };
}

/** The fields of a campaign, by wire name. */
export function campaignFields(spec: CampaignSpec): Values {
  return {
    name: spec.name,
    funding_instrument_id: spec.instrument,
    entity_status: spec.status,
    budget_optimization: spec.optimization,
    daily_budget_amount_local_micro: spec.daily,
    total_budget_amount_local_micro: spec.total,
  };
}

/** The fields of a line item, by wire name. */
export function itemFields(spec: ItemSpec): Values {
  const [start, end] = spec.flight ?? ['2026-12-01', '2026-12-31'];
  return {
    name: spec.name,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    start_time: `${start}T00:00:00Z`,
    end_time: `${end}T00:00:00Z`,
    entity_status: spec.status,
    daily_budget_amount_local_micro: spec.daily,
  };
}

/** The fields of a tracking tag, by wire name. */
export function tagFields(name: string): Values {
  return { tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: `https://example.com/${name}` };
}

function wordFields(word: string): Values {
  return { targeting_type: 'BROAD_KEYWORD', operator_type: 'EQ', targeting_value: word };
}

/** A document that declares the campaigns, as the reader of YAML would give it. */
export function documentFrom(
  accountId: string,
  campaigns: readonly CampaignSpec[],
  limits: Partial<AccountLimits> = {},
): DesiredDocument {
  const resources = campaigns.flatMap((campaign) => {
    const address = `${accountKey}/campaigns/${campaign.key}`;
    const items = campaign.items.flatMap((item) => {
      const itemAddress = `${address}/line_items/${item.key}`;
      const tags = item.tags.map((tag) =>
        resource(`${itemAddress}/tracking_tags/${tag}`, 'tracking_tag', itemAddress, tagFields(tag)),
      );
      const words = (item.words ?? []).map((word) =>
        resource(
          `${itemAddress}/targeting/BROAD_KEYWORD:EQ:${word}`,
          'targeting_criterion',
          itemAddress,
          wordFields(word),
        ),
      );
      return [resource(itemAddress, 'line_item', address, itemFields(item)), ...tags, ...words];
    });
    return [resource(address, 'campaign', accountKey, campaignFields(campaign)), ...items];
  });
  const allLimits: AccountLimits = {
    activeCampaigns: 200,
    count: 'active',
    lineItems: undefined,
    batch: { campaigns: 10, line_items: 10 },
    ...limits,
  };
  return {
    digest: 'sha256:0',
    accounts: [{ key: accountKey, id: accountId, limits: allLimits }],
    resources: [resource(accountKey, 'account', undefined, {}, accountId), ...resources],
    moved: [],
    removed: [],
    policy: {
      maxDeletes: { percent: 100 },
      maxUpdates: undefined,
      maxDailyBudget: undefined,
      maxDailyBudgetIncrease: undefined,
      maxBudgetFactor: Number.POSITIVE_INFINITY,
      maxBid: undefined,
      maxBidFactor: Number.POSITIVE_INFINITY,
      maxMemberRemovals: { percent: 100 },
      undoDrift: 'ask',
      forbid: [],
      flights: { maxDays: undefined, earliest: undefined, latest: undefined },
      freeze: [],
      names: {},
    },
    files: ['campaigns.yaml'],
    places: { files: [], folders: [], roots: [] },
  };
}

/** The limits of a world: room for what is there before and after, and its slack. */
export function limitsOf(spec: WorldSpec): AccountLimits {
  const campaigns = (ours: readonly CampaignSpec[]): number =>
    [...ours, ...spec.foreign].filter(({ status }) => spec.count === 'not_deleted' || status === 'ACTIVE')
      .length;
  const items = (ours: readonly CampaignSpec[]): number =>
    [...ours, ...spec.foreign]
      .flatMap((campaign) => campaign.items)
      .filter(({ status }) => status === 'ACTIVE').length;
  return {
    activeCampaigns: Math.max(campaigns(spec.before), campaigns(spec.after)) + spec.slack,
    count: spec.count,
    lineItems:
      spec.lineItemSlack === undefined
        ? undefined
        : Math.max(items(spec.before), items(spec.after)) + spec.lineItemSlack,
    batch: { campaigns: spec.batch, line_items: spec.batch },
  };
}
