import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, longIn, textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { uriOf } from './cards.ts';
import { authorFor } from './post-fields.ts';

/** What the answer to a video conversation card has beside what was written (F-card-14). */
export function videoCardMembers(record: StoredRecord, world: World): Fields {
  const video = mediaOf(record, 'media_key', world);
  const poster = mediaOf(record, 'poster_media_key', world);
  return {
    ...thanks(record),
    card_type: 'VIDEO_CONVERSATION',
    card_uri: uriOf(record.id),
    media_url: textIn(video, 'media_url'),
    // The first frame, without a poster of its own (F-card-12).
    poster_media_url: textIn(poster, 'media_url') ?? textIn(video, 'poster_media_url'),
    ...ratioOf(video, 'video'),
    video_owner_id: authorFor(world, textIn(record, 'account_id') ?? ''),
    ...coverImage(mediaOf(record, 'unlocked_image_media_key', world)),
    ...coverVideo(mediaOf(record, 'unlocked_video_media_key', world)),
  };
}

/** What the answer to an image conversation card has beside what was written (F-card-14). */
export function imageCardMembers(record: StoredRecord, world: World): Fields {
  const image = mediaOf(record, 'media_key', world);
  return {
    ...thanks(record),
    card_type: 'IMAGE_CONVERSATION',
    card_uri: uriOf(record.id),
    media_url: textIn(image, 'media_url'),
    image_display_width: pixels(image, 'width'),
    image_display_height: pixels(image, 'height'),
    ...coverImage(mediaOf(record, 'unlocked_image_media_key', world)),
  };
}

/** Where the thanks lead, as shown, as shortened, and in the end. */
function thanks(record: StoredRecord): Fields {
  const url = textIn(record, 'thank_you_url');
  return {
    thank_you_dest_url: url,
    thank_you_display_url: url?.replace(/^https?:\/\//, '') ?? null,
    thank_you_shortened_url: url === null ? null : `https://t.example.com/${record.id}`,
  };
}

/** The image that shows after a post, by the name that answers have for it. */
function coverImage(image: Fields): Fields {
  return {
    cover_image_url: textIn(image, 'media_url'),
    cover_image_display_width: pixels(image, 'width'),
    cover_image_display_height: pixels(image, 'height'),
  };
}

/** The video that shows after a post. */
function coverVideo(video: Fields): Fields {
  const url = textIn(video, 'media_url');
  return {
    cover_video_content_id: textIn(video, 'media_key'),
    cover_video_url: url,
    cover_video_hls_url: url === null ? null : `${url}.m3u8`,
    cover_video_poster_url: textIn(video, 'poster_media_url'),
    ...ratioOf(video, 'cover_video'),
  };
}

/** The shape of a video as two numbers in texts, such as 16 and 9; null without a video. */
function ratioOf(video: Fields, prefix: string): Fields {
  const [width = null, height = null] = textIn(video, 'aspect_ratio')?.split(':') ?? [];
  return { [`${prefix}_width`]: width, [`${prefix}_height`]: height };
}

function pixels(image: Fields, side: string): string | null {
  return longIn(image, side)?.toString() ?? null;
}

function mediaOf(record: StoredRecord, field: string, world: World): Fields {
  return world.store.get('media_library', textIn(record, field) ?? '') ?? {};
}
