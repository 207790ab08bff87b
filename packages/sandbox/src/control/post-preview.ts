import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, isList, textIn, textsIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';

/** A post as readers would see it, in texts. */
export interface PostPreview {
  readonly author: string;
  readonly screen_name: string;
  readonly text: string;
  /** When it was written or is to go out; null for a draft. */
  readonly at: string | null;
  /** Shown to nobody but those whom it is promoted to. */
  readonly is_promoted_only: boolean;
  readonly is_deleted: boolean;
  readonly media: readonly MediaPreview[];
  readonly card: CardPreview | null;
}

/** An item of media, which the sandbox keeps no file of. */
export interface MediaPreview {
  readonly media_key: string;
  /** IMAGE, VIDEO or GIF; null where the library has no such item. */
  readonly media_type: string | null;
  readonly name: string | null;
}

/** A card of any sort. */
export interface CardPreview {
  readonly name: string;
  readonly media: readonly MediaPreview[];
  readonly titles: readonly string[];
  /** Where it leads. */
  readonly destinations: readonly string[];
  /** What its buttons say, and the choices of a poll. */
  readonly buttons: readonly string[];
}

/** The collections of posts, and for what promotes one, the field with its id. */
const postsOf: Readonly<Record<string, { readonly posts: string; readonly id: string }>> = {
  tweets: { posts: 'tweets', id: 'id' },
  draft_tweets: { posts: 'draft_tweets', id: 'id' },
  scheduled_tweets: { posts: 'scheduled_tweets', id: 'id' },
  promoted_tweets: { posts: 'tweets', id: 'tweet_id' },
  scheduled_promoted_tweets: { posts: 'scheduled_tweets', id: 'scheduled_tweet_id' },
};

const cardCollections = ['cards', 'poll_cards', 'image_conversation_cards', 'video_conversation_cards'];

/** What a record that is or promotes a post looks like; undefined for others, and where the post is not kept. */
export function postPreview(world: World, collection: string, record: StoredRecord): PostPreview | undefined {
  const where = Object.hasOwn(postsOf, collection) ? postsOf[collection] : undefined;
  const post = where && world.store.get(where.posts, textIn(record, where.id) ?? '');
  if (where === undefined || post === undefined) return undefined;
  const author = world.store.get('users', textIn(post, 'user_id') ?? '') ?? {};
  const screenName = textIn(author, 'screen_name') ?? '';
  const written = where.posts === 'draft_tweets' ? null : textIn(post, 'created_at');
  return {
    author: textIn(author, 'name') ?? screenName,
    screen_name: screenName,
    text: textIn(post, 'text') ?? '',
    at: textIn(post, 'scheduled_at') ?? written,
    is_promoted_only: post['nullcast'] !== false,
    is_deleted: isDeleted(post),
    media: textsIn(post, 'media_keys').map((key) => mediaPreview(world, key)),
    card: cardPreview(world, textIn(post, 'card_uri')),
  };
}

function mediaPreview(world: World, key: string): MediaPreview {
  const item = world.store.get('media_library', key) ?? {};
  return {
    media_key: key,
    media_type: textIn(item, 'media_type'),
    name: textIn(item, 'title') ?? textIn(item, 'name') ?? textIn(item, 'file_name'),
  };
}

function cardPreview(world: World, uri: string | null): CardPreview | null {
  const id = uri?.replace(/^card:\/\//, '');
  if (id === undefined) return null;
  const card = cardCollections.map((each) => world.store.get(each, id)).find((each) => each !== undefined);
  if (card === undefined) return null;
  const found = membersOf(card);
  const texts = (...names: readonly string[]): readonly string[] =>
    found.filter(([name]) => names.includes(name)).map(([, text]) => text);
  return {
    name: textIn(card, 'name') ?? id,
    media: texts('media_key', 'media_keys').map((key) => mediaPreview(world, key)),
    titles: texts('title'),
    destinations: texts('url', 'thank_you_url', 'ios_app_store_identifier', 'googleplay_app_id'),
    buttons: texts('value', 'first_cta', 'second_cta', 'third_cta', 'fourth_cta', ...pollChoices),
  };
}

const pollChoices = ['first_choice', 'second_choice', 'third_choice', 'fourth_choice'];

/** Every text in a card, of whatever depth, by the name of the member that holds it. */
function membersOf(value: Fields): readonly (readonly [name: string, text: string])[] {
  return Object.entries(value).flatMap(([name, member]) => textsBelow(name, member));
}

function textsBelow(name: string, value: Value): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (isList(value)) return value.flatMap((item) => textsBelow(name, item));
  return isFields(value) ? membersOf(value) : [];
}
