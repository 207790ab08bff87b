import { entitiesOf } from '../resources/creatives/entities.ts';
import { userNamed } from '../resources/users.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { pick } from './pick.ts';
import { findMedia, mediaField } from './read-media.ts';
import { authorOf, findPost, postField, referencesOf, textOf } from './read-post.ts';
import { userField } from './read-user.ts';
import type { Wanted } from './selection.ts';

/** A post: `id` and `text` unless more is asked for (F-data-02). */
export function showPost(world: World, post: StoredRecord, { post: wanted, expansions }: Wanted): Fields {
  // What refers to an included object is shown with it.
  const references = expansions.map((name) => name.split('.')[0] ?? '').filter((name) => name !== 'geo');
  return pick(['id', 'text', ...references, ...wanted], (name) => postField(world, post, name));
}

/** A user: `id`, `name` and `username` unless more is asked for. */
export function showUser(user: StoredRecord, wanted: readonly string[]): Fields {
  return pick(['id', 'name', 'username', ...wanted], (name) => userField(user, name));
}

/** A media object: `media_key` and `type` unless more is asked for. */
function showMedia(media: StoredRecord, wanted: readonly string[]): Fields {
  return pick(['media_key', 'type', ...wanted], (name) => mediaField(media, name));
}

/** The posts that were found and what they refer to, as members of an answer; `data` is absent where there are none. */
export function postsFound(world: World, posts: readonly StoredRecord[], wanted: Wanted): Fields {
  return {
    ...(posts.length === 0 ? {} : { data: posts.map((post) => showPost(world, post, wanted)) }),
    ...includesOf(world, posts, wanted),
  };
}

/** The related objects that the expansions name, each once; undefined without an expansion (F-data-09). */
export function includesOf(
  world: World,
  posts: readonly StoredRecord[],
  wanted: Wanted,
): { readonly includes: Fields } | undefined {
  if (wanted.expansions.length === 0) return undefined;
  const asked = new Set(wanted.expansions);
  const via = (name: string, find: () => readonly (StoredRecord | undefined)[]): StoredRecord[] =>
    asked.has(name) ? find().filter((record) => record !== undefined) : [];

  const referenced = posts.flatMap((post) => referencesOf(post).map(({ id }) => findPost(world, id)));
  const known = referenced.filter((post) => post !== undefined);
  const userOf = (id: string | null): StoredRecord | undefined => world.store.get('users', id ?? '');
  const users = [
    ...via('author_id', () => posts.map((post) => userOf(authorOf(post)))),
    ...via('in_reply_to_user_id', () => posts.map((post) => userOf(textIn(post, 'in_reply_to_user_id')))),
    ...via('entities.mentions.username', () => posts.flatMap((post) => mentioned(world, post))),
    ...via('referenced_tweets.id.author_id', () => known.map((post) => userOf(authorOf(post)))),
  ];
  const tweets = [
    ...via('referenced_tweets.id', () => known),
    ...via('edit_history_tweet_ids', () => posts.flatMap((post) => earlierVersions(world, post))),
  ];
  const media = [
    ...via('attachments.media_keys', () => posts.flatMap((post) => attached(world, post))),
    ...via('referenced_tweets.id.attachments.media_keys', () =>
      known.flatMap((post) => attached(world, post)),
    ),
  ];
  const includes = {
    media: unique(media).map((each) => showMedia(each, wanted.media)),
    users: unique(users).map((each) => showUser(each, wanted.user)),
    tweets: unique(tweets).map((each) => showPost(world, each, { ...wanted, expansions: [] })),
  };
  return { includes: Object.fromEntries(Object.entries(includes).filter(([, list]) => list.length > 0)) };
}

function unique(records: readonly StoredRecord[]): readonly StoredRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

function attached(world: World, post: StoredRecord): readonly (StoredRecord | undefined)[] {
  return textsIn(post, 'media_keys').map((key) => findMedia(world, key));
}

function mentioned(world: World, post: StoredRecord): readonly (StoredRecord | undefined)[] {
  const { mentions } = entitiesOf(textOf(post));
  const handles = Array.isArray(mentions) ? mentions : [];
  return handles.map((mention: Fields) => userNamed(world, textIn(mention, 'username') ?? ''));
}

function earlierVersions(world: World, post: StoredRecord): readonly (StoredRecord | undefined)[] {
  return textsIn(post, 'edit_history_tweet_ids')
    .filter((id) => id !== post.id)
    .map((id) => world.store.get('tweets', id));
}
