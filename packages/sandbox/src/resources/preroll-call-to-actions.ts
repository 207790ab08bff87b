import type { Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { oneOf, url } from '../params/param.ts';
import { lineItemId } from './line-item-children.ts';
import { showFields } from './shared-rules.ts';

const actions = ['GO_TO', 'SEE_MORE', 'SHOP', 'VISIT_SITE', 'WATCH_NOW'];

/** Where preroll videos lead (F-attachment-03). */
export const prerollCallToActions: Resource = {
  collection: 'preroll_call_to_actions',
  idParam: 'preroll_call_to_action_id',
  label: 'Preroll call to action',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('dd00', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: { line_item_id: 'text', call_to_action: 'text', call_to_action_url: 'text' },
  writes: {
    line_item_id: lineItemId,
    call_to_action: { is: oneOf(actions), on: 'both', required: 'create' },
    call_to_action_url: { is: url, on: 'both', required: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', preroll_call_to_action_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  publicOnly: ['list', 'get', 'create', 'update', 'delete'],
  blank: () => ({}),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id, parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    call_to_action: 'VISIT_SITE',
    call_to_action_url: `https://example.com/${id}`,
  }),
  show: (record) => showFields(record, Object.keys(prerollCallToActions.fields)),
};
