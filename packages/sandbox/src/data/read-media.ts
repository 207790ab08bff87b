import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { fieldsIn, longIn, plainLong, textIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';

const collection = 'media_library';

/** The library's media of this key, undefined if there is none. */
export function findMedia({ store }: World, mediaKey: string): StoredRecord | undefined {
  const media = store.get(collection, mediaKey);
  return media === undefined || isDeleted(media) ? undefined : media;
}

const types: Readonly<Record<string, string>> = { IMAGE: 'photo', VIDEO: 'video', GIF: 'animated_gif' };

/** A field of a media object as the data API shows it; undefined for an absent one (F-data-07). */
export function mediaField(media: StoredRecord, name: string): Value | undefined {
  const isVideo = media['media_type'] === 'VIDEO';
  const duration = longIn(media, 'duration');
  const derived: Readonly<Record<string, () => Value | undefined>> = {
    media_key: () => media.id,
    type: () => types[textIn(media, 'media_type') ?? 'VIDEO'] ?? 'video',
    duration_ms: () => (isVideo && duration !== null ? plainLong(duration) : undefined),
    public_metrics: () => (isVideo ? { view_count: 0, ...fieldsIn(media, 'public_metrics') } : undefined),
    url: () => (isVideo ? undefined : (media['media_url'] ?? undefined)),
    preview_image_url: () => media['poster_media_url'] ?? undefined,
    alt_text: () => media['description'] ?? undefined,
  };
  return Object.hasOwn(derived, name) ? derived[name]?.() : undefined;
}
