import { digits, listOf } from '../params/param.ts';
import { textsIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { missingResource, notFound } from './data-problem.ts';
import { findPost } from './read-post.ts';
import { postSelection, wantedBy } from './selection.ts';
import { includesOf, postsFound, showPost } from './show.ts';

/** Posts by their ids, at most 100, and one by its id (F-data-01). */
export const lookupEndpoints: readonly DataEndpoint[] = [
  {
    method: 'GET',
    path: '/2/tweets',
    callers: ['app', 'user'],
    query: { ids: { is: listOf(digits, 100), required: true }, ...postSelection },
    run: lookUpMany,
  },
  {
    method: 'GET',
    path: '/2/tweets/:id',
    callers: ['app', 'user'],
    query: postSelection,
    profile: 'public',
    run: lookUpOne,
  },
];

// What is not there is told apart from what is: the answer is a success all the same (F-data-18).
function lookUpMany({ world, query, family }: DataCall): DataAnswer {
  const ids = textsIn(query, 'ids');
  const found = ids.map((id) => findPost(world, id)).filter((post) => post !== undefined);
  const wanted = wantedBy(query);
  const lost = ids.filter((id) => findPost(world, id) === undefined);
  return {
    body: {
      ...postsFound(world, found, wanted),
      ...(lost.length === 0 ? {} : { errors: lost.map((id) => missingResource(family, 'tweet', 'ids', id)) }),
    },
  };
}

function lookUpOne({ world, query, path, family }: DataCall): DataAnswer {
  const post = findPost(world, path['id'] ?? '');
  if (post === undefined) throw notFound(family, 'tweet', 'id', (path['id'] ?? '').slice(0, 200));
  const wanted = wantedBy(query);
  return { body: { data: showPost(world, post, wanted), ...includesOf(world, [post], wanted) } };
}
