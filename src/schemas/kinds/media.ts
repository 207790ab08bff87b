import { defineKind, type Finding } from '../define-kind.ts';
import { text } from '../field-types/index.ts';
import type { Values } from '../values.ts';
import { libraryMedia, ownMediaKey } from './creative-types.ts';
import { misplacedMedia, sortOfMedia } from './media-sort.ts';

/** An item of an account's media library; it goes by its media key (F-media-02). */
export const media = defineKind({
  name: 'media',
  title: 'media library item',
  section: 'media',
  parent: 'account',
  description:
    "An uploaded image, animated image or video in the account's media library, which cards and posts show.",
  hazards: [
    'adsync adds to the library what has been uploaded already; it uploads no files.',
    'Cards and posts that show an item are not checked when it is deleted.',
    'Whether an item is large enough, or has the right shape, shows only when a card or post is made of it.',
  ],
  fields: {
    media_key: {
      type: ownMediaKey,
      change: 'replace',
      required: true,
      description: 'The key that the upload gave: two numbers joined by an underscore.',
      example: { value: '7_1191948012077092999' },
    },
    name: {
      type: text(100),
      change: 'in-place',
      nullable: true,
      description: 'The name in the library, up to 100 characters.',
      example: { value: 'Spring clip, long' },
    },
    file_name: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      description: 'The name of the file, up to 255 characters.',
      example: { value: 'clip-long.mp4' },
    },
    title: {
      type: text(70),
      change: 'in-place',
      nullable: true,
      description: 'The title that people see, up to 70 characters; only for videos.',
      example: { value: 'All of spring' },
    },
    description: {
      type: text(200),
      change: 'in-place',
      nullable: true,
      description: 'The description that people see, up to 200 characters; only for videos.',
      example: { value: 'Half a minute of blossom' },
    },
    poster_media_key: {
      type: libraryMedia,
      change: 'in-place',
      nullable: true,
      description: 'An image of the library, shown before the video runs; only for videos.',
      example: { value: '3_1191948012077092869' },
    },
  },
  observed: ['media_category', 'media_type', 'media_status'],
  idField: 'media_key',
  naturalKey: ['media_key'],
  creatable: true,
  operations: {
    // The list takes no ids and at most 50 a page (F-media-03).
    list: { path: '/12/accounts/:account_id/media_library', pageSize: 50 },
    read: '/12/accounts/:account_id/media_library/:id',
    create: { method: 'POST', path: '/12/accounts/:account_id/media_library' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/media_library/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/media_library/:id' },
  },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
  example: { media_key: '7_1191948012077092998', name: 'Spring clip', title: 'Spring' },
  check,
});

const videoOnly = ['title', 'description', 'poster_media_key'];

function check(declared: Values): readonly Finding[] {
  const isVideo = (sortOfMedia(declared.media_key) ?? 'video') === 'video';
  const misplaced = isVideo ? [] : videoOnly.filter((name) => typeof declared[name] === 'string');
  return [
    ...misplaced.map((field) => ({
      field,
      message: 'goes only with a video',
      remedy: `Remove ${field}, or write the media key of a video.`,
      code: 'INVALID_PARAMETER',
    })),
    ...misplacedMedia(declared, { poster_media_key: ['image'] }, 'INVALID_MEDIA_ID'),
  ];
}
