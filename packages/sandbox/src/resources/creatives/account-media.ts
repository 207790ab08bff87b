import type { Resource } from '../../engine/resource.ts';
import { listOf, oneOf } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import type { World } from '../../world/world.ts';
import { showFields } from '../shared-rules.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { among } from './matchers.ts';

const creativeTypes = [
  'BANNER',
  'BANNER_TABLET',
  'INTERSTITIAL',
  'INTERSTITIAL_LANDSCAPE',
  'INTERSTITIAL_LANDSCAPE_TABLET',
  'INTERSTITIAL_TABLET',
  'MEDIUM_RECTANGLE',
  'PREROLL',
  'VAST_PREROLL',
];

/** Account media: what media creatives are made of (F-media-04). */
export const accountMedia: Resource = {
  collection: 'account_media',
  idParam: 'account_media_id',
  label: 'Account media',
  notFound: 'ACCOUNT_MEDIA_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('3x00', 36), radix: 36 },
  indexed: ['account_id', 'video_id'],
  fields: { video_id: 'text?', media_url: 'text?', creative_type: 'text' },
  writes: {},
  filters: { account_media_ids: 'id' },
  listParams: { creative_types: { is: listOf(oneOf(creativeTypes)) } },
  matches: { creative_types: among('creative_type') },
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: creativeReaders,
  writers: creativeWriters,
  operations: ['list', 'get', 'delete'],
  blank: () => ({ video_id: null, media_url: null, creative_type: 'PREROLL' }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ id }) => ({ media_url: `https://media.example.com/account/${id}` }),
  show: (record) => showFields(record, Object.keys(accountMedia.fields)),
};

/** Adds the account media that comes with a library video for prerolls (F-media-05). */
export function addPreroll(video: StoredRecord, world: World): void {
  for (const known of world.store.in('account_media', 'video_id', video.id))
    if (known['account_id'] === video['account_id']) return;
  const now = world.clock.stamp();
  world.store.put('account_media', {
    id: world.ids.next('account_media'),
    account_id: video['account_id'] ?? null,
    video_id: video.id,
    media_url: video['media_url'] ?? null,
    creative_type: 'PREROLL',
    created_at: now,
    updated_at: now,
    deleted: false,
  });
}
