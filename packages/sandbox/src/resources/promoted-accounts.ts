import { type Change, invalid, type Resource, type Rule } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { long } from '../params/param.ts';
import { type Fields, textIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import { idText } from './creatives/post-fields.ts';
import { lineItemId, lineItemOf } from './line-item-children.ts';
import { promotableUsersOf } from './promotable-users.ts';
import { showFields } from './shared-rules.ts';

/** Users that line items promote (F-attachment-04); lists and creation are calls of their own. */
export const promotedAccounts: Resource = {
  collection: 'promoted_accounts',
  idParam: 'promoted_account_id',
  label: 'Promoted account',
  notFound: 'PROMOTED_ACCOUNT_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('19p00', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: { line_item_id: 'text', user_id: 'text', entity_status: 'text', approval_status: 'text' },
  writes: {
    line_item_id: lineItemId,
    user_id: { is: long, on: 'create', required: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', promoted_account_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['get', 'delete'],
  historyOf: 'PROMOTED_ACCOUNT',
  blank: () => ({ entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }),
  complete: ({ after }) => ({ ...after, user_id: idText(after['user_id'] ?? '') }),
  rules: [rule(['line_item_id'], promotesAccounts), rule(['user_id'], isEligible)],
  quotas: [],
  plausible: ({ world, accountId, parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    user_id: textIn(world.store.get('accounts', accountId) ?? {}, 'promotable_user_id') ?? '',
  }),
  show: (record) => showFields(record, Object.keys(promotedAccounts.fields)),
};

function rule(fields: readonly string[], check: Rule['check']): Rule {
  return { fields, check };
}

function promotesAccounts({ world, after }: Change): Problem | undefined {
  const item = lineItemOf(world, after);
  if (item === undefined || isForAccounts(item)) return undefined;
  return { ...invalid('line_item_id', notForAccounts(item.id), 'INCOMPATIBLE_LINE_ITEM'), value: item.id };
}

/** Whether the line item is configured for promoted accounts. */
export function isForAccounts(item: Fields): boolean {
  return item['product_type'] === 'PROMOTED_ACCOUNT';
}

/** Why a line item holds no promoted accounts. */
export function notForAccounts(ids: string): string {
  return `The line item ${ids} is not configured for promoted accounts`;
}

/** A user whom the account may promote, or at least one that is known here. */
function isEligible({ world, accountId, after }: Change): Problem | undefined {
  const userId = textIn(after, 'user_id') ?? '';
  const isKnown =
    world.store.get('users', userId) !== undefined ||
    promotableUsersOf(world, accountId).some((user) => user['user_id'] === userId);
  if (isKnown) return undefined;
  return {
    ...invalid('user_id', `The user ${userId} is not eligible for promotion`, 'INVALID_USER'),
    value: userId,
  };
}
