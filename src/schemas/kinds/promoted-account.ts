import { defineKind, type Finding } from '../define-kind.ts';
import { id } from '../field-types/index.ts';
import type { Values } from '../values.ts';

/** A user whom a line item promotes (F-attachment-04). */
export const promotedAccount = defineKind({
  name: 'promoted_account',
  title: 'promoted account',
  section: 'promoted_accounts',
  form: 'set',
  shorthand: 'user_id',
  memberKey: ['user_id'],
  parent: 'line_item',
  description:
    'A user whom the line item promotes; the list is the whole of them. The line item needs product_type: PROMOTED_ACCOUNT.',
  fields: {
    user_id: {
      type: id(),
      change: 'replace',
      required: true,
      description: 'The id of the user, as a number.',
      example: { value: '756201191646691329' },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'user_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/promoted_accounts',
      idFilter: 'promoted_account_ids',
      pageSize: 1000,
      below: { parameter: 'line_item_ids' },
      // The answer where none of the line items holds any (F-attachment-05).
      noneWhen: ['INCOMPATIBLE_LINE_ITEM'],
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/promoted_accounts' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/promoted_accounts/:id' },
  },
  shownToPeople: true,
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { user_id: '756201191646691328' },
  parentExample: {
    objective: 'FOLLOWERS',
    product_type: 'PROMOTED_ACCOUNT',
    bid_strategy: 'TARGET',
  },
  check,
});

function check({ user_id: user }: Values, parent: Values | undefined): readonly Finding[] {
  const findings: Finding[] = [];
  if (typeof user === 'string' && !/^\d{1,19}$/.test(user)) {
    findings.push({
      field: 'user_id',
      message: 'is not the id of a user',
      remedy: 'Write the number of the user, not the handle: 756201191646691328.',
      code: 'INVALID_PARAMETER',
    });
  }
  if (typeof parent?.product_type === 'string' && parent.product_type !== 'PROMOTED_ACCOUNT') {
    findings.push({
      field: 'user_id',
      message: `cannot be promoted by a line item with product_type: ${parent.product_type}`,
      remedy: 'Use a line item with objective: FOLLOWERS and product_type: PROMOTED_ACCOUNT.',
      code: 'INCOMPATIBLE_LINE_ITEM',
    });
  }
  return findings;
}
