import { defineKind } from '../define-kind.ts';
import { permissionFields, permissionLoss } from './permission-fields.ts';

/** What another account may do with a tailored audience: the older family of permissions (F-audience-19). */
export const tailoredAudiencePermission = defineKind({
  name: 'tailored_audience_permission',
  title: 'tailored audience permission',
  section: 'shared_with',
  keyField: 'account',
  shorthand: 'permission_level',
  parent: 'tailored_audience',
  description: 'An account that the tailored audience is shared with.',
  fields: permissionFields,
  parentField: 'tailored_audience_id',
  observed: [],
  naturalKey: ['tailored_audience_id', 'granted_account_id'],
  duplicateCode: 'INVALID_PARAMETER',
  creatable: true,
  operations: {
    list: {
      path: '/5/accounts/:account_id/tailored_audiences/:parent_id/permissions',
      idFilter: 'tailored_audience_permission_ids',
      pageSize: 1000,
      below: 'path',
      // The audience is gone, and with it all of them (F-error-03).
      noneWhen: ['TAILORED_AUDIENCE_NOT_FOUND'],
    },
    create: {
      method: 'POST',
      path: '/5/accounts/:account_id/tailored_audiences/:parent_id/permissions',
    },
    delete: {
      method: 'DELETE',
      path: '/5/accounts/:account_id/tailored_audiences/:parent_id/permissions/:id',
    },
  },
  replacement: { loses: permissionLoss },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  example: { account: { id: '18ce5uk0000' }, permission_level: 'READ_ONLY' },
});
