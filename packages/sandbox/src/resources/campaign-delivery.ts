import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { canFund } from './funding-instruments.ts';

/**
 * What the platform computes about a campaign's delivery: `effective_status`, `servable`, `reasons_not_servable`
 * (F-campaign-08). UNKNOWN and RUNNING are the statuses shown; a new paused campaign is not servable for
 * PAUSED_BY_ADVERTISER and INCOMPLETE; a deleted one shows null, no reasons and RUNNING.
 */
export function campaignDelivery(campaign: StoredRecord, world: World): Fields {
  if (isDeleted(campaign)) return { effective_status: 'RUNNING', servable: null, reasons_not_servable: [] };
  const reasons = reasonsNotServable(campaign, world);
  const servable = reasons.length === 0;
  return { effective_status: servable ? 'RUNNING' : 'UNKNOWN', servable, reasons_not_servable: reasons };
}

/** Why a campaign that is not deleted cannot deliver; empty where it can. */
export function reasonsNotServable(campaign: StoredRecord, world: World): readonly string[] {
  const reasons: string[] = [];
  if (campaign['entity_status'] !== 'ACTIVE') reasons.push('PAUSED_BY_ADVERTISER');
  reasons.push(...flightReasons(campaign, world));
  const funding = world.store.get('funding_instruments', textIn(campaign, 'funding_instrument_id') ?? '');
  if (funding === undefined || !canFund(funding, world)) reasons.push('FUNDING_PROBLEM');
  return reasons;
}

/** INCOMPLETE without line items; EXPIRED or STARTS_IN_FUTURE where that is so for every one of them. */
function flightReasons(campaign: StoredRecord, world: World): readonly string[] {
  const now = world.clock.stamp();
  let [items, over, ahead] = [0, 0, 0];
  for (const item of world.store.in('line_items', 'campaign_id', campaign.id)) {
    if (isDeleted(item)) continue;
    items += 1;
    if ((textIn(item, 'end_time') ?? '9999') <= now) over += 1;
    else if ((textIn(item, 'start_time') ?? '') > now) ahead += 1;
  }
  if (items === 0) return ['INCOMPLETE'];
  if (over === items) return ['EXPIRED'];
  return over + ahead === items ? ['STARTS_IN_FUTURE'] : [];
}
