import type { Call } from '../../engine/endpoint.ts';
import type { Change, FieldType, Filler, WriteParam } from '../../engine/resource.ts';
import { cardUri, flag, listOf, long, mediaKey, text } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn, type Value } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import { printJson } from '../../wire/lossless-json.ts';
import type { World } from '../../world/world.ts';
import { fullUserOf } from '../promotable-users.ts';
import { permissionsOn } from '../users.ts';

/** What is kept of every post: published, draft or scheduled. */
export const postFields: Readonly<Record<string, FieldType>> = {
  name: 'text?',
  text: 'text',
  user_id: 'text',
  nullcast: 'boolean',
  card_uri: 'text?',
  media_keys: 'texts',
};

// Longer posts are 25,000 characters (F-post-07).
const longestText = 25_000;

/** What every post is written with; who posts it is said once. */
export const postWrites: Readonly<Record<string, WriteParam>> = {
  as_user_id: { is: long, on: 'create', required: 'create' },
  text: { is: text(longestText), on: 'both', clearable: true },
  name: { is: text(80), on: 'both', clearable: true },
  nullcast: { is: flag, on: 'both' },
  card_uri: { is: cardUri, on: 'both', clearable: true },
  media_keys: { is: listOf(mediaKey), on: 'both', clearable: true },
};

/** A post of which nothing is known. */
export const blankPost: Fields = { name: null, text: '', nullcast: true, card_uri: null, media_keys: [] };

/** The post with its author: `as_user_id` of the request is `user_id` of the record. No text is an empty one. */
export function completePost({ after }: Change): Fields {
  const { as_user_id: author, ...post } = after;
  const named = author === undefined ? {} : { user_id: idText(author) };
  return { ...post, text: textIn(post, 'text') ?? '', ...named };
}

/** What a seeded post says where the seed does not. */
export function plausiblePost(sort: string, { world, accountId, id }: Filler): Fields {
  return { text: `${sort} ${id}`, user_id: authorFor(world, accountId) };
}

/** The user in whose name an account posts, unless it says otherwise. */
export function authorFor(world: World, accountId: string): string {
  const own = textIn(world.store.get('accounts', accountId) ?? {}, 'promotable_user_id');
  return fullUserOf(world, accountId) ?? own ?? '';
}

/** The text of a 64-bit id that came as a number. */
export function idText(value: Value): string {
  return typeof value === 'string' ? value : printJson(value);
}

/** A 64-bit id as a bare number, as answers carry it in some places (F-value-02); other ids as they are. */
export function idNumber(id: string): Value {
  return /^\d{1,19}$/.test(id) ? BigInt(id) : id;
}

/** Whether the post is by the user given; by the one that the account posts as, where none is. */
export function byUser(record: StoredRecord, given: Value | undefined, world: World): boolean {
  const wanted = given === undefined ? authorFor(world, textIn(record, 'account_id') ?? '') : idText(given);
  return record['user_id'] === wanted;
}

/**
 * Posting for somebody else takes the permission TWEET_COMPOSER (F-account-04).
 * Throws ApiError 403 for a caller without it.
 */
export function checkComposer({ world, user, accountId, raw }: Call): void {
  const author = raw.get('as_user_id') ?? null;
  // What is no user's id at all is refused with the other parameters.
  if (author === null || typeof author === 'object' || !/^\d{1,19}$/.test(idText(author))) return;
  if (idText(author) === user.id) return;
  const isComposer = permissionsOn(user, accountId)?.includes('TWEET_COMPOSER') === true;
  if (isComposer || world.limits.creatives.tweet_composer === 'implied') return;
  const message = 'Posting for another user needs the permission TWEET_COMPOSER';
  throw new ApiError(403, [{ code: 'ACTION_NOT_ALLOWED', message, parameter: 'as_user_id' }]);
}
