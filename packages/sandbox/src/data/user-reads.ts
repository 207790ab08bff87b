import { ownerOf } from '../auth/apps.ts';
import type { Params } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, isList, textIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { forbidden, notFound } from './data-problem.ts';
import { pageOf, pageParams } from './pages.ts';
import { lists, userLinks } from './people.ts';
import { allPosts, findPost, postCollection, textOf } from './read-post.ts';
import { listSelection, postSelection, userSelection, type Wanted, wantedBy } from './selection.ts';
import { postsFound, showPost, showUser } from './show.ts';

/** How a sort of records is shown. */
interface Shape {
  readonly params: Params;
  show(world: World, records: readonly StoredRecord[], wanted: Wanted): Fields;
}

const posts: Shape = { params: postSelection, show: postsFound };

const people: Shape = {
  params: userSelection,
  show: (world, records, wanted) => {
    const pinned = records.map((user) => findPost(world, textIn(user, 'pinned_tweet_id') ?? ''));
    const tweets = wanted.expansions.includes('pinned_tweet_id')
      ? pinned.filter((post) => post !== undefined)
      : [];
    const shown = tweets.map((post) => showPost(world, post, { ...wanted, expansions: [] }));
    return {
      data: records.map((user) => showUser(user, [...wanted.expansions, ...wanted.user])),
      ...(shown.length === 0 ? {} : { includes: { tweets: shown } }),
    };
  },
};

const listShape: Shape = {
  params: listSelection,
  show: (world, records, wanted) => {
    const owners = records.map((list) => world.store.get('users', textIn(list, 'owner_id') ?? ''));
    const known = [...new Set(owners.filter((owner) => owner !== undefined))];
    return {
      data: records.map((list) => showList(world, list, [...wanted.expansions, ...wanted.list])),
      ...(wanted.expansions.includes('owner_id') && known.length > 0
        ? { includes: { users: known.map((owner) => showUser(owner, wanted.user)) } }
        : {}),
    };
  },
};

/** The user who calls; an application by itself is nobody. */
const me: DataEndpoint = {
  method: 'GET',
  path: '/2/users/me',
  callers: ['user'],
  query: userSelection,
  profile: 'public',
  run: ({ world, caller, query }) => {
    const found = caller.user === undefined ? [] : [caller.user];
    const { data = [], ...included } = people.show(world, found, wantedBy(query));
    const [user = null] = isList(data) ? data : [];
    return { body: { data: user, ...included } };
  },
};

/** The reads of a user's own data (F-data-13). Private ones are for the user alone, not for an application. */
export const userReadEndpoints: readonly DataEndpoint[] = [
  me,
  read('bookmarks', posts, linked('bookmark', 'tweets'), 'private'),
  read('blocking', people, linked('block', 'users'), 'private'),
  read('muting', people, linked('mute', 'users'), 'private'),
  read('pinned_lists', listShape, linked('pin_list', lists.collection), 'private'),
  read('tweets', posts, (world, user) => postsBy(world, user.id)),
  read('mentions', posts, (world, user) => newest(world, (post) => mentions(post, user))),
  read('liked_tweets', posts, linked('like', 'tweets')),
  read('followers', people, followersOf),
  read('following', people, linked('follow', 'users')),
  read('owned_lists', listShape, (world, user) => [...world.store.in(lists.collection, 'owner_id', user.id)]),
  read('followed_lists', listShape, linked('follow_list', lists.collection)),
  read('list_memberships', listShape, linked('in_list', lists.collection)),
];

type Find = (world: World, user: StoredRecord) => readonly StoredRecord[];

function read(name: string, shape: Shape, find: Find, access?: 'private'): DataEndpoint {
  return {
    method: 'GET',
    path: `/2/users/:id/${name}`,
    callers: access === 'private' ? ['user'] : ['app', 'user'],
    query: { ...pageParams(1000), ...shape.params },
    run: (call) => answer(call, shape, find),
  };
}

function answer(call: DataCall, shape: Shape, find: Find): DataAnswer {
  const { world, query, path, family, caller } = call;
  const id = path['id'] ?? '';
  const user = world.store.get('users', id);
  if (user === undefined) throw notFound(family, 'user', 'id', id.slice(0, 200));
  // Whoever calls reads their own; an application by itself calls for its owner.
  const own = caller.user ?? ownerOf(world, caller.app);
  if (own?.id !== id && world.limits.data.foreign_reads === 'refuse')
    throw forbidden('Only the data of the caller can be read here.');
  const { records, meta } = pageOf(find(world, user), query, 100);
  return {
    body: { ...(records.length === 0 ? {} : shape.show(world, records, wantedBy(query))), meta },
  };
}

function linked(kind: string, collection: string): Find {
  return ({ store }, user) =>
    [...store.in(userLinks.collection, 'user_id', user.id)]
      .filter((link) => link['kind'] === kind && !isDeleted(link))
      .map((link) => store.get(collection, textIn(link, 'target_id') ?? ''))
      .filter((record) => record !== undefined)
      .filter((record) => !isDeleted(record))
      .toReversed();
}

function followersOf({ store }: World, user: StoredRecord): readonly StoredRecord[] {
  return [...store.in(userLinks.collection, 'target_id', user.id)]
    .filter((link) => link['kind'] === 'follow' && !isDeleted(link))
    .map((link) => store.get('users', textIn(link, 'user_id') ?? ''))
    .filter((record) => record !== undefined)
    .toReversed();
}

function postsBy({ store }: World, userId: string): readonly StoredRecord[] {
  return [...store.in(postCollection, 'user_id', userId)].filter((post) => !isDeleted(post)).toReversed();
}

function newest(world: World, accepts: (post: StoredRecord) => boolean): readonly StoredRecord[] {
  return [...allPosts(world)].filter(accepts).toReversed();
}

function mentions(post: StoredRecord, user: StoredRecord): boolean {
  const handle = textIn(user, 'screen_name')?.toLowerCase() ?? '';
  return new RegExp(`@${handle.replaceAll(/\W/g, '')}(?!\\w)`).test(textOf(post).toLowerCase());
}

function showList({ store }: World, list: StoredRecord, wanted: readonly string[]): Fields {
  const links = [...store.in(userLinks.collection, 'target_id', list.id)];
  const count = (kind: string): number => links.filter((link) => link['kind'] === kind).length;
  const all: Readonly<Record<string, Value>> = {
    id: list.id,
    name: textIn(list, 'name') ?? '',
    created_at: new Date(Date.parse(textIn(list, 'created_at') ?? '')).toISOString(),
    description: textIn(list, 'description') ?? '',
    follower_count: count('follow_list'),
    member_count: count('in_list'),
    owner_id: textIn(list, 'owner_id') ?? '',
    private: list['private'] === true,
  };
  const names = new Set(['id', 'name', ...wanted]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}
