import type { Resource } from '../../engine/resource.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { accounts } from '../accounts.ts';
import { campaigns } from '../campaigns.ts';
import { fundingInstruments } from '../funding-instruments.ts';
import { lineItems } from '../line-items.ts';
import { promotedAccounts } from '../promoted-accounts.ts';
import { promotedTweets } from '../promoted-tweets.ts';

/** What has figures: its records, the field by which they name what they belong to, and the groups of metrics (F-stats-03). */
export interface StatsEntity {
  readonly kind: Resource;
  readonly parent?: { readonly field: string; readonly entity: string };
  /** Undefined for every group. */
  readonly groups?: readonly string[];
}

export const statsEntities: Readonly<Record<string, StatsEntity>> = {
  ACCOUNT: { kind: accounts, groups: ['ENGAGEMENT'] },
  FUNDING_INSTRUMENT: { kind: fundingInstruments, groups: ['ENGAGEMENT', 'BILLING'] },
  CAMPAIGN: {
    kind: campaigns,
    parent: { field: 'funding_instrument_id', entity: 'FUNDING_INSTRUMENT' },
  },
  LINE_ITEM: { kind: lineItems, parent: { field: 'campaign_id', entity: 'CAMPAIGN' } },
  PROMOTED_TWEET: { kind: promotedTweets, parent: { field: 'line_item_id', entity: 'LINE_ITEM' } },
  PROMOTED_ACCOUNT: { kind: promotedAccounts, parent: { field: 'line_item_id', entity: 'LINE_ITEM' } },
};

/** The record of an entity with this id, deleted or not, if it is the account's. */
export function entityRecord(
  world: World,
  accountId: string,
  entity: string,
  id: string,
): StoredRecord | undefined {
  const { kind } = statsEntities[entity] ?? {};
  const record = kind && world.store.get(kind.collection, id);
  const owner = entity === 'ACCOUNT' ? record?.id : record?.['account_id'];
  return owner === accountId ? record : undefined;
}

/** The ids of a record and of what it belongs to, by entity. */
export function lineageOf(world: World, entity: string, record: StoredRecord): ReadonlyMap<string, string> {
  const lineage = new Map([[entity, record.id]]);
  const { parent } = statsEntities[entity] ?? {};
  const above = statsEntities[parent?.entity ?? ''];
  const owner = parent && above && world.store.get(above.kind.collection, textIn(record, parent.field) ?? '');
  if (parent === undefined || owner === undefined) return lineage;
  return new Map([...lineage, ...lineageOf(world, parent.entity, owner)]);
}
