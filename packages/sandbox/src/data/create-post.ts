import { digits, flag, id, listOf, objectOf, oneOf, type Params, text } from '../params/param.ts';
import { saidBefore } from '../resources/creatives/post-rules.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, fieldsIn, isFields, textIn, textsIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { forbidden, invalidParameter, invalidRequest } from './data-problem.ts';
import { postEvent } from './event-payloads.ts';
import { publish } from './publish-event.ts';
import { authorOf, findPost, postCollection, textOf, writtenAt } from './read-post.ts';

const body: Params = {
  // The length of longer posts (F-post-07).
  text: { is: text(25_000) },
  community_id: { is: id },
  share_with_followers: { is: flag },
  reply: { is: objectOf('post_reply', () => ({ in_reply_to_tweet_id: { is: digits, required: true } })) },
  quote_tweet_id: { is: digits },
  media: { is: objectOf('post_media', () => ({ media_ids: { is: listOf(id, 4), required: true } })) },
  card_uri: { is: text(200) },
  reply_settings: { is: oneOf(['following', 'mentionedUsers', 'subscribers', 'verified']) },
  nullcast: { is: flag },
  edit_options: {
    is: objectOf('post_edit_options', () => ({ previous_post_id: { is: digits, required: true } })),
  },
};

/** Creates a post, or edits one, by both of the paths (F-data-12). */
export const createEndpoints: readonly DataEndpoint[] = ['/2/tweets', '/2/posts'].map((path) => ({
  method: 'POST',
  path,
  callers: ['user'],
  query: {},
  body,
  success: { statuses: [201] },
  run: createPost,
}));

function createPost(call: DataCall): DataAnswer {
  const { world, caller, body: given, hub } = call;
  const author = caller.user?.id ?? '';
  const edited = editedPost(call);
  checkContent(call.body);
  const content = { ...contentOf(call, edited), user_id: author };
  const twice = edited === undefined ? saidBefore(world, content) : undefined;
  if (twice !== undefined) throw invalidRequest([twice]);
  const newId = world.ids.next(postCollection);
  const history = edited === undefined ? [newId] : [...historyOf(edited), newId];
  const now = world.clock.stamp();
  const post: StoredRecord = {
    ...content,
    id: newId,
    account_id: null,
    nullcast: given['nullcast'] === true,
    edit_history_tweet_ids: history,
    created_at: now,
    updated_at: now,
    deleted: false,
  };
  world.store.transaction(() => {
    world.store.put(postCollection, post);
    // Every version of a post knows all of them.
    for (const earlier of history.slice(0, -1)) {
      const version = world.store.get(postCollection, earlier);
      if (version !== undefined)
        world.store.put(postCollection, { ...version, edit_history_tweet_ids: history });
    }
  });
  publish(world, hub, postEvent(world, 'post.create', post));
  return { status: 201, body: { data: { id: newId, text: textOf(post), edit_history_tweet_ids: history } } };
}

function checkContent(given: Fields): void {
  const words = textIn(given, 'text');
  if (words === null && !isFields(given['media']) && textIn(given, 'card_uri') === null) {
    const message = 'A post needs text or media';
    throw invalidRequest([{ code: 'TWEET_CANNOT_BE_BLANK', message, parameter: 'text' }]);
  }
  if (given['share_with_followers'] === true && textIn(given, 'community_id') === null)
    throw invalidParameter('share_with_followers', 'share_with_followers needs community_id', 'true');
}

const hour = 3_600_000;

/** The post to be edited: an own one, of the last hour, by a user who pays (F-data-12). */
function editedPost({ world, caller, body: given }: DataCall): StoredRecord | undefined {
  const options = given['edit_options'];
  if (!isFields(options)) return undefined;
  const previous = textIn(options, 'previous_post_id') ?? '';
  const post = findPost(world, previous);
  const name = 'edit_options.previous_post_id';
  if (post === undefined) throw invalidParameter(name, 'There is no such post', previous);
  if (authorOf(post) !== caller.user?.id) throw forbidden('Only its author may edit a post.');
  const tier = textIn(caller.user, 'subscription_type') ?? 'None';
  if (tier === 'None') throw forbidden('Editing a post needs a paid subscription.');
  const latest = findPost(world, historyOf(post).at(-1) ?? previous);
  if (latest?.id !== post.id) throw invalidParameter(name, 'A later version of the post exists', previous);
  const first = findPost(world, historyOf(post)[0] ?? previous) ?? post;
  if (world.clock.now() - writtenAt(first) > hour)
    throw invalidParameter(name, 'A post can be edited within an hour of its creation', previous);
  return post;
}

function historyOf(post: StoredRecord): readonly string[] {
  const history = textsIn(post, 'edit_history_tweet_ids');
  return history.length === 0 ? [post.id] : history;
}

function contentOf(call: DataCall, edited: StoredRecord | undefined): Fields {
  const { world, body: given } = call;
  const answered = textIn(fieldsIn(given, 'reply'), 'in_reply_to_tweet_id');
  const replied = answered === null ? undefined : existing(call, 'reply.in_reply_to_tweet_id', answered);
  const quote = textIn(given, 'quote_tweet_id');
  if (quote !== null) existing(call, 'quote_tweet_id', quote);
  const references = [
    ...(replied === undefined ? [] : [{ type: 'replied_to', id: replied.id }]),
    ...(quote === null ? [] : [{ type: 'quoted', id: quote }]),
  ];
  const media = textsIn(fieldsIn(given, 'media'), 'media_ids');
  return {
    text: textIn(given, 'text') ?? '',
    media_keys: media.map((each) => mediaKeyOf(world.store.all('media_library'), each)),
    card_uri: textIn(given, 'card_uri'),
    community_id: textIn(given, 'community_id'),
    reply_settings: textIn(given, 'reply_settings'),
    ...(references.length === 0
      ? { referenced_tweets: edited?.['referenced_tweets'] ?? null }
      : { referenced_tweets: references }),
    ...(replied === undefined
      ? {}
      : {
          in_reply_to_user_id: authorOf(replied),
          conversation_id: textIn(replied, 'conversation_id') ?? replied.id,
        }),
  };
}

function existing({ world }: DataCall, parameter: string, postId: string): StoredRecord {
  const post = findPost(world, postId);
  if (post === undefined) throw invalidParameter(parameter, 'There is no such post', postId);
  return post;
}

// Uploads are named by the number in their media key.
function mediaKeyOf(library: Iterable<StoredRecord>, mediaId: string): string {
  for (const { id: key } of library) if (key === mediaId || key.endsWith(`_${mediaId}`)) return key;
  throw invalidParameter('media.media_ids', 'There is no such media', mediaId);
}
