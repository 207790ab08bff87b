import type { Resource } from '../engine/resource.ts';
import { settingsWriters } from '../engine/roles.ts';
import { oneOf, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import { usualFeatures } from './features.ts';
import { showFields } from './shared-rules.ts';

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
];

const listed = ['name', 'business_name', 'business_id', 'timezone', 'timezone_switch_at', 'approval_status'];

/** Ad accounts (F-account-01, F-account-02). */
export const accounts: Resource = {
  collection: 'accounts',
  idParam: 'account_id',
  label: 'Account',
  notFound: 'NOT_FOUND',
  ids: { prefix: '18ce', start: Number.parseInt('6000000', 36), radix: 36 },
  indexed: [],
  fields: {
    name: 'text',
    business_name: 'text?',
    business_id: 'text?',
    timezone: 'text',
    timezone_switch_at: 'time?',
    approval_status: 'text',
    industry_type: 'text?',
    // Not shown: the user that speaks for the account, whom its line items name (F-line-item-16).
    promotable_user_id: 'text?',
    // Not shown: what the account may use; a call of its own tells.
    features: 'texts',
  },
  writes: {
    name: { is: text(255), on: 'update' },
    industry_type: { is: oneOf(industries), on: 'update' },
  },
  filters: { account_ids: 'id' },
  listParams: { q: { is: text(255) } },
  sortable: ['created_at', 'updated_at', 'deleted', 'name'],
  readers: [],
  writers: settingsWriters,
  operations: [],
  blank: (world) => ({
    name: 'Sandbox account',
    business_name: null,
    business_id: null,
    timezone: 'America/Los_Angeles',
    timezone_switch_at: world.clock.stamp(),
    approval_status: 'ACCEPTED',
    industry_type: null,
    promotable_user_id: null,
    features: usualFeatures,
  }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id }) => ({ name: `Account ${id}` }),
  show: (record) => showFields(record, listed),
};

/** The account as single reads show it, with its industry (F-account-03). */
export function showAccount(record: StoredRecord): Fields {
  return showFields(record, [...listed, 'industry_type']);
}
