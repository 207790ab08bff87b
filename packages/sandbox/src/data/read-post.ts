import { entitiesOf } from '../resources/creatives/entities.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, fieldsIn, isFields, isList, textIn, textsIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';

/** What posts are kept in: one collection for the data API and the advertising side. */
export const postCollection = 'tweets';

/** The post with this id, published and not deleted. */
export function findPost({ store }: World, id: string): StoredRecord | undefined {
  const post = store.get(postCollection, id);
  return post === undefined || isDeleted(post) ? undefined : post;
}

/** Every published post that is not deleted, in order of creation. */
export function* allPosts({ store }: World): Generator<StoredRecord> {
  for (const post of store.all(postCollection)) if (!isDeleted(post)) yield post;
}

/** Who wrote the post. */
export function authorOf(post: StoredRecord): string {
  return textIn(post, 'user_id') ?? '';
}

/** When the post was written, in milliseconds since 1970. */
export function writtenAt(post: StoredRecord): number {
  return Date.parse(textIn(post, 'created_at') ?? '');
}

/** The posts that this one answers, quotes or repeats: `{type, id}` each. */
export function referencesOf(post: StoredRecord): readonly { readonly type: string; readonly id: string }[] {
  const references = post['referenced_tweets'] ?? null;
  return (isList(references) ? references : []).filter(isFields).map((reference) => ({
    type: textIn(reference, 'type') ?? '',
    id: textIn(reference, 'id') ?? '',
  }));
}

/** Whether the post only repeats another one. */
export function isRepost(post: StoredRecord): boolean {
  return referencesOf(post).some(({ type }) => type === 'retweeted');
}

const noMetrics = { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, impression_count: 0 };

/** The public counts of a post (F-data-03). */
export function metricsOf(post: StoredRecord): Fields {
  return { ...noMetrics, ...fieldsIn(post, 'public_metrics') };
}

/** The fields of a post that the data API can show; absent ones are undefined (F-data-03). */
export function postField({ limits }: World, post: StoredRecord, name: string): Value | undefined {
  const media = textsIn(post, 'media_keys');
  const derived: Readonly<Record<string, () => Value | undefined>> = {
    id: () => post.id,
    text: () => textOf(post),
    author_id: () => authorOf(post),
    // Whole milliseconds here, where the advertising side has whole seconds (F-data-03, F-value-03).
    created_at: () => new Date(writtenAt(post)).toISOString(),
    conversation_id: () => textIn(post, 'conversation_id') ?? post.id,
    lang: () => textIn(post, 'lang') ?? 'en',
    possibly_sensitive: () => post['possibly_sensitive'] === true,
    source: () => (limits.data.source_field === 'shown' ? (textIn(post, 'source') ?? 'Sandbox') : undefined),
    attachments: () => (media.length === 0 ? undefined : { media_keys: media }),
    public_metrics: () => metricsOf(post),
    entities: () => nonEmpty({ ...entitiesOf(textOf(post)), ...fieldsIn(post, 'entities') }),
    edit_history_tweet_ids: () => {
      const earlier = textsIn(post, 'edit_history_tweet_ids');
      return earlier.length === 0 ? [post.id] : earlier;
    },
    referenced_tweets: () => nonEmptyList(post['referenced_tweets']),
    context_annotations: () => nonEmptyList(post['context_annotations']),
  };
  const derive = Object.hasOwn(derived, name) ? derived[name] : undefined;
  return derive === undefined ? kept(post, name) : derive();
}

/** The text of a post. */
export function textOf(post: StoredRecord): string {
  return textIn(post, 'text') ?? textIn(post, 'full_text') ?? '';
}

const shownAsKept = new Set(['in_reply_to_user_id', 'card_uri', 'community_id', 'reply_settings']);

function kept(post: StoredRecord, name: string): Value | undefined {
  return shownAsKept.has(name) ? (post[name] ?? undefined) : undefined;
}

function nonEmpty(fields: Fields): Fields | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function nonEmptyList(value: Value | undefined): Value | undefined {
  return value !== undefined && isList(value) && value.length > 0 ? value : undefined;
}
