import { type Change, missing, type Resource, type Rule } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { id, idList, url } from '../params/param.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { lineItemId, lineItemOf } from './line-item-children.ts';
import { isBlank, showFields } from './shared-rules.ts';

const shown = [
  'line_item_id',
  'account_media_id',
  'landing_url',
  'creative_type',
  'entity_status',
  'approval_status',
];

/** Account media on line items: preroll, banners and interstitials (F-attachment-02). */
export const mediaCreatives: Resource = {
  collection: 'media_creatives',
  idParam: 'media_creative_id',
  label: 'Media creative',
  notFound: 'MEDIA_CREATIVE_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('1bz00', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id', 'campaign_id'],
  fields: {
    line_item_id: 'text',
    account_media_id: 'text',
    landing_url: 'text?',
    creative_type: 'text?',
    entity_status: 'text',
    approval_status: 'text',
    // Not shown: what the list is filtered by.
    campaign_id: 'text?',
  },
  writes: {
    line_item_id: lineItemId,
    account_media_id: {
      is: id,
      on: 'create',
      required: 'create',
      refersTo: { collection: 'account_media', code: 'ACCOUNT_MEDIA_NOT_FOUND' },
    },
    landing_url: { is: url, on: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', media_creative_ids: 'id', campaign_id: 'campaign_id' },
  listParams: { campaign_id: { is: id }, line_item_ids: { is: idList } },
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'delete'],
  blank: () => ({ landing_url: null, entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }),
  complete,
  rules: [landingUrl()],
  quotas: [],
  plausible: ({ parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    account_media_id: parent('account_media_id', 'account_media'),
  }),
  show: (record) => showFields(record, shown),
};

/** A landing address is for display images; preroll has its own in `preroll_call_to_actions`. */
function complete({ world, after }: Change): Fields {
  const type = creativeType(world, after);
  return {
    ...after,
    creative_type: type,
    campaign_id: textIn(lineItemOf(world, after) ?? {}, 'campaign_id'),
    landing_url: type?.endsWith('PREROLL') === true ? null : (after['landing_url'] ?? null),
  };
}

function creativeType(world: World, fields: Fields): string | null {
  const media = world.store.get('account_media', textIn(fields, 'account_media_id') ?? '');
  return textIn(media ?? {}, 'creative_type');
}

function landingUrl(): Rule {
  return {
    fields: ['landing_url', 'line_item_id'],
    check: ({ world, after, given }) => {
      const item = lineItemOf(world, after);
      const isNeeded =
        item?.['objective'] === 'WEBSITE_CLICKS' && isBlank(Object.fromEntries(given), 'landing_url');
      return isNeeded ? missing('landing_url') : undefined;
    },
  };
}
