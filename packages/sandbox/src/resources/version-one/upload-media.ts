import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { digits, int, listOf, long, oneOf, type Params, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, longIn, plainLong, textIn } from '../../value.ts';
import { refusal } from '../../wire/api-error.ts';
import { creativeWriters } from '../creatives/creative-roles.ts';
import { mediaLibrary } from '../creatives/media-library.ts';
import { idNumber } from '../creatives/post-fields.ts';
import { accountsOf, permissionsOn } from '../users.ts';
import { type MediaFile, mediaFileIn } from './media-file.ts';
import { readNumbered } from './read-numbered.ts';

// What the key of each category begins with (F-media-01).
const keyOf: Readonly<Record<string, string>> = {
  tweet_image: '3',
  tweet_video: '7',
  amplify_video: '13',
  tweet_gif: '16',
};
const categories = Object.keys(keyOf);
// Each in the three ways that programs write it (F-legacy-06): tweet_image, TWEET_IMAGE, TweetImage.
const spellings = new Map(
  categories.flatMap((category) => {
    const pascal = category.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
    return [category, category.toUpperCase(), pascal].map((spelling) => [spelling, category] as const);
  }),
);
const longest = 10_000_000;

const params: Params = {
  command: { is: oneOf(['INIT', 'APPEND', 'FINALIZE', 'STATUS']) },
  media: { is: text(longest) },
  media_data: { is: text(longest) },
  media_category: { is: oneOf([...spellings.keys()]) },
  media_type: { is: text(100) },
  media_id: { is: digits },
  total_bytes: { is: int(1, Number.MAX_SAFE_INTEGER) },
  segment_index: { is: int(0, 999) },
  additional_owners: { is: listOf(long, 100) },
};

const common = { path: '/media/upload.json', versions: ['1.1'], profile: 'public', params } as const;

/** Uploads, whole or in parts, of which nothing is kept but what they are (F-legacy-06). */
export const uploadEndpoints: readonly Endpoint[] = [
  { ...common, method: 'POST', run: upload },
  { ...common, method: 'GET', run: (call) => shown(uploaded(call, readNumbered(params, call))) },
];

function upload(call: Call): Fields {
  const given = readNumbered(params, call);
  const command = textIn(given, 'command');
  if (command === null) return shown(add(call, wholeFile(given), given));
  if (command === 'INIT') return shown(add(call, announced(given), given));
  const item = uploaded(call, given);
  if (command !== 'APPEND') return shown(item);
  if (textIn(given, 'media') === null && textIn(given, 'media_data') === null) throw lacking('media');
  return {};
}

function wholeFile(given: Fields): MediaFile {
  const encoded = textIn(given, 'media') ?? textIn(given, 'media_data');
  if (encoded === null) throw lacking('media');
  const file = mediaFileIn(Buffer.from(encoded, 'base64'));
  if (file === undefined) throw wrong('media');
  return file;
}

function announced(given: Fields): MediaFile {
  const [type, size] = [textIn(given, 'media_type'), longIn(given, 'total_bytes')];
  if (type === null) throw lacking('media_type');
  if (size === null) throw lacking('total_bytes');
  if (!/^(?:image|video)\/./.test(type)) throw wrong('media_type');
  return { type, size: Number(size) };
}

/** Adds an item to the library of the first account that the caller may add to; `POST media_library` may move it. */
function add({ world, user }: Call, file: MediaFile, given: Fields): StoredRecord {
  const accountId = accountsOf(user).find((id) => {
    const account = world.store.get('accounts', id);
    const mayAdd = permissionsOn(user, id)?.some((each) => creativeWriters.some((writer) => writer === each));
    return account !== undefined && !isDeleted(account) && mayAdd === true;
  });
  if (accountId === undefined)
    throw refusal(403, 220, 'Your credentials do not allow access to this resource.');
  const category = spellings.get(textIn(given, 'media_category') ?? '') ?? usualCategory(file.type);
  const [, number = ''] = world.ids.next(mediaLibrary.collection).split('_');
  const key = `${keyOf[category]}_${number}`;
  const now = world.clock.stamp();
  const blank = { ...mediaLibrary.blank(world), account_id: accountId, media_key: key };
  const after = { ...blank, width: file.width ?? null, height: file.height ?? null };
  const item: StoredRecord = {
    ...mediaLibrary.complete({ world, accountId, before: undefined, given: new Map(), after }),
    uploaded: { type: file.type, size: file.size },
    id: key,
    created_at: now,
    updated_at: now,
    deleted: false,
  };
  world.store.put(mediaLibrary.collection, item);
  return item;
}

function usualCategory(type: string): string {
  if (type === 'image/gif') return 'tweet_gif';
  return type.startsWith('video/') ? 'tweet_video' : 'tweet_image';
}

/** The item that an earlier request uploaded, or began to. Throws ApiError 400. */
function uploaded({ world }: Call, given: Fields): StoredRecord {
  const id = textIn(given, 'media_id');
  if (id === null) throw lacking('media_id');
  const items = Object.values(keyOf).map((key) => world.store.get(mediaLibrary.collection, `${key}_${id}`));
  const item = items.find((each) => each !== undefined && !isDeleted(each));
  if (item === undefined) throw wrong('media_id');
  return item;
}

function shown(item: StoredRecord): Fields {
  const [, number = ''] = item.id.split('_');
  const { uploaded: file = null } = item;
  const { type = null, size = null } =
    typeof file === 'object' && file !== null && 'type' in file ? file : {};
  const [w, h] = ['width', 'height'].map((side) => plainLong(longIn(item, side) ?? 0n));
  const isVideo = item['media_type'] === 'VIDEO';
  return {
    media_id: idNumber(number),
    media_id_string: number,
    media_key: item.id,
    size,
    expires_after_secs: 86_400,
    ...(isVideo ? { video: { video_type: type } } : { image: { image_type: type, w: w ?? 0, h: h ?? 0 } }),
  };
}

function lacking(name: string): Error {
  return refusal(400, 38, `${name} parameter is missing.`);
}

function wrong(name: string): Error {
  return refusal(400, 44, `${name} parameter is invalid.`);
}
