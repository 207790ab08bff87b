import type { DesiredDocument, DesiredResource } from '../../../src/schemas/desired.ts';
import type { Value, Values } from '../../../src/schemas/values.ts';
import { consistent, type Wanted } from './edited.ts';
import { flights, type WholeCampaign, type WholeItem, type WholeSpec } from './whole-spec.ts';

export const wholeAccount = '18ce54d4x5t';
export const daily = 'daily_budget_amount_local_micro';
export const total = 'total_budget_amount_local_micro';
export const bid = 'bid_amount_local_micro';

/** Fields by wire name without those that the document does not give. */
function given(fields: Readonly<Record<string, Value | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([wire, value]) => (value === undefined ? [] : [[wire, value]])),
  );
}

/** The fields of a campaign, by wire name. */
export function wholeCampaignFields(campaign: WholeCampaign): Values {
  return given({
    name: campaign.name,
    funding_instrument_id: campaign.instrument,
    entity_status: campaign.status,
    budget_optimization: campaign.optimization,
    [daily]: campaign.daily,
    [total]: campaign.total,
  });
}

/** The fields of a line item, by wire name. */
export function wholeItemFields(item: WholeItem): Values {
  const [start, end = null] = flights[item.flight] ?? [];
  return given({
    name: item.name,
    objective: item.objective,
    product_type: 'PROMOTED_TWEETS',
    placements: [item.placement],
    start_time: start,
    end_time: end,
    entity_status: item.status,
    bid_strategy: item.bid === undefined ? undefined : 'MAX',
    [bid]: item.bid,
    [daily]: item.daily,
    [total]: item.total,
  });
}

/** The fields of a targeting criterion for a word, by wire name. */
export function wordFields(word: string): Values {
  return { targeting_type: 'BROAD_KEYWORD', operator_type: 'EQ', targeting_value: word };
}

type Rest = Partial<Pick<DesiredResource, 'id' | 'sets' | 'lifecycle'>> & { readonly file?: string };

function resource(
  address: string,
  kind: string,
  parent: string | undefined,
  fields: Values,
  { file = 'a.yaml', ...rest }: Rest = {},
): DesiredResource {
  const source = { file, line: 1, column: 1 };
  const handling = { lifecycle: lifecycle([], false), sets: [], id: undefined, ...rest };
  const place = { source, home: { file }, fieldSources: {} };
  return { address, kind, accountKey: 'acme', parent, fields, ...place, ...handling };
}

function lifecycle(ignoreChanges: readonly string[], allowReplace: boolean): DesiredResource['lifecycle'] {
  return { preventDestroy: false, adopt: false, allowReplace, ignoreChanges };
}

function resourcesOf(campaign: WholeCampaign): readonly DesiredResource[] {
  const { file } = campaign;
  const address = `acme/campaigns/${campaign.key}`;
  const items = campaign.items.flatMap((item) => {
    const at = `${address}/line_items/${item.key}`;
    const handling = lifecycle(item.ignored, item.allowReplace);
    const members = item.words.map((word) =>
      resource(`${at}/targeting/BROAD_KEYWORD:EQ:${word}`, 'targeting_criterion', at, wordFields(word), {
        file,
      }),
    );
    const tags = item.tags.map((tag) =>
      resource(
        `${at}/tracking_tags/${tag}`,
        'tracking_tag',
        at,
        { tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: `https://example.com/${tag}` },
        { file },
      ),
    );
    const sets = ['targeting_criterion'];
    return [
      resource(at, 'line_item', address, wholeItemFields(item), { file, sets, lifecycle: handling }),
      ...members,
      ...tags,
    ];
  });
  const handling = lifecycle(campaign.ignored, campaign.allowReplace);
  return [
    resource(address, 'campaign', 'acme', wholeCampaignFields(campaign), { file, lifecycle: handling }),
    ...items,
  ];
}

/** The document as the reader of YAML would give it; of one file alone where `onlyFileA`. */
export function wholeDocument(
  { campaigns, moved }: Wanted,
  spec: Pick<WholeSpec, 'activeLimit' | 'batch' | 'maxDaily'>,
  onlyFileA = false,
): DesiredDocument {
  const own = campaigns.map(consistent).filter(({ file }) => !onlyFileA || file === 'a.yaml');
  const source = { file: 'a.yaml', line: 1, column: 1 };
  const batch = { campaigns: spec.batch, line_items: spec.batch, targeting_criteria: spec.batch };
  return {
    digest: 'sha256:0',
    accounts: [
      {
        key: 'acme',
        id: wholeAccount,
        limits: { activeCampaigns: spec.activeLimit, count: 'active', lineItems: undefined, batch },
      },
    ],
    resources: [
      resource('acme', 'account', undefined, {}, { id: wholeAccount }),
      ...own.flatMap(resourcesOf),
    ],
    moved: moved.map(([from, to]) => ({ from, to, source })),
    removed: [],
    policy: { ...lenient, maxDailyBudget: spec.maxDaily },
    files: onlyFileA ? ['a.yaml'] : ['a.yaml', 'b.yaml'],
    places: { files: [], folders: [], roots: [] },
  };
}

const lenient: DesiredDocument['policy'] = {
  maxDeletes: { percent: 100 },
  maxUpdates: undefined,
  maxDailyBudget: undefined,
  maxDailyBudgetIncrease: undefined,
  maxBudgetFactor: Number.POSITIVE_INFINITY,
  maxBid: undefined,
  maxBidFactor: Number.POSITIVE_INFINITY,
  maxMemberRemovals: { percent: 30 },
  undoDrift: 'ask',
  forbid: [],
  flights: { maxDays: undefined, earliest: undefined, latest: undefined },
  freeze: [],
  names: {},
};
