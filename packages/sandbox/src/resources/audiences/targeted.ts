import { readCursor, writeCursor } from '../../engine/cursor.ts';
import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { readQuery } from '../../engine/read-params.ts';
import { invalid } from '../../engine/resource.ts';
import { flag, type Params, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { campaigns } from '../campaigns.ts';
import { isActive } from '../shared-rules.ts';
import { audienceOf } from './audience-access.ts';
import { audienceReaders } from './audience-roles.ts';

const table: Params = { with_active: { is: flag, default: true }, cursor: { is: text(4000) } };
const pageSize = 200;
const order = ['campaign_id-asc'];

/** What targets an audience (F-audience-14). */
export const targetedEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/accounts/:account_id/custom_audiences/:custom_audience_id/targeted',
    allowed: audienceReaders,
    params: table,
    run: targeted,
  },
];

/** The account's campaigns with line items that target the audience, by campaign. */
function targeted(call: Call): Fields {
  const { given, problems } = readQuery(table, call.raw);
  const params = { ...Object.fromEntries(given), ...call.path };
  const cursor = given.get('cursor');
  const after = typeof cursor === 'string' ? readCursor(cursor, order) : undefined;
  const bad =
    typeof cursor === 'string' && after === undefined
      ? [invalid('cursor', 'Expected a cursor of this list')]
      : [];
  if (problems.length + bad.length > 0) throw new ApiError(400, [...problems, ...bad], { params });

  const audience = audienceOf(call, 'READ_ONLY');
  const items = lineItemsFor(call, audience.id, given.get('with_active') !== false);
  const byCampaign = Map.groupBy(items, ({ campaignId }) => campaignId);
  const [from] = after?.values ?? [];
  const ids = [...byCampaign.keys()].toSorted().filter((id) => typeof from !== 'string' || id > from);
  const page = ids.slice(0, pageSize);
  const last = page.at(-1);
  const isMore = ids.length > pageSize && last !== undefined;
  return {
    request: { params },
    next_cursor: isMore ? writeCursor({ seq: 0, values: [last] }, order) : null,
    data: page.map((id) => ({
      campaign_id: id,
      campaign_name: textIn(call.world.store.get('campaigns', id) ?? {}, 'name'),
      line_items: (byCampaign.get(id) ?? []).map(({ shown }) => shown),
    })),
  };
}

/** A line item that targets the audience, and how the list shows it. */
interface Hit {
  readonly campaignId: string;
  readonly shown: Fields;
}

/** The line items with a criterion that names the audience; those that cannot serve only if they are asked for. */
function lineItemsFor(call: Call, audienceId: string, servableOnly: boolean): readonly Hit[] {
  const { world, accountId } = call;
  const ids = new Set<string>();
  for (const criterion of world.store.in('targeting_criteria', 'account_id', accountId))
    if (names(criterion, audienceId)) ids.add(textIn(criterion, 'line_item_id') ?? '');
  return [...ids].flatMap((id) => {
    const item = world.store.get('line_items', id);
    if (item === undefined || isDeleted(item)) return [];
    const servable = isServable(world, item);
    if (servableOnly && !servable) return [];
    const shown = { id, name: textIn(item, 'name'), servable };
    return [{ campaignId: textIn(item, 'campaign_id') ?? '', shown }];
  });
}

function names(criterion: StoredRecord, audienceId: string): boolean {
  const isAudience = (textIn(criterion, 'targeting_type') ?? '').startsWith('CUSTOM_AUDIENCE');
  return isAudience && !isDeleted(criterion) && criterion['targeting_value'] === audienceId;
}

// A line item can serve where it is switched on and its campaign can (F-audience-14, F-campaign-08).
function isServable(world: World, item: StoredRecord): boolean {
  const campaign = world.store.get('campaigns', textIn(item, 'campaign_id') ?? '');
  return isActive(item) && campaign !== undefined && campaigns.show(campaign, world)['servable'] === true;
}
