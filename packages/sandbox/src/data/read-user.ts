import { entitiesOf } from '../resources/creatives/entities.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, fieldsIn, textIn, type Value } from '../value.ts';

const noMetrics = { followers_count: 0, following_count: 0, tweet_count: 0, listed_count: 0 };

/** A field of a user as the data API shows it; undefined for an absent one (F-data-06). */
export function userField(user: StoredRecord, name: string): Value | undefined {
  const derived: Readonly<Record<string, () => Value | undefined>> = {
    id: () => user.id,
    name: () => textIn(user, 'name') ?? textIn(user, 'screen_name') ?? '',
    username: () => textIn(user, 'screen_name') ?? '',
    created_at: () => new Date(Date.parse(textIn(user, 'created_at') ?? '')).toISOString(),
    description: () => textIn(user, 'description') ?? '',
    protected: () => user['protected'] === true,
    verified: () => user['verified'] === true,
    verified_type: () => textIn(user, 'verified_type') ?? 'none',
    public_metrics: () => ({ ...noMetrics, ...fieldsIn(user, 'public_metrics') }),
    entities: () => entitiesOfUser(user),
    subscription_type: () => textIn(user, 'subscription_type') ?? 'None',
  };
  if (Object.hasOwn(derived, name)) return derived[name]?.();
  const isKept = ['location', 'url', 'profile_image_url', 'pinned_tweet_id'].includes(name);
  return isKept ? (user[name] ?? undefined) : undefined;
}

function entitiesOfUser(user: StoredRecord): Fields | undefined {
  const { urls } = entitiesOf(textIn(user, 'url') ?? '');
  const { hashtags } = entitiesOf(textIn(user, 'description') ?? '');
  const parts = {
    ...(urls === undefined ? {} : { url: { urls } }),
    ...(hashtags === undefined ? {} : { description: { hashtags } }),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}
