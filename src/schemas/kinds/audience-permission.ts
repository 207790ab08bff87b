import { defineKind } from '../define-kind.ts';
import { permissionFields, permissionLoss } from './permission-fields.ts';

/** What another account may do with an audience (F-audience-15, F-audience-17). */
export const audiencePermission = defineKind({
  name: 'audience_permission',
  title: 'audience permission',
  section: 'shared_with',
  keyField: 'account',
  shorthand: 'permission_level',
  parent: 'custom_audience',
  description:
    'An account that the audience is shared with: of the same business, or with a feature beyond it.',
  fields: permissionFields,
  parentField: 'custom_audience_id',
  observed: [],
  naturalKey: ['custom_audience_id', 'granted_account_id'],
  duplicateCode: 'INVALID_PARAMETER',
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/custom_audiences/:parent_id/permissions',
      idFilter: 'custom_audience_permission_ids',
      pageSize: 1000,
      below: 'path',
      // The audience is gone, and with it all of them (F-error-03).
      noneWhen: ['TAILORED_AUDIENCE_NOT_FOUND'],
    },
    create: {
      method: 'POST',
      path: '/12/accounts/:account_id/custom_audiences/:parent_id/permissions',
    },
    delete: {
      method: 'DELETE',
      path: '/12/accounts/:account_id/custom_audiences/:parent_id/permissions/:id',
    },
  },
  replacement: { loses: permissionLoss },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  example: { account: { id: '18ce5uk0000' }, permission_level: 'READ_ONLY' },
});
