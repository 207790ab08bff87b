import type { Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { id, oneOf, url } from '../params/param.ts';
import { showFields } from './shared-rules.ts';

/** Tracking tags (F-attachment-01). */
export const trackingTags: Resource = {
  collection: 'tracking_tags',
  idParam: 'tracking_tag_id',
  label: 'Tracking tag',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('3k00', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: { line_item_id: 'text', tracking_tag_type: 'text', tracking_tag_url: 'text' },
  writes: {
    line_item_id: {
      is: id,
      on: 'create',
      required: 'create',
      refersTo: { collection: 'line_items', code: 'INVALID_PARAMETER' },
    },
    tracking_tag_type: { is: oneOf(['IMPRESSION_TAG', 'CLICK_TRACKER']), on: 'create', required: 'create' },
    tracking_tag_url: { is: url, on: 'both', required: 'always' },
  },
  filters: { line_item_ids: 'line_item_id', tracking_tag_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  blank: () => ({}),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id: ownId, parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    tracking_tag_type: 'IMPRESSION_TAG',
    tracking_tag_url: `https://example.com/${ownId}`,
  }),
  show: (record) => showFields(record, Object.keys(trackingTags.fields)),
  shownBy: () => '',
};
