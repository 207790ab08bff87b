import { listOf, oneOf, type Params } from '../params/param.ts';
import { type Fields, textsIn } from '../value.ts';
import { bothNames, oldExpansion, oldName, referencedPosts } from './families.ts';
import {
  listFields,
  mediaFields,
  postExpansions,
  postFields,
  userExpansions,
  userFields,
} from './field-names.ts';

/** Which fields of which objects a request wants, beside the default ones, and which related objects; by their older names. */
export interface Wanted {
  readonly post: readonly string[];
  readonly user: readonly string[];
  readonly media: readonly string[];
  readonly list: readonly string[];
  readonly expansions: readonly string[];
}

function names(of: readonly string[]): Params[string] {
  return { is: listOf(oneOf(bothNames(of))) };
}

const objectParams: Params = {
  'tweet.fields': names(postFields),
  'post.fields': names(postFields),
  'user.fields': names(userFields),
};

/** The parameters that select fields and related objects of posts (F-data-08). */
export const postSelection: Params = {
  ...objectParams,
  expansions: { is: listOf(oneOf([...bothNames(postExpansions), referencedPosts])) },
  'media.fields': names(mediaFields),
  'poll.fields': names(['id', 'options', 'duration_minutes', 'end_datetime', 'voting_status']),
  'place.fields': names([
    'id',
    'full_name',
    'contained_within',
    'country',
    'country_code',
    'geo',
    'name',
    'place_type',
  ]),
};

/** The same for users. */
export const userSelection: Params = { ...objectParams, expansions: names(userExpansions) };

/** The same for lists. */
export const listSelection: Params = {
  'list.fields': names(listFields),
  'user.fields': names(userFields),
  expansions: names(['owner_id']),
};

/** What a read's parameters select. */
export function wantedBy(query: Fields): Wanted {
  const old = (name: string): readonly string[] => textsIn(query, name).map(oldName);
  return {
    post: [...old('tweet.fields'), ...old('post.fields')],
    user: old('user.fields'),
    media: old('media.fields'),
    list: old('list.fields'),
    expansions: textsIn(query, 'expansions').map(oldExpansion),
  };
}
