import { defineKind } from '../define-kind.ts';

/** An audience by its old name, under version 5 of the interface (F-audience-19): it exists already, and is shared. */
export const tailoredAudience = defineKind({
  name: 'tailored_audience',
  title: 'tailored audience',
  section: 'tailored_audiences',
  parent: 'account',
  description: 'An audience of the older family, as a place for its permissions: give its id.',
  fields: {},
  observed: [],
  naturalKey: [],
  creatable: false,
  operations: {},
  import: { sameRecordsAs: 'custom_audience' },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  example: { id: '1nmth' },
});
