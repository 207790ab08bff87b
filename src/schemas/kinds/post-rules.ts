import type { Finding, Siblings } from '../define-kind.ts';
import { isList, sameValue, type Value, type Values } from '../values.ts';
import { sortOfMedia } from './media-sort.ts';

/** What must hold of every post: published, draft or scheduled (F-post-01, F-post-05). */
export function checkPost(declared: Values): readonly Finding[] {
  const keys = mediaKeysIn(declared);
  const findings = mediaFault(keys);
  const silent = typeof declared.text !== 'string' || declared.text.trim() === '';
  return silent && keys.length === 0 ? [...findings, blank] : findings;
}

function mediaFault(keys: readonly Value[]): readonly Finding[] {
  if (keys.length > 1 && keys.some(isLonely)) return [crowded];
  return keys.length > mostImages ? [tooMany] : [];
}

/** What must hold of a post that is published at once. */
export function checkPublished(
  declared: Values,
  _account: Values | undefined,
  siblings: Siblings,
): readonly Finding[] {
  const { video_cta: cta, video_cta_value: value } = declared;
  const findings = [...checkPost(declared)];
  if ((cta === undefined) !== (value === undefined)) findings.push(lonelyCall(cta === undefined));
  const same = siblings().filter((other) => saysTheSame(declared, other));
  return same.length > 1 ? [...findings, said] : findings;
}

/** The most posts that go out in one quarter of an hour (F-post-15). */
const mostInWindow = 30;
const windowMs = 15 * 60_000;

/** What must hold of a post that is published later. */
export function checkScheduled(
  declared: Values,
  _account: Values | undefined,
  siblings: Siblings,
): readonly Finding[] {
  const window = windowOf(declared);
  if (window === undefined) return checkPost(declared);
  const together = siblings().filter((other) => windowOf(other) === window).length;
  return together > mostInWindow ? [...checkPost(declared), crowdedWindow(together)] : checkPost(declared);
}

const blank: Finding = {
  field: 'text',
  message: 'is missing, and so is media_keys',
  remedy: 'Write a text, or show media.',
  code: 'TWEET_CANNOT_BE_BLANK',
  onlyForNew: true,
};
const crowded: Finding = {
  field: 'media_keys',
  message: 'names a video or an animated image beside others',
  remedy: 'Name up to four images, or one animated image, or one video.',
  code: 'INVALID_MEDIA',
};
const mostImages = 4;
const tooMany: Finding = {
  field: 'media_keys',
  message: 'names more than four images',
  remedy: 'Name up to four images, or one animated image, or one video.',
  code: 'INVALID_MEDIA',
};
const said: Finding = {
  field: 'text',
  message: 'is said by another post of the same author with the same card and media',
  remedy: 'Change the text, or remove one of the posts.',
  code: 'DUPLICATE_TWEET',
};

function crowdedWindow(together: number): Finding {
  return {
    field: 'scheduled_at',
    message: `is in a quarter of an hour with ${together} posts; ${mostInWindow} are the most`,
    remedy: 'Spread the posts.',
    code: 'SCHEDULED_TWEET_LIMIT_EXCEEDED',
  };
}

function lonelyCall(lacksCall: boolean): Finding {
  const [there, lacking] = lacksCall ? ['video_cta_value', 'video_cta'] : ['video_cta', 'video_cta_value'];
  return {
    field: there,
    message: `needs ${lacking}`,
    remedy: `Add ${lacking}.`,
    code: 'INCLUSIVE_PARAMETERS',
  };
}

function windowOf({ scheduled_at: at }: Values): number | undefined {
  return typeof at === 'string' ? Math.floor(Date.parse(at) / windowMs) : undefined;
}

function isLonely(key: Value): boolean {
  const sort = sortOfMedia(key);
  return sort === 'video' || sort === 'animated image';
}

function mediaKeysIn({ media_keys: keys }: Values): readonly Value[] {
  return isList(keys) ? keys : [];
}

function saysTheSame(left: Values, right: Values): boolean {
  if (typeof left.text !== 'string') return false;
  return ['as_user_id', 'text', 'card', 'media_keys'].every((name) =>
    sameValue(left[name] ?? null, right[name] ?? null),
  );
}
