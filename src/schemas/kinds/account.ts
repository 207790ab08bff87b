import { defineKind } from '../define-kind.ts';
import { choice, text } from '../field-types/index.ts';

const industries = [
  'AGENCY',
  'BUSINESS_TO_BUSINESS',
  'ONLINE_SERVICES',
  'EDUCATION',
  'FINANCIAL',
  'HEALTH',
  'GOVERNMENT',
  'MEDIA',
  'MOBILE',
  'RESTAURANT',
  'RETAIL',
  'TECHNOLOGY',
  'TRAVEL',
  'OTHER',
] as const;

/** An ad account. It exists already: only its settings are managed (F-account-01, F-account-02). */
export const account = defineKind({
  name: 'account',
  title: 'account',
  section: 'accounts',
  parent: undefined,
  description:
    'An ad account. Accounts are never created or deleted; their settings are managed where given.',
  fields: {
    name: {
      type: text(255),
      change: 'in-place',
      description: 'The name of the account.',
      example: { value: 'Acme North America' },
    },
    industry_type: {
      type: choice(industries),
      change: 'in-place',
      description: 'The industry of the advertiser.',
      example: { value: 'TRAVEL' },
    },
  },
  observed: [],
  naturalKey: [],
  creatable: false,
  updates: { onSingleRead: ['industry_type'] },
  operations: {
    read: '/12/accounts/:account_id',
    update: { method: 'PUT', path: '/12/accounts/:account_id' },
  },
  // AD_MANAGER has the same access but may not change settings (F-account-04).
  writers: ['ACCOUNT_ADMIN'],
  example: { id: '18ce54d4x5t', name: 'Acme US', industry_type: 'RETAIL' },
});
