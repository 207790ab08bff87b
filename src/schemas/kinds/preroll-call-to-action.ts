import { defineKind } from '../define-kind.ts';
import { choice, webAddress } from '../field-types/index.ts';

const actions = ['GO_TO', 'SEE_MORE', 'SHOP', 'VISIT_SITE', 'WATCH_NOW'] as const;

/** Where preroll videos lead (F-attachment-03). */
export const prerollCallToAction = defineKind({
  name: 'preroll_call_to_action',
  title: 'preroll call to action',
  section: 'preroll_call_to_actions',
  parent: 'line_item',
  description: 'The button under the preroll videos of the line item, and where it leads.',
  fields: {
    call_to_action: {
      type: choice(actions),
      change: 'in-place',
      required: true,
      description: 'The words of the button.',
      example: { value: 'SHOP' },
    },
    call_to_action_url: {
      type: webAddress(),
      change: 'in-place',
      required: true,
      description: 'The address that the button leads to.',
      example: { value: 'https://example.com/shop' },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'call_to_action', 'call_to_action_url'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/preroll_call_to_actions',
      idFilter: 'preroll_call_to_action_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/preroll_call_to_actions' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/preroll_call_to_actions/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/preroll_call_to_actions/:id' },
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { call_to_action: 'VISIT_SITE', call_to_action_url: 'https://example.com' },
  parentExample: {
    objective: 'PREROLL_VIEWS',
    product_type: 'MEDIA',
    categories: ['IAB3', 'IAB13', 'IAB21'],
  },
});
