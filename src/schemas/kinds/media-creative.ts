import { defineKind, type Finding } from '../define-kind.ts';
import { reference, webAddress } from '../field-types/index.ts';
import type { Values } from '../values.ts';

/** Account media on a line item (F-attachment-02). */
export const mediaCreative = defineKind({
  name: 'media_creative',
  title: 'media creative',
  section: 'media_creatives',
  parent: 'line_item',
  description: 'Account media that the line item shows: a preroll video, a banner or an interstitial.',
  fields: {
    account_media: {
      wire: 'account_media_id',
      type: reference('account_media'),
      change: 'replace',
      required: true,
      description: 'The account media: its key, or { id: … } of one that is not declared.',
      example: { value: { id: '3wpy' } },
    },
    landing_url: {
      type: webAddress(),
      change: 'replace',
      description:
        'Where a display image leads; needed for the objective WEBSITE_CLICKS. The platform ignores it for preroll videos.',
      example: {
        value: 'https://example.com/landing',
        with: { account_media: { id: '3wpy' } },
      },
    },
  },
  parentField: 'line_item_id',
  observed: ['creative_type'],
  naturalKey: ['line_item_id', 'account_media_id'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/media_creatives',
      idFilter: 'media_creative_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/media_creatives' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/media_creatives/:id' },
  },
  shownToPeople: true,
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { account_media: { id: '3wpx' } },
  parentExample: { objective: 'VIDEO_VIEWS' },
  check,
});

function check({ landing_url: url }: Values, parent: Values | undefined): readonly Finding[] {
  if (parent?.objective === 'WEBSITE_CLICKS' && url === undefined)
    return [
      {
        field: 'landing_url',
        message: 'is needed for the objective WEBSITE_CLICKS',
        remedy: 'Add landing_url: the address that the image leads to.',
        code: 'MISSING_PARAMETER',
      },
    ];
  if (parent?.objective === 'PREROLL_VIEWS' && url !== undefined)
    return [
      {
        field: 'landing_url',
        message: 'is ignored by the platform for preroll videos',
        remedy: 'Remove it, and give the line item preroll_call_to_actions.',
      },
    ];
  return [];
}
