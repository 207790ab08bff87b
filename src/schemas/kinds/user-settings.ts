import { defineKind } from '../define-kind.ts';
import { text } from '../field-types/index.ts';
import { blankAsNull } from './creative-types.ts';

/** How a user is reached (F-account-11). */
export const userSettings = defineKind({
  name: 'user_settings',
  title: 'user settings',
  section: 'user_settings',
  parent: 'account',
  description:
    'How a user of the account is reached; the id is that of the user. Only the user can change them, and no ACCOUNT_ADMIN.',
  // What is not set comes back as an empty text (F-account-12).
  fields: {
    notification_email: {
      type: blankAsNull(text(254)),
      change: 'in-place',
      nullable: true,
      sensitive: true,
      description: 'The address that notices go to.',
      example: { value: 'ads@example.com' },
    },
    contact_phone: {
      type: blankAsNull(text(50)),
      change: 'in-place',
      nullable: true,
      sensitive: true,
      description: 'The telephone number.',
      example: { value: '+442071838750' },
    },
    contact_phone_extension: {
      type: blankAsNull(text(20)),
      change: 'in-place',
      nullable: true,
      description: 'The extension of the telephone number.',
      example: { value: '12' },
    },
  },
  observed: [],
  naturalKey: [],
  creatable: false,
  operations: {
    read: '/12/accounts/:account_id/user_settings/:id',
    update: { method: 'PUT', path: '/12/accounts/:account_id/user_settings/:id' },
  },
  // Not for admins of the account (F-account-11).
  writers: ['AD_MANAGER', 'CREATIVE_MANAGER', 'CAMPAIGN_ANALYST', 'ANALYST', 'PARTNER_AUDIENCE_MANAGER'],
  refusedTo: ['ACCOUNT_ADMIN'],
  example: { id: '756201191646691329', contact_phone_extension: '7' },
});
