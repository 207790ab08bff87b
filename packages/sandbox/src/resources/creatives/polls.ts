import { type Change, invalid, type Resource, type Rule } from '../../engine/resource.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import { int, mediaKey, text } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, longIn, textIn, textsIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { isBlank, showFields } from '../shared-rules.ts';
import { uriOf } from './cards.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { hasRatio, libraryMedia } from './media.ts';
import { showVideo } from './video-fields.ts';

const choices = ['first_choice', 'second_choice', 'third_choice', 'fourth_choice'];

/** Poll cards (F-card-09, F-card-11). */
export const pollCards: Resource = {
  collection: 'poll_cards',
  idParam: 'card_id',
  segment: 'cards/poll',
  label: 'Card',
  notFound: 'CARD_NOT_FOUND',
  hardDelete: true,
  ids: { prefix: '15048313', start: 18_555_000_000, radix: 10 },
  indexed: ['account_id'],
  // Votes are no longer accepted (F-card-10).
  due: {
    at: (poll) => (poll['voting_status'] === 'open' ? (textIn(poll, 'end_time') ?? undefined) : undefined),
    happens: (poll, world) => world.store.put('poll_cards', { ...poll, voting_status: 'closed' }),
  },
  fields: {
    name: 'text',
    card_type: 'text',
    first_choice: 'text',
    second_choice: 'text',
    third_choice: 'text?',
    fourth_choice: 'text?',
    start_time: 'time',
    end_time: 'time',
    duration_in_minutes: 'long?',
    media_key: 'text?',
    // Not shown: whether votes are accepted, `open` until `end_time` has come.
    voting_status: 'text',
  },
  writes: {
    name: { is: text(255), on: 'create', required: 'create' },
    duration_in_minutes: { is: int(5, 10_080), on: 'create', required: 'create' },
    first_choice: { is: text(25), on: 'create', required: 'create' },
    second_choice: { is: text(25), on: 'create', required: 'create' },
    third_choice: { is: text(25), on: 'create' },
    fourth_choice: { is: text(25), on: 'create' },
    media_key: { is: mediaKey, on: 'create' },
  },
  filters: { card_ids: 'id' },
  listParams: { q: { is: text(80) } },
  sortable: ['created_at', 'updated_at', 'deleted', 'name'],
  readers: creativeReaders,
  writers: creativeWriters,
  operations: ['list', 'get', 'create', 'delete'],
  publicOnly: ['delete'],
  blank: () => ({ third_choice: null, fourth_choice: null, media_key: null, voting_status: 'open' }),
  complete,
  rules: [inOrder(), mediaFeature(), libraryMedia('media_key', unfitMedia, 'INVALID_IMAGE')],
  quotas: [],
  plausible: ({ id }) => ({
    name: `Poll ${id}`,
    first_choice: 'Yes',
    second_choice: 'No',
    duration_in_minutes: 1440,
  }),
  show,
};

// The clock starts at creation, not at attachment to a post (F-card-10).
function complete({ world, before, after }: Change): Fields {
  if (before !== undefined) return after;
  const start = textIn(after, 'start_time') ?? world.clock.stamp();
  const minutes = Number(longIn(after, 'duration_in_minutes') ?? 0n);
  const media = world.store.get('media_library', textIn(after, 'media_key') ?? '');
  const kind = media === undefined ? 'TEXT' : media['media_type'] === 'IMAGE' ? 'IMAGE' : 'VIDEO';
  return {
    ...after,
    card_type: `${kind}_POLLS`,
    start_time: start,
    end_time: textIn(after, 'end_time') ?? wholeSeconds(Date.parse(start) + minutes * 60_000),
  };
}

function show(record: StoredRecord, world: World): Fields {
  const set = choices.filter((choice, index) => index < 2 || !isBlank(record, choice));
  const media = world.store.get('media_library', textIn(record, 'media_key') ?? '') ?? {};
  return {
    ...showFields(record, ['name', 'card_type', ...set, 'start_time', 'end_time']),
    duration_in_minutes: String(longIn(record, 'duration_in_minutes') ?? 0n),
    card_uri: uriOf(record.id),
    ...(record['card_type'] === 'VIDEO_POLLS' ? showVideo(media) : {}),
    ...(record['card_type'] === 'IMAGE_POLLS' ? { media_url: textIn(media, 'media_url') } : {}),
  };
}

/** A later choice needs those before it (F-card-09). */
function inOrder(): Rule {
  return {
    fields: choices,
    check({ after }) {
      const gap = choices.findIndex((choice) => isBlank(after, choice));
      const later = gap === -1 ? undefined : choices.slice(gap).find((choice) => !isBlank(after, choice));
      if (later === undefined) return undefined;
      return invalid(choices[gap] ?? '', `${later} needs ${choices[gap]}`, 'INCLUSIVE_PARAMETERS');
    },
  };
}

function mediaFeature(): Rule {
  return {
    fields: ['media_key'],
    check({ world, accountId, given }) {
      const account = world.store.get('accounts', accountId) ?? {};
      if (!given.has('media_key') || textsIn(account, 'features').includes('PROMOTED_MEDIA_POLLS'))
        return undefined;
      const message = 'Polls with media need the account feature PROMOTED_MEDIA_POLLS';
      return invalid('media_key', message, 'FEATURE_NOT_AVAILABLE');
    },
  };
}

function unfitMedia(item: StoredRecord): string | undefined {
  if (item['media_type'] === 'VIDEO') return undefined;
  if (item['media_type'] !== 'IMAGE') return 'A poll takes an image or a video';
  if ((longIn(item, 'width') ?? 0n) < 800n) return 'The image of a poll is at least 800 px wide';
  return hasRatio(item, 1.91) ? undefined : 'The image of a poll has a ratio of 1.91:1';
}
