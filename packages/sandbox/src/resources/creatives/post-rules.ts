import { type Change, invalid, type Rule } from '../../engine/resource.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { promotableUsersOf } from '../promotable-users.ts';
import { isBlank } from '../shared-rules.ts';
import { permissionsOn } from '../users.ts';
import { isCard } from './all-cards.ts';
import { mediaOfOnePost, unknownMedia } from './media.ts';

/** What must hold of every post: published, draft or scheduled (F-post-01, F-post-04). */
export const postRules: readonly Rule[] = [
  { fields: ['text', 'media_keys'], check: ({ after }) => saysSomething(after) },
  mediaOfOnePost,
  { fields: ['card_uri'], check: ({ world, after }) => unknownCard(world, after) },
  { fields: ['as_user_id'], check: hasAuthor },
  { fields: ['as_user_id', 'nullcast'], check: organicIsOwn },
];

function saysSomething(post: Fields): Problem | undefined {
  if ((textIn(post, 'text') ?? '').trim() !== '' || !isBlank(post, 'media_keys')) return undefined;
  return invalid('text', 'text is required when there are no media_keys', 'TWEET_CANNOT_BE_BLANK');
}

function unknownCard(world: World, post: Fields): Problem | undefined {
  const uri = textIn(post, 'card_uri');
  if (uri === null || isCard(world, textIn(post, 'account_id') ?? '', uri)) return undefined;
  return { ...invalid('card_uri', `No such card ${uri}`), value: uri };
}

// Posting for an advertiser needs the advertiser's handle to be with the account (F-account-06).
function hasAuthor({ world, accountId, after }: Change): Problem | undefined {
  const id = textIn(after, 'user_id') ?? '';
  const author = world.store.get('users', id);
  const isMember = author !== undefined && permissionsOn(author, accountId) !== undefined;
  const isPromotable = isMember || promotableUsersOf(world, accountId).some((user) => user['user_id'] === id);
  if (isPromotable) return undefined;
  return { ...invalid('as_user_id', `User ${id} may not be posted for`, 'INVALID_USER_ID'), value: id };
}

function organicIsOwn({ after, user }: Change): Problem | undefined {
  if (after['nullcast'] !== false || user === undefined || user.id === after['user_id']) return undefined;
  return invalid('nullcast', 'Organic posts are only for the authenticated user');
}

/** What is wrong with a post that was written earlier, now that it goes out; undefined for nothing. */
export function staleContent(world: World, post: StoredRecord): Problem | undefined {
  const accountId = textIn(post, 'account_id') ?? '';
  return (
    saysSomething(post) ??
    unknownCard(world, post) ??
    unknownMedia(world, accountId, 'media_keys', textsIn(post, 'media_keys')) ??
    saidBefore(world, post)
  );
}

/** The problem of a post that says, shows and links to what its author has posted already. */
export function saidBefore(world: World, post: Fields): Problem | undefined {
  const text = textIn(post, 'text') ?? '';
  if (text === '' || world.limits.creatives.duplicate_tweets === 'accept') return undefined;
  for (const other of world.store.in('tweets', 'text', text)) {
    const isSame =
      !isDeleted(other) &&
      other['user_id'] === post['user_id'] &&
      (other['card_uri'] ?? null) === (post['card_uri'] ?? null) &&
      textsIn(other, 'media_keys').join() === textsIn(post, 'media_keys').join();
    if (isSame) return invalid('text', 'The same has been posted already', 'DUPLICATE_TWEET');
  }
  return undefined;
}
