import { defineKind } from '../define-kind.ts';
import { choice, webAddress } from '../field-types/index.ts';

/** A tag that a third party counts with (F-attachment-01). */
export const trackingTag = defineKind({
  name: 'tracking_tag',
  title: 'tracking tag',
  section: 'tracking_tags',
  parent: 'line_item',
  description: 'A web address that is called when an ad of the line item is seen or clicked.',
  fields: {
    type: {
      wire: 'tracking_tag_type',
      type: choice(['IMPRESSION_TAG', 'CLICK_TRACKER']),
      change: 'replace',
      required: true,
      description: 'Called when the ad is seen (IMPRESSION_TAG) or clicked (CLICK_TRACKER).',
      example: { value: 'CLICK_TRACKER' },
    },
    url: {
      wire: 'tracking_tag_url',
      type: webAddress(),
      change: 'in-place',
      required: true,
      description: 'The address that is called.',
      example: { value: 'https://example.com/c' },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'tracking_tag_type', 'tracking_tag_url'],
  creatable: true,
  operations: {
    list: { path: '/12/accounts/:account_id/tracking_tags', idFilter: 'tracking_tag_ids', pageSize: 1000 },
    create: { method: 'POST', path: '/12/accounts/:account_id/tracking_tags' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/tracking_tags/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/tracking_tags/:id' },
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { type: 'IMPRESSION_TAG', url: 'https://example.com/i' },
});
