import { type Fields, fieldsIn, textIn, type Value } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { idNumber } from '../creatives/post-fields.ts';
import { countIn } from './count-in.ts';
import { oldTime } from './old-time.ts';
import { statusEntities } from './status-entities.ts';

/** A user by its id alone, as a post shows its author where the request asks for no more. */
export function showTrimmed(id: string): Fields {
  return { id: idNumber(id), id_str: id };
}

/** A user with the members of version 1.1 (F-legacy-03). One that the sandbox does not know has a name after its id. */
export function showProfile(id: string, world: World): Fields {
  const user: Fields = world.store.get('users', id) ?? {};
  const handle = textIn(user, 'screen_name') ?? `user_${id}`;
  const image = textIn(user, 'profile_image_url');
  const createdAt = textIn(user, 'created_at');
  return {
    ...showTrimmed(id),
    name: textIn(user, 'name') ?? handle,
    screen_name: handle,
    location: textIn(user, 'location') ?? '',
    description: textIn(user, 'description') ?? '',
    url: textIn(user, 'url'),
    entities: profileEntities(user, world),
    protected: user['protected'] === true,
    ...counts(fieldsIn(user, 'public_metrics')),
    created_at: createdAt === null ? null : oldTime(createdAt),
    verified: user['verified'] === true,
    ...unset,
    profile_image_url: image,
    profile_image_url_https: image,
    default_profile: true,
    default_profile_image: image === null,
  };
}

// What version 1.1 has kept the names of and nothing else, and what a sandbox knows nothing of.
const unset: Fields = {
  utc_offset: null,
  time_zone: null,
  lang: null,
  geo_enabled: false,
  contributors_enabled: false,
  is_translator: false,
  is_translation_enabled: false,
  following: null,
  follow_request_sent: null,
  notifications: null,
  withheld_in_countries: [],
};

function counts(metrics: Fields): Fields {
  return {
    followers_count: countIn(metrics, 'followers_count'),
    friends_count: countIn(metrics, 'following_count'),
    listed_count: countIn(metrics, 'listed_count'),
    favourites_count: countIn(metrics, 'like_count'),
    statuses_count: countIn(metrics, 'tweet_count'),
  };
}

function profileEntities(user: Fields, world: World): Fields {
  const urlsIn = (name: string): Value => statusEntities(textIn(user, name) ?? '', world)['urls'] ?? [];
  const url = textIn(user, 'url') === null ? {} : { url: { urls: urlsIn('url') } };
  return { ...url, description: { urls: urlsIn('description') } };
}
