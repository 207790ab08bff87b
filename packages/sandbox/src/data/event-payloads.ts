import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';
import type { World } from '../world/world.ts';
import { eventType } from './event-types.ts';
import { pick } from './pick.ts';
import type { ActivityEvent } from './publish-event.ts';
import { authorOf, postField } from './read-post.ts';
import { userField } from './read-user.ts';

/** The field of a user that a profile event is about. */
export const profileFields: Readonly<Record<string, string>> = {
  'profile.update.bio': 'description',
  'profile.update.verified': 'verified',
  'profile.update.affiliate': 'affiliate',
  'profile.update.screenname': 'screen_name',
  'profile.update.picture': 'profile_image_url',
  'profile.update.banner': 'profile_banner_url',
  'profile.update.geo': 'location',
  'profile.update.url': 'url',
};

const userParts = ['id', 'name', 'username', 'created_at', 'description', 'verified', 'public_metrics'];
const postParts = ['id', 'text', 'author_id', 'created_at', 'lang', 'public_metrics', 'entities'];

/** The event of a post that was written, deleted, or names somebody (F-event-06). */
export function postEvent(world: World, type: string, post: StoredRecord): ActivityEvent {
  const author = world.store.get('users', authorOf(post));
  const payload =
    type === 'post.delete'
      ? { id: post.id, author_id: authorOf(post) }
      : pick(postParts, (name) => postField(world, post, name));
  return {
    type,
    userIds: [authorOf(post)],
    direction: 'both',
    payload,
    ...(author === undefined ? {} : { includes: { users: [shownUser(author)] } }),
  };
}

/** What an event says unless somebody says otherwise, by its sort (F-event-06). */
export function usualPayload(
  world: World,
  type: string,
  about: {
    readonly user: StoredRecord | undefined;
    readonly other: StoredRecord | undefined;
    readonly text: string;
  },
): Fields {
  const [area] = type.split('.');
  const { user, other, text } = about;
  const now = new Date(world.clock.now()).toISOString();
  const [post] = world.store.all('tweets');
  const postId = post?.id ?? '0';
  const payloads: Readonly<Record<string, () => Fields>> = {
    dm: () => directMessage(world, type, about),
    chat: () => directMessage(world, type, about),
    follow: () => pair(user, other),
    mute: () => pair(user, other),
    block: () => pair(user, other),
    spaces: () => ({
      user: user === undefined ? {} : shownUser(user),
      broadcast_id: `1sandbox${user?.id ?? ''}`,
      event_type: type,
    }),
    news: () => ({ headline: text, summary: text, category: 'News', hook: text }),
    oauth: () => ({ date_time: now, user_id: user?.id ?? '', app_id: firstApp(world) }),
    like: () => ({
      id: `like-${postId}`,
      created_at: now,
      timestamp_ms: Math.floor(world.clock.now()),
      liked_tweet_id: postId,
      liked_tweet_author_id: post === undefined ? '' : authorOf(post),
    }),
    post: () =>
      post === undefined
        ? { id: postId, text, author_id: user?.id ?? '' }
        : postEvent(world, type, post).payload,
  };
  const make = area !== undefined && Object.hasOwn(payloads, area) ? payloads[area] : undefined;
  return make === undefined ? {} : make();
}

function directMessage(
  world: World,
  type: string,
  { user, other, text }: Parameters<typeof usualPayload>[2],
): Fields {
  const isIncoming = eventType(type)?.direction === 'received';
  const [from, to] = isIncoming ? [other, user] : [user, other];
  const people = [from, to].filter((each) => each !== undefined);
  return {
    direct_message_events: [
      {
        id: String(Math.floor(world.clock.now())),
        event_type: 'MessageCreate',
        created_at: new Date(world.clock.now()).toISOString(),
        sender_id: from?.id ?? '',
        dm_conversation_id: people.map(({ id }) => id).join('-'),
        text,
      },
    ],
    users: Object.fromEntries(people.map((each) => [each.id, shownUser(each)])),
  };
}

function pair(source: StoredRecord | undefined, target: StoredRecord | undefined): Fields {
  return {
    source: source === undefined ? {} : shownUser(source),
    target: target === undefined ? {} : shownUser(target),
  };
}

function shownUser(user: StoredRecord): Fields {
  return pick(userParts, (name) => userField(user, name));
}

function firstApp({ store }: World): string {
  for (const { id } of store.all('apps')) return id;
  return '';
}
