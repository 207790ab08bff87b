import { type Change, invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { mediaKey, oneOf, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, isFields, textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { showFields } from '../shared-rules.ts';
import { addPreroll } from './account-media.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { mentions } from './matchers.ts';
import { isMediaReady, kindOfMedia, mediaIn } from './media.ts';

const described = ['name', 'file_name', 'title', 'description'];
const shown = [...described, 'media_url', 'media_category', 'media_type', 'media_status'];
const videoOnly = [
  'title',
  'description',
  'duration',
  'aspect_ratio',
  'poster_media_url',
  'poster_media_key',
];

/** The media library (F-media-02). Its items go by their media keys. */
export const mediaLibrary: Resource = {
  collection: 'media_library',
  idParam: 'media_key',
  namedBy: 'media_key',
  label: 'Media',
  notFound: 'MEDIA_NOT_FOUND',
  ids: { prefix: '3_119194801', start: 2_077_000_000, radix: 10 },
  indexed: ['account_id'],
  fields: {
    media_key: 'text',
    name: 'text?',
    file_name: 'text?',
    title: 'text?',
    description: 'text?',
    media_url: 'text?',
    media_category: 'text',
    media_type: 'text',
    /** What it is for good; null while it follows from the clock. */
    media_status: 'text?',
    /** Milliseconds. */
    duration: 'long?',
    aspect_ratio: 'text?',
    poster_media_url: 'text?',
    poster_media_key: 'text?',
    tweeted: 'boolean',
    // Not shown here: what an upload said of its file, until the item is added by its key; counts that the data API shows, and pixels.
    uploaded: 'json?',
    public_metrics: 'json?',
    width: 'long?',
    height: 'long?',
  },
  writes: {
    media_key: { is: mediaKey, on: 'create', required: 'create' },
    name: { is: text(100), on: 'both', clearable: true },
    file_name: { is: text(255), on: 'both', clearable: true },
    title: { is: text(70), on: 'both', clearable: true },
    description: { is: text(200), on: 'both', clearable: true },
    poster_media_key: { is: mediaKey, on: 'both', clearable: true },
  },
  filters: {},
  listParams: { media_type: { is: oneOf(['GIF', 'IMAGE', 'VIDEO']) }, q: { is: text(255) } },
  matches: {
    media_type: (record, given) => given === undefined || record['media_type'] === given,
    q: mentions(described),
  },
  paging: { count: 20, most: 50, takes: [] },
  sortable: [],
  readers: creativeReaders,
  writers: creativeWriters,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  publicOnly: ['list', 'get', 'update'],
  blank: () => ({
    name: null,
    file_name: null,
    title: null,
    description: null,
    media_url: null,
    media_status: null,
    duration: null,
    aspect_ratio: null,
    poster_media_url: null,
    poster_media_key: null,
    tweeted: false,
    uploaded: null,
    width: null,
    height: null,
  }),
  complete,
  rules: [keyIsFree(), ...['title', 'description', 'poster_media_key'].map(onlyForVideos), posterIsImage()],
  quotas: [],
  plausible: ({ id }) => ({ media_key: id, name: `Media ${id}`, file_name: `${id}.bin` }),
  follow: (record, world) => {
    if (record['media_category'] === 'AMPLIFY_VIDEO') addPreroll(record, world);
  },
  show,
};

/** What the upload already knows of a file; made up, as nothing is uploaded to a sandbox. */
function complete({ world, after }: Change): Fields {
  const key = textIn(after, 'media_key') ?? '';
  const { category, type } = kindOfMedia(key);
  const poster = mediaIn(world, textIn(after, 'account_id') ?? '', textIn(after, 'poster_media_key') ?? '');
  const named = { media_category: category, media_type: type, media_url: `https://media.example.com/${key}` };
  const known = world.store.get('media_library', key);
  const sizes =
    known !== undefined && isUpload(known)
      ? { width: known['width'] ?? null, height: known['height'] ?? null }
      : {};
  const made = withDefaults(
    withDefaults({ ...after, ...sizes }, named),
    type === 'VIDEO' ? videoFacts(key) : imageFacts,
  );
  return poster === undefined ? made : { ...made, poster_media_url: poster['media_url'] ?? null };
}

const imageFacts: Fields = { width: 1200, height: 628 };

function videoFacts(key: string): Fields {
  const poster = `https://media.example.com/${key}.jpg`;
  return { width: 1280, height: 720, duration: 15_000, aspect_ratio: '16:9', poster_media_url: poster };
}

function withDefaults(fields: Fields, defaults: Fields): Fields {
  const lacking = Object.entries(defaults).filter(([name]) => (fields[name] ?? null) === null);
  return { ...fields, ...Object.fromEntries(lacking) };
}

function show(record: StoredRecord, world: World): Fields {
  const { id, ...fields } = showFields(record, shown);
  const ready = isMediaReady(record, world) ? 'TRANSCODE_COMPLETED' : 'TRANSCODE_IN_PROGRESS';
  const item = {
    media_key: id ?? null,
    ...fields,
    media_status: textIn(record, 'media_status') ?? ready,
    tweeted: record['tweeted'] === true,
  };
  const kept = record['media_type'] === 'VIDEO' ? videoOnly : [];
  const dropped = Object.entries(item).filter(([name]) => !videoOnly.includes(name));
  return {
    ...Object.fromEntries(dropped),
    ...Object.fromEntries(kept.map((name) => [name, record[name] ?? null] as const)),
  };
}

/** Whether the item was uploaded, and added to no library by its key since (F-legacy-06). */
function isUpload(item: StoredRecord): boolean {
  return isFields(item['uploaded']);
}

/** A key stands for one thing: it is added once, to one library, until it is deleted there. */
function keyIsFree(): Rule {
  return {
    fields: ['media_key'],
    check({ world, accountId, before, after }) {
      if (before !== undefined) return undefined;
      const key = textIn(after, 'media_key') ?? '';
      if (kindOfMedia(key).type === '')
        return invalid('media_key', `Expected an image, a video or a GIF, got "${key}"`, 'INVALID_MEDIA');
      const known = world.store.get('media_library', key);
      if (known === undefined || isUpload(known)) return undefined;
      if (isDeleted(known) && known['account_id'] === accountId) return undefined;
      return invalid('media_key', `Media ${key} is in a library already`, 'INVALID_MEDIA');
    },
  };
}

function onlyForVideos(field: string): Rule {
  return {
    fields: [field],
    check({ given, after }) {
      const isMisplaced = typeof given.get(field) === 'string' && after['media_type'] !== 'VIDEO';
      return isMisplaced ? invalid(field, `${field} is only allowed for videos`) : undefined;
    },
  };
}

function posterIsImage(): Rule {
  return {
    fields: ['poster_media_key'],
    check({ world, accountId, given }) {
      const key = given.get('poster_media_key');
      if (typeof key !== 'string') return undefined;
      const poster = mediaIn(world, accountId, key);
      if (poster?.['media_type'] === 'IMAGE') return undefined;
      return invalid('poster_media_key', `${key} is no image of the library`, 'INVALID_MEDIA_ID');
    },
  };
}
