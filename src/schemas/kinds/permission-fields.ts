import type { DeclaredFields } from '../define-field.ts';
import { choice, reference } from '../field-types/index.ts';

/** The fields of a permission on an audience, of either family (F-audience-15). */
export const permissionFields: DeclaredFields = {
  account: {
    wire: 'granted_account_id',
    type: reference('account'),
    change: 'replace',
    required: true,
    description: 'The account that it is shared with: its key, or { id: … }. Left out, the key of the entry.',
  },
  permission_level: {
    type: choice(['READ_ONLY', 'READ_WRITE']),
    change: 'replace',
    required: true,
    description: 'READ_ONLY to target it, READ_WRITE to change its members too.',
    example: { value: 'READ_WRITE' },
  },
};

/** What happens between revoking a permission and granting another (F-audience-16). */
export const permissionLoss =
  'the access of the other account for a moment: it cannot target the audience, and its campaigns that do cannot be copied';
