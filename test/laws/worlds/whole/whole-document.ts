import type { DesiredDocument, DesiredResource } from '../../../../src/schemas/desired.ts';
import type { Home } from '../../../../src/schemas/home.ts';
import type { Value, Values } from '../../../../src/schemas/values.ts';
import { consistent, type Wanted } from './edited.ts';
import { allFiles, filesRead, otherProject, ownProject, readOf } from './whole-files.ts';
import {
  flights,
  type OtherProject,
  type WholeCampaign,
  type WholeItem,
  type WholeSpec,
} from './whole-spec.ts';

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

type Rest = Partial<Pick<DesiredResource, 'id' | 'sets' | 'lifecycle'>> & { readonly home?: Home };

const inFileA: Home = { project: ownProject, file: 'a.yaml' };

function resource(
  address: string,
  kind: string,
  parent: string | undefined,
  fields: Values,
  { home = inFileA, ...rest }: Rest = {},
): DesiredResource {
  const source = { file: home.file, line: 1, column: 1 };
  const handling = { lifecycle: lifecycle([], false), sets: [], id: undefined, ...rest };
  const place = { source, home, fieldSources: {} };
  return { address, kind, accountKey: 'acme', parent, fields, ...place, ...handling };
}

function lifecycle(ignoreChanges: readonly string[], allowReplace: boolean): DesiredResource['lifecycle'] {
  return { preventDestroy: false, adopt: false, allowReplace, ignoreChanges };
}

function resourcesOf(campaign: WholeCampaign, project: string): readonly DesiredResource[] {
  const home = { project, file: campaign.file };
  const address = `acme/campaigns/${campaign.key}`;
  const handling = lifecycle(campaign.ignored, campaign.allowReplace);
  return [
    resource(address, 'campaign', 'acme', wholeCampaignFields(campaign), { home, lifecycle: handling }),
    ...campaign.items.flatMap((item) => itemResources(address, item, home)),
  ];
}

function itemResources(campaign: string, item: WholeItem, home: Home): readonly DesiredResource[] {
  const at = `${campaign}/line_items/${item.key}`;
  const handling = lifecycle(item.ignored, item.allowReplace);
  const members = item.words.map((word) =>
    resource(`${at}/targeting/BROAD_KEYWORD:EQ:${word}`, 'targeting_criterion', at, wordFields(word), {
      home,
    }),
  );
  const tags = item.tags.map((tag) =>
    resource(
      `${at}/tracking_tags/${tag}`,
      'tracking_tag',
      at,
      { tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: `https://example.com/${tag}` },
      { home },
    ),
  );
  const sets = ['targeting_criterion'];
  return [
    resource(at, 'line_item', campaign, wholeItemFields(item), { home, sets, lifecycle: handling }),
    ...members,
    ...tags,
  ];
}

/** The document as the reader of YAML would give it, from the files that the run reads. */
export function wholeDocument(
  { campaigns, moved, removed }: Wanted,
  spec: Pick<WholeSpec, 'activeLimit' | 'counts' | 'itemLimit' | 'batch' | 'maxDaily' | 'files'>,
): DesiredDocument {
  const read = filesRead(spec.files);
  const own = campaigns.map(consistent).filter(({ file }) => read.includes(file));
  const resources = [
    resource('acme', 'account', undefined, {}, { id: wholeAccount }),
    ...own.flatMap((campaign) => resourcesOf(campaign, ownProject)),
  ];
  const declared = new Set(resources.map(({ address }) => address));
  const source = { file: 'a.yaml', line: 1, column: 1 };
  const batch = { campaigns: spec.batch, line_items: spec.batch, targeting_criteria: spec.batch };
  return {
    digest: 'sha256:0',
    accounts: [
      {
        key: 'acme',
        id: wholeAccount,
        limits: { activeCampaigns: spec.activeLimit, count: spec.counts, lineItems: spec.itemLimit, batch },
      },
    ],
    resources,
    // The reader refuses what moves to nothing that it read, or from what is still declared.
    moved: moved
      .filter(([from, to]) => declared.has(to) && !declared.has(from))
      .map(([from, to]) => ({ from, to, source })),
    // Nor does it take a removal of what is declared.
    removed: removed
      .filter(({ from, file }) => read.includes(file) && !declared.has(from))
      .map(({ from, destroy }) => ({ from, destroy, source })),
    policy: { ...lenient, maxDailyBudget: spec.maxDaily },
    ...readOf(spec.files),
  };
}

/** The document of the other project; `host` is the campaign beneath which its line item stands, by its id. */
export function otherDocument(
  { campaigns, guest }: OtherProject,
  host: { readonly id: string; readonly campaign: WholeCampaign } | undefined,
): DesiredDocument {
  const home = { project: otherProject, file: 'a.yaml' };
  const document = wholeDocument({ campaigns: [], moved: [], removed: [] }, first);
  const under = 'acme/campaigns/ext';
  const guests =
    guest === undefined || host === undefined
      ? []
      : [
          resource(under, 'campaign', 'acme', {}, { home, id: host.id }),
          ...consistent({ ...host.campaign, items: [...host.campaign.items, guest] })
            .items.slice(-1)
            .flatMap((item) => itemResources(under, item, home)),
        ];
  const own = campaigns.map(consistent).flatMap((campaign) => resourcesOf(campaign, otherProject));
  const places = { files: [`${otherProject}:a.yaml`], folders: [], roots: [] };
  return {
    ...document,
    resources: [...document.resources, ...own, ...guests],
    files: ['../outlet/a.yaml'],
    places,
  };
}

/** What documents are applied with before anything is judged: no limit bounds them. */
export const first = {
  activeLimit: 200,
  counts: 'active',
  itemLimit: undefined,
  batch: 10,
  maxDaily: undefined,
  files: allFiles,
} as const;

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
