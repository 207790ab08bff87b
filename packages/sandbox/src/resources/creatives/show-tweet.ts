import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { showStatus } from '../version-one/show-status.ts';

/** How a post is to be shown: `tweet_type`, and what the request asked for. */
export interface Asked extends Fields {
  readonly tweet_type: string;
}

/**
 * A post of any sort as the advertising side's reads show it (F-post-09): the members of version 1.1, and what only
 * this side knows of a post.
 */
export function showTweet(record: StoredRecord, world: World, asked: Asked): Fields {
  const mode = asked['tweet_mode'];
  return {
    ...showStatus(record, world, {
      mode: mode === 'compat' || mode === 'extended' ? mode : 'both',
      isUserTrimmed: asked['trim_user'] === true,
    }),
    tweet_id: record.id,
    name: textIn(record, 'name'),
    nullcast: record['nullcast'] !== false,
    tweet_type: asked.tweet_type,
    scheduled_at: textIn(record, 'scheduled_at'),
    conversation_settings: textIn(record, 'conversation_settings') ?? 'EVERYONE',
    card_uri: textIn(record, 'card_uri'),
    media_keys: textsIn(record, 'media_keys'),
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
