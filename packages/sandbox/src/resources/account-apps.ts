import type { Resource } from '../engine/resource.ts';
import { campaignReaders } from '../engine/roles.ts';
import { showFields } from './shared-rules.ts';

/** The mobile apps of an account (F-account-07). */
export const accountApps: Resource = {
  collection: 'account_apps',
  idParam: 'account_app_id',
  label: 'App',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('4x0', 36), radix: 36 },
  indexed: ['account_id'],
  fields: {
    app_store_identifier: 'text',
    os_type: 'text',
    conversion_tracking_enabled: 'boolean',
    deep_link_pattern: 'text?',
  },
  writes: {},
  filters: {},
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: [],
  operations: ['list'],
  blank: () => ({ os_type: 'Android', conversion_tracking_enabled: false, deep_link_pattern: null }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id, given }) => ({
    app_store_identifier:
      given['os_type'] === 'iOS' ? String(Number.parseInt(id, 36)) : `com.example.app${id}`,
  }),
  show: (record) => showFields(record, Object.keys(accountApps.fields)),
};
