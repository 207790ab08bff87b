import type { StoredRecord } from '../../../packages/sandbox/src/store/stored-record.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { campaignFields, itemFields } from '../../support/worlds/fields.ts';
import { accountKey } from '../../support/worlds/resources.ts';
import type { CampaignSpec } from '../../support/worlds/specs.ts';
import { plain, textOf } from './plain.ts';
import { accountId, type Platform } from './platform.ts';
import type { Trial } from './trial.ts';
import type { Allowance } from './watch.ts';

const source = { file: 'campaigns.yaml', line: 1, column: 1 };

/** The document of the trial with this index. */
export function documentOf(trial: Trial, index: number): DesiredDocument {
  const limits = {
    activeCampaigns: limitOf(trial),
    batch: { campaigns: trial.batch, line_items: trial.batch, targeting_criteria: trial.batch },
  };
  const document = documentFrom(accountId, trial.documents[index] ?? [], limits);
  return {
    ...document,
    resources: document.resources.map((resource) => ({
      ...resource,
      lifecycle: {
        ...resource.lifecycle,
        adopt: trial.adopt,
        ignoreChanges: trial.targetingLeft && resource.kind === 'line_item' ? ['targeting'] : [],
      },
    })),
    moved: trial.moved
      .filter((each) => each.document === index)
      .map(({ from, to }) => ({ from: addressOf(from), to: addressOf(to), source })),
    policy: { ...document.policy, undoDrift: 'allow' },
  };
}

function addressOf(campaign: string): string {
  return `${accountKey}/campaigns/${campaign}`;
}

/** The limit of active campaigns: what there ever is beside each other, and some slack. */
export function limitOf({ documents, foreign, edits, slack, tight, runs }: Trial): number {
  const started = edits.filter(({ what }) => what === 'start').length;
  const last = documents[runs.at(-1)?.document ?? 0] ?? [];
  const ours = tight ? active(last) : Math.max(...documents.map(active));
  return ours + active(foreign) + started + slack;
}

function active(specs: readonly CampaignSpec[]): number {
  return specs.filter(({ status }) => status === 'ACTIVE').length;
}

/** What is active and spends once the document is applied, beside what others have. */
export function figuresWhenApplied(specs: readonly CampaignSpec[], platform: Platform): Allowance {
  const ours = specs.map((spec) => ({
    campaign: campaignFields(spec),
    items: spec.items.map(itemFields),
  }));
  const items = platform.live('line_items');
  const theirs = platform
    .live('campaigns')
    .filter(({ id }) => !platform.ledger.made.has(id))
    .map((campaign) => ({
      campaign,
      items: items.filter((item) => item['campaign_id'] === campaign.id),
    }));
  const figures: Allowance = { campaigns: 0, exposure: 0, uncapped: 0 };
  for (const { campaign, items: below } of [...ours, ...theirs]) {
    if (campaign['entity_status'] !== 'ACTIVE') continue;
    figures.campaigns += 1;
    const spending = campaign['budget_optimization'] === 'LINE_ITEM' ? below.filter(isActive) : [campaign];
    for (const one of spending) {
      const daily = one['daily_budget_amount_local_micro'] ?? null;
      if (daily === null) figures.uncapped += 1;
      else figures.exposure += Number(daily);
    }
  }
  return figures;
}

function isActive(record: Readonly<Record<string, unknown>>): boolean {
  return record['entity_status'] === 'ACTIVE';
}

/** What is live of ours, told apart only by what it is: names and values, no ids. */
export function shapeOf(platform: Platform): readonly string[] {
  const ours = (collection: string): readonly StoredRecord[] =>
    platform.live(collection).filter(({ id }) => platform.ledger.made.has(id));
  const nameAt = (collection: string, id: unknown): string => {
    const record = platform.get(collection, textOf(id));
    return textOf(record?.['name']);
  };
  const campaigns = ours('campaigns').map((record) => `campaign ${fieldsText(record, campaignWires)}`);
  const items = ours('line_items').map(
    (record) => `item of ${nameAt('campaigns', record['campaign_id'])} ${fieldsText(record, itemWires)}`,
  );
  const placeOf = (record: StoredRecord): string => {
    const item = platform.get('line_items', textOf(record['line_item_id']));
    return `${nameAt('campaigns', item?.['campaign_id'])} ${textOf(item?.['name'])}`;
  };
  const tags = ours('tracking_tags').map(
    (record) => `tag of ${placeOf(record)} ${plain(record['tracking_tag_url'])}`,
  );
  const words = ours('targeting_criteria').map(
    (record) => `word of ${placeOf(record)} ${plain(record['targeting_value'])}`,
  );
  return [...campaigns, ...items, ...tags, ...words].sort();
}

/** The same for what a document declares. */
export function shapeOfSpecs(specs: readonly CampaignSpec[]): readonly string[] {
  return specs
    .flatMap((spec) => [
      `campaign ${fieldsText(campaignFields(spec), campaignWires)}`,
      ...spec.items.flatMap((item) => [
        `item of ${spec.name} ${fieldsText(itemFields(item), itemWires)}`,
        ...item.tags.map((tag) => `tag of ${spec.name} ${item.name} ${plain(`https://example.com/${tag}`)}`),
        ...item.words.map((word) => `word of ${spec.name} ${item.name} ${plain(word)}`),
      ]),
    ])
    .sort();
}

const campaignWires = [
  'name',
  'funding_instrument_id',
  'entity_status',
  'budget_optimization',
  'daily_budget_amount_local_micro',
  'total_budget_amount_local_micro',
];
const itemWires = ['name', 'objective', 'entity_status', 'daily_budget_amount_local_micro', 'start_time'];

function fieldsText(record: Readonly<Record<string, unknown>>, wires: readonly string[]): string {
  return wires.map((wire) => plain(record[wire])).join(' ');
}
