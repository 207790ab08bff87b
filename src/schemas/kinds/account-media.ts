import { defineKind } from '../define-kind.ts';

/** Media for preroll and banner ads. It cannot be created or changed, only referred to and deleted (F-media-04). */
export const accountMedia = defineKind({
  name: 'account_media',
  title: 'account media',
  section: 'account_media',
  parent: 'account',
  description:
    'Media of preroll and banner ads, which media creatives put under line items. It exists already: give its id.',
  hazards: [
    'Nothing creates account media but adding a preroll video to the media library.',
    'What becomes of media creatives that use it when it is deleted is not documented.',
  ],
  fields: {},
  observed: ['creative_type'],
  naturalKey: [],
  creatable: false,
  operations: {
    list: { path: '/12/accounts/:account_id/account_media', idFilter: 'account_media_ids', pageSize: 1000 },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/account_media/:id' },
  },
  replacement: { irreversible: true },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: { id: '3wpx' },
});
