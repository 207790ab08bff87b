import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, fieldsIn, isFields, isList, textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { idNumber } from '../creatives/post-fields.ts';
import { countIn } from './count-in.ts';
import { oldTime } from './old-time.ts';
import { showProfile, showTrimmed } from './show-profile.ts';
import { codePoints, statusEntities } from './status-entities.ts';

/** Under which names a post shows its text, and how much of its author. */
export interface StatusForm {
  /** `text` (compat), `full_text` (extended), or both. */
  readonly mode: 'compat' | 'extended' | 'both';
  readonly isUserTrimmed: boolean;
}

/** A post with the members of version 1.1 (F-post-09): ids as numbers and as texts, `created_at` in the old form. */
export function showStatus(record: StoredRecord, world: World, form: StatusForm): Fields {
  const text = textIn(record, 'text') ?? '';
  const metrics = fieldsIn(record, 'public_metrics');
  const author = textIn(record, 'user_id') ?? '';
  return {
    created_at: oldTime(textIn(record, 'created_at') ?? ''),
    id: idNumber(record.id),
    id_str: record.id,
    ...textMembers(text, form),
    truncated: false,
    entities: statusEntities(text, world),
    source: sourceLink(textIn(record, 'source') ?? 'Sandbox'),
    ...answeredMembers(record, world),
    user: form.isUserTrimmed ? showTrimmed(author) : showProfile(author, world),
    geo: null,
    coordinates: null,
    place: null,
    contributors: null,
    retweet_count: countIn(metrics, 'retweet_count'),
    favorite_count: countIn(metrics, 'like_count'),
    // Nobody likes or reposts by this interface.
    favorited: false,
    retweeted: false,
    possibly_sensitive: record['possibly_sensitive'] === true,
    scopes: { followers: record['nullcast'] === false },
    lang: textIn(record, 'lang') ?? 'en',
  };
}

function textMembers(text: string, { mode }: StatusForm): Fields {
  return {
    ...(mode === 'extended' ? {} : { text }),
    ...(mode === 'compat' ? {} : { full_text: text, display_text_range: [0, codePoints(text)] }),
  };
}

/** What the post replies to, by the older names; null where it replies to nothing. */
function answeredMembers(record: StoredRecord, { store }: World): Fields {
  const references = record['referenced_tweets'] ?? null;
  const answered = (isList(references) ? references : [])
    .filter(isFields)
    .find((reference) => reference['type'] === 'replied_to');
  const statusId = answered === undefined ? null : textIn(answered, 'id');
  const userId =
    textIn(record, 'in_reply_to_user_id') ?? textIn(store.get('tweets', statusId ?? '') ?? {}, 'user_id');
  return {
    in_reply_to_status_id: statusId === null ? null : idNumber(statusId),
    in_reply_to_status_id_str: statusId,
    in_reply_to_user_id: userId === null ? null : idNumber(userId),
    in_reply_to_user_id_str: userId,
    in_reply_to_screen_name: textIn(store.get('users', userId ?? '') ?? {}, 'screen_name'),
  };
}

/** The application that posted, as the link that version 1.1 shows. */
function sourceLink(name: string): string {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<a href="https://example.com" rel="nofollow">${escaped}</a>`;
}
