import type { Change, Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { placeOf } from '../lookups/places.ts';
import { idList, oneOf, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { settleContentCategories } from './content-category-sets.ts';
import { lineItemId, liveUnder } from './line-item-children.ts';
import { showFields } from './shared-rules.ts';
import { localizedName, nameOf } from './targeting-names.ts';
import { targetingRules } from './targeting-rules.ts';
import { targetingTypes } from './targeting-types.ts';

const collection = 'targeting_criteria';
// The value of a content publisher is also sent under this name (F-targeting-08).
const publisherAlias = 'CONTENT_PUBLISHER_ID';
const lang = { lang: { is: text(2, 2) } };

/** Who sees what hangs on a line item (F-targeting-01); there is no update. */
export const targetingCriteria: Resource = {
  collection,
  idParam: 'targeting_criterion_id',
  label: 'Targeting criterion',
  notFound: 'TARGETING_CRITERION_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('fby000', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: {
    line_item_id: 'text',
    targeting_type: 'text',
    targeting_value: 'text',
    operator_type: 'text',
  },
  writes: {
    line_item_id: lineItemId,
    targeting_type: {
      is: oneOf([...Object.keys(targetingTypes), publisherAlias]),
      on: 'create',
      required: 'create',
    },
    targeting_value: { is: text(255), on: 'create', required: 'create' },
    operator_type: { is: oneOf(['EQ', 'NE', 'GTE', 'LT']), on: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', targeting_criterion_ids: 'id' },
  listParams: { line_item_ids: { is: idList, required: true }, ...lang },
  getParams: lang,
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'delete', 'batch'],
  publicOnly: ['list', 'get', 'create', 'delete', 'batch'],
  historyOf: 'TARGETING_CRITERIA',
  blank: () => ({ operator_type: 'EQ' }),
  complete,
  rules: targetingRules,
  quotas: [],
  settle: settleContentCategories,
  plausible: ({ parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    targeting_type: 'LOCATION',
    targeting_value: '96683cc9126741d1',
  }),
  show,
};

function complete({ after }: Change): Fields {
  const type = textIn(after, 'targeting_type');
  const value = textIn(after, 'targeting_value') ?? '';
  // Ids of audiences are taken in either case (F-value-01).
  const isAudience = type !== null && targetingTypes[type]?.names === 'audience';
  return {
    ...after,
    targeting_type: type === publisherAlias ? 'CONTENT_PUBLISHER_USER' : type,
    targeting_value: isAudience ? value.toLowerCase() : value,
  };
}

function show(record: StoredRecord, world: World, asked: Fields = {}): Fields {
  const place =
    record['targeting_type'] === 'LOCATION' ? placeOf(textIn(record, 'targeting_value') ?? '') : undefined;
  const localized = localizedName(record, textIn(asked, 'lang'));
  return {
    ...showFields(record, Object.keys(targetingCriteria.fields)),
    name: nameOf(record, world),
    ...(record['targeting_type'] === 'LOCATION'
      ? { location_type: place?.['location_type'] ?? 'COUNTRIES' }
      : {}),
    ...(localized === undefined ? {} : { localized_name: localized }),
  };
}

const stores = [
  ['ios_app_store_identifier', '0'],
  ['android_app_store_identifier', '1'],
] as const;

/** An app's store limits its line item to the platform of that store (F-line-item-15). */
export function followAppStores(item: StoredRecord, world: World): void {
  for (const [field, platform] of stores) {
    if (textIn(item, field) === null || isOn(world, item.id, platform)) continue;
    const now = world.clock.stamp();
    world.store.put(collection, {
      id: world.ids.next(collection),
      account_id: item['account_id'] ?? null,
      line_item_id: item.id,
      targeting_type: 'PLATFORM',
      targeting_value: platform,
      operator_type: 'EQ',
      created_at: now,
      updated_at: now,
      deleted: false,
    });
  }
}

function isOn(world: World, itemId: string, platform: string): boolean {
  return liveUnder(world, collection, itemId).some(
    (criterion) => criterion['targeting_type'] === 'PLATFORM' && criterion['targeting_value'] === platform,
  );
}
