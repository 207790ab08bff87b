import { type Fields, isFields, isList, type Value } from '../value.ts';
import type { Family } from './data-endpoint.ts';

// Old name, new name: of fields, expansions and parts of answers alike (F-data-10).
const renamed: readonly (readonly [string, string])[] = [
  ['referenced_tweets', 'referenced_posts'],
  ['edit_history_tweet_ids', 'edit_history_post_ids'],
  ['pinned_tweet_id', 'pinned_post_id'],
  ['tweets', 'posts'],
];
const toNew = new Map(renamed);
const toOld = new Map(renamed.map(([old, now]) => [now, old]));

/** The vocabulary of a request, from the names that its query uses. */
export function familyOf(names: Iterable<string>, expansions: readonly string[]): Family {
  if ([...names].some((name) => name === 'post.fields')) return 'posts';
  return expansions.some((name) => toOld.has(name.split('.')[0] ?? '')) ? 'posts' : 'tweets';
}

/** A field or an expansion by its older name, as records are kept. */
export function oldName(name: string): string {
  const [first = '', ...rest] = name.split('.');
  return [toOld.get(first) ?? first, ...rest].join('.');
}

/** What the newer vocabulary calls `referenced_tweets.id` among the expansions (F-data-10). */
export const referencedPosts = 'referenced_posts';

/** An expansion by its older name. */
export function oldExpansion(name: string): string {
  return name === referencedPosts ? 'referenced_tweets.id' : oldName(name);
}

/** Both names of fields or expansions: what a request may ask for. */
export function bothNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => [name, newName(name)]))];
}

function newName(name: string): string {
  const [first = '', ...rest] = name.split('.');
  return [toNew.get(first) ?? first, ...rest].join('.');
}

/** A value of an answer in the request's vocabulary. */
export function inFamily(value: Value, family: Family): Value {
  if (family === 'tweets') return value;
  if (isList(value)) return value.map((item) => inFamily(item, family));
  if (!isFields(value)) return value;
  const entries: Fields = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [toNew.get(name) ?? name, inFamily(part, family)] as const),
  );
  return entries;
}
