import { invalid, type Rule } from '../../engine/resource.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { longIn, textIn, textsIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';

interface MediaKind {
  readonly category: string;
  /** IMAGE, VIDEO or GIF; empty for a key of another sort. */
  readonly type: string;
}

// By the first number of a media key (F-media-01).
const kinds: ReadonlyMap<string, MediaKind> = new Map([
  ['3', { category: 'TWEET_IMAGE', type: 'IMAGE' }],
  ['7', { category: 'TWEET_VIDEO', type: 'VIDEO' }],
  ['13', { category: 'AMPLIFY_VIDEO', type: 'VIDEO' }],
  ['16', { category: 'TWEET_GIF', type: 'GIF' }],
]);

/** What a media key says about the media: its first number is the category. */
export function kindOfMedia(mediaKey: string): MediaKind {
  return kinds.get(mediaKey.split('_')[0] ?? '') ?? { category: '', type: '' };
}

/** The live item of the account's library with this key. */
export function mediaIn(world: World, accountId: string, mediaKey: string): StoredRecord | undefined {
  const item = world.store.get('media_library', mediaKey);
  return item === undefined || isDeleted(item) || item['account_id'] !== accountId ? undefined : item;
}

/** Whether the media's processing, which takes as long as the limits say, is over. */
export function isMediaReady(item: StoredRecord, { clock, limits }: World): boolean {
  const seconds = limits.media_processing_seconds;
  const added = Date.parse(textIn(item, 'created_at') ?? '');
  return !(clock.now() < added + seconds * 1000);
}

/** The first of the keys that is not in the account's library, as a problem of the parameter. */
export function unknownMedia(
  world: World,
  accountId: string,
  parameter: string,
  keys: readonly string[],
): Problem | undefined {
  const unknown = keys.find((key) => mediaIn(world, accountId, key) === undefined);
  return unknown === undefined
    ? undefined
    : { ...invalid(parameter, `Media ${unknown} is not in the library`, 'INVALID_MEDIA_ID'), value: unknown };
}

/** A rule that a media key, where one is given, names an item of the library for which `problem` finds nothing wrong. */
export function libraryMedia(
  parameter: string,
  problem: (item: StoredRecord) => string | undefined,
  code = 'INVALID_MEDIA',
): Rule {
  return {
    fields: [parameter],
    check({ world, accountId, given }) {
      const key = given.get(parameter);
      if (typeof key !== 'string') return undefined;
      const item = mediaIn(world, accountId, key);
      if (item === undefined) return unknownMedia(world, accountId, parameter, [key]);
      const message = problem(item);
      return message === undefined ? undefined : invalid(parameter, message, code);
    },
  };
}

/** What a post may carry: up to four images, or one animated image, or one video (F-post-05). */
export const mediaOfOnePost: Rule = {
  fields: ['media_keys'],
  check({ world, accountId, given }) {
    const keys = textsIn(Object.fromEntries(given), 'media_keys');
    const unknown = unknownMedia(world, accountId, 'media_keys', keys);
    if (unknown !== undefined) return unknown;
    const types = keys.map((key) => mediaIn(world, accountId, key)?.['media_type']);
    const isFine = types.every((type) => type === 'IMAGE') ? types.length <= 4 : types.length === 1;
    if (isFine) return undefined;
    const message = 'media_keys takes up to 4 images, or 1 animated image, or 1 video';
    return invalid('media_keys', message, 'INVALID_MEDIA');
  },
};

/** Whether width to height is as wanted, to a hundredth or so. */
export function hasRatio(item: StoredRecord, wanted: number): boolean {
  const ratio = Number(longIn(item, 'width') ?? 0n) / Number(longIn(item, 'height') ?? 1n);
  return Math.abs(ratio - wanted) <= 0.02;
}

/** Notes in the library that the post's media has been posted (F-media-06). */
export function markTweeted(world: World, post: StoredRecord): void {
  for (const key of textsIn(post, 'media_keys')) {
    const item = world.store.get('media_library', key);
    if (item !== undefined) world.store.put('media_library', { ...item, tweeted: true });
  }
}
