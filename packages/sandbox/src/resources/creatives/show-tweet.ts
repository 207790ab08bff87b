import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { entitiesOf } from './entities.ts';
import { idNumber } from './post-fields.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How a post is to be shown: `tweet_type`, and what the request asked for. */
export interface Asked extends Fields {
  readonly tweet_type: string;
}

/**
 * A post of any sort as the advertising side's reads show it (F-post-09): ids as numbers and as texts,
 * `created_at` in the old form.
 */
export function showTweet(record: StoredRecord, world: World, asked: Asked): Fields {
  const text = textIn(record, 'text') ?? '';
  return {
    id: idNumber(record.id),
    id_str: record.id,
    tweet_id: record.id,
    ...(asked['tweet_mode'] === 'compat'
      ? { text }
      : asked['tweet_mode'] === 'extended'
        ? { full_text: text }
        : { text, full_text: text }),
    name: textIn(record, 'name'),
    nullcast: record['nullcast'] !== false,
    scopes: { followers: record['nullcast'] === false },
    tweet_type: asked.tweet_type,
    scheduled_at: textIn(record, 'scheduled_at'),
    conversation_settings: textIn(record, 'conversation_settings') ?? 'EVERYONE',
    card_uri: textIn(record, 'card_uri'),
    media_keys: textsIn(record, 'media_keys'),
    entities: entitiesOf(text),
    user: showUser(textIn(record, 'user_id') ?? '', world, asked['trim_user'] === true),
    created_at: oldTime(textIn(record, 'created_at') ?? ''),
  };
}

/** The same as the answer to its creation: without what is not echoed there (F-post-10). */
export function showNewTweet(record: StoredRecord, world: World, given: Fields): Fields {
  const mode = given['tweet_mode'] ?? 'compat';
  const { conversation_settings: _settings, ...shown } = showTweet(record, world, {
    tweet_type: 'PUBLISHED',
    tweet_mode: mode,
    trim_user: given['trim_user'] ?? false,
  });
  return shown;
}

function showUser(id: string, { store }: World, trimmed: boolean): Fields {
  const ids = { id: idNumber(id), id_str: id };
  if (trimmed) return ids;
  const name = textIn(store.get('users', id) ?? {}, 'screen_name') ?? `user_${id}`;
  return { ...ids, name, screen_name: name };
}

/** A time in the form `EEE MMM dd HH:mm:ss Z yyyy`. */
function oldTime(stamp: string): string {
  const time = new Date(stamp);
  const date = `${days[time.getUTCDay()]} ${months[time.getUTCMonth()]} ${stamp.slice(8, 10)}`;
  return `${date} ${stamp.slice(11, 19)} +0000 ${stamp.slice(0, 4)}`;
}
