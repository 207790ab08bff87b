import type { Resource, WriteParam } from '../../engine/resource.ts';
import { hashtag, mediaKey, text, url } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import type { Fields } from '../../value.ts';
import { isBlank, needed, showFields } from '../shared-rules.ts';
import { imageCardMembers, videoCardMembers } from './conversation-card-members.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { hasRatio, libraryMedia } from './media.ts';

const optionalText = (most: number): WriteParam => ({ is: text(most), on: 'both', clearable: true });
const requiredText = (most: number): WriteParam => ({ is: text(most), on: 'both', required: 'create' });
const optionalMedia: WriteParam = { is: mediaKey, on: 'both', clearable: true };

// The lengths of the third and fourth call and of the posts are nobody's; a post's is taken.
const longest = 280;

const callWrites: Readonly<Record<string, WriteParam>> = {
  name: requiredText(255),
  title: optionalText(23),
  first_cta: { is: hashtag(20), on: 'both', required: 'create' },
  first_cta_tweet: requiredText(longest),
  second_cta: { is: hashtag(20), on: 'both', clearable: true },
  second_cta_tweet: optionalText(longest),
  third_cta: optionalText(longest),
  third_cta_tweet: optionalText(longest),
  fourth_cta: optionalText(longest),
  fourth_cta_tweet: optionalText(longest),
  thank_you_text: requiredText(23),
  thank_you_url: { is: url, on: 'both', clearable: true },
  media_key: { is: mediaKey, on: 'both', required: 'create' },
};

const shown = Object.keys(callWrites);
const optional = shown.filter((name) => callWrites[name]?.clearable === true);

/** What both kinds of conversation cards have in common (F-card-12). */
const conversation = {
  idParam: 'card_id',
  label: 'Card',
  notFound: 'CARD_NOT_FOUND',
  hardDelete: true,
  indexed: ['account_id'],
  filters: { card_ids: 'id' },
  listParams: { q: { is: text(80) } },
  sortable: ['created_at', 'updated_at', 'deleted', 'name'],
  readers: creativeReaders,
  writers: creativeWriters,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  complete: ({ after }) => after,
  quotas: [],
} satisfies Partial<Resource>;

const callRules = [
  needed('title', ['second_cta'], (after) => isBlank(after, 'second_cta')),
  ...['second', 'third', 'fourth'].map((which) =>
    needed(`${which}_cta_tweet`, [`${which}_cta`], (after) => !isBlank(after, `${which}_cta`)),
  ),
];

// What an answer shows by an address only (F-card-13, F-card-14).
const imageMedia = ['unlocked_image_media_key'];
const videoMedia = [...imageMedia, 'poster_media_key', 'unlocked_video_media_key'];

function fieldsWith(media: readonly string[]): Resource['fields'] {
  return Object.fromEntries([...shown, ...media].map((name) => [name, 'text?'] as const));
}

function writesWith(media: readonly string[]): Resource['writes'] {
  return { ...callWrites, ...Object.fromEntries(media.map((name) => [name, optionalMedia] as const)) };
}

function blankWith(media: readonly string[]): Fields {
  return Object.fromEntries([...optional, ...media].map((name) => [name, null] as const));
}

function plausible(id: string, media: string): Fields {
  return {
    name: `Conversation ${id}`,
    title: 'Join in',
    first_cta: '#join',
    first_cta_tweet: 'I join in',
    thank_you_text: 'Thank you',
    media_key: media,
  };
}

/** Video conversation cards. */
export const videoConversationCards: Resource = {
  ...conversation,
  collection: 'video_conversation_cards',
  segment: 'cards/video_conversation',
  ids: { prefix: '15058313', start: 18_555_000_000, radix: 10 },
  fields: fieldsWith(videoMedia),
  writes: writesWith(videoMedia),
  publicOnly: ['update', 'delete'],
  blank: () => blankWith(videoMedia),
  rules: [
    ...callRules,
    libraryMedia('media_key', unfitVideo),
    libraryMedia('poster_media_key', notImage),
    libraryMedia('unlocked_image_media_key', notImage),
    libraryMedia('unlocked_video_media_key', notVideo),
  ],
  plausible: ({ id }) => plausible(id, '7_1191948012077092867'),
  show: (record, world) => ({ ...showFields(record, shown), ...videoCardMembers(record, world) }),
};

/** Image conversation cards. */
export const imageConversationCards: Resource = {
  ...conversation,
  collection: 'image_conversation_cards',
  segment: 'cards/image_conversation',
  ids: { prefix: '15068313', start: 18_555_000_000, radix: 10 },
  fields: fieldsWith(imageMedia),
  writes: writesWith(imageMedia),
  publicOnly: ['get', 'create', 'update', 'delete'],
  blank: () => blankWith(imageMedia),
  rules: [
    ...callRules,
    libraryMedia('media_key', notImage),
    libraryMedia('unlocked_image_media_key', notImage),
  ],
  plausible: ({ id }) => plausible(id, '3_1191948012077092867'),
  show: (record, world) => ({ ...showFields(record, shown), ...imageCardMembers(record, world) }),
};

function unfitVideo(item: StoredRecord): string | undefined {
  return notVideo(item) ?? (hasRatio(item, 16 / 9) ? undefined : 'The video has a ratio of 16:9');
}

function notVideo(item: StoredRecord): string | undefined {
  return item['media_type'] === 'VIDEO' ? undefined : 'Expected a video of the library';
}

function notImage(item: StoredRecord): string | undefined {
  return item['media_type'] === 'IMAGE' ? undefined : 'Expected an image of the library';
}
