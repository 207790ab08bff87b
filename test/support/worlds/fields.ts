import type { Value, Values } from '../../../src/schemas/values.ts';
import type { CampaignSpec, ItemSpec } from './specs.ts';

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
export function campaignFields(campaign: CampaignSpec): Values {
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
export function itemFields(item: ItemSpec): Values {
  const [start, end] = item.flight;
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

/** The fields of a tracking tag, by wire name. */
export function tagFields(name: string): Values {
  return { tracking_tag_type: 'IMPRESSION_TAG', tracking_tag_url: `https://example.com/${name}` };
}

/** The fields of a targeting criterion for a word, by wire name. */
export function wordFields(word: string): Values {
  return { targeting_type: 'BROAD_KEYWORD', operator_type: 'EQ', targeting_value: word };
}
