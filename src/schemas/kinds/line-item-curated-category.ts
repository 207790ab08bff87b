import { defineKind, type Finding, type Siblings } from '../define-kind.ts';
import { id } from '../field-types/index.ts';
import type { Values } from '../values.ts';

/** A hand-picked choice of videos to run next to (F-attachment-10, F-attachment-11). */
export const lineItemCuratedCategory = defineKind({
  name: 'line_item_curated_category',
  title: 'curated category',
  section: 'curated_categories',
  form: 'set',
  shorthand: 'curated_category_id',
  memberKey: ['curated_category_id'],
  parent: 'line_item',
  description:
    'The curated category that the videos are picked from: at most one, in a country that the line item targets.',
  fields: {
    curated_category_id: {
      type: id(),
      change: 'replace',
      required: true,
      description: 'The id of the curated category.',
      example: { value: '9ddrgesiap6o' },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'curated_category_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/line_item_curated_categories',
      idFilter: 'line_item_curated_category_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/line_item_curated_categories' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/line_item_curated_categories/:id' },
  },
  // A country of it is targeted before (F-attachment-11).
  siblings: {
    createdAfter: ['targeting_criterion'],
    restrictsParent: true,
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { curated_category_id: 'gh8nnwxtq0ao' },
  parentExample: {
    objective: 'PREROLL_VIEWS',
    product_type: 'MEDIA',
    categories: ['IAB3', 'IAB13', 'IAB21'],
    targeting: [{ type: 'LOCATION', value: '96683cc9126741d1' }],
  },
  check,
});

function check(declared: Values, _parent: Values | undefined, siblings: Siblings): readonly Finding[] {
  const own = siblings();
  const isFirst = own[0]?.curated_category_id === declared.curated_category_id;
  return own.length < 2 || isFirst
    ? []
    : [
        {
          field: 'curated_category_id',
          message: 'is a second curated category; a line item has at most one',
          remedy: 'Keep one of them, or use two line items.',
          code: 'INVALID_PARAMETER',
        },
      ];
}
