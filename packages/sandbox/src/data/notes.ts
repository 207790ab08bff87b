import { hash } from 'node:crypto';
import { change, keep, keptRecords } from '../engine/kept-records.ts';
import { digits, flag, listOf, objectOf, oneOf, type Params, text } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { fieldsIn, textIn, textsIn } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { forbidden, invalidParameter, notFound } from './data-problem.ts';
import { pageOf, pageParams } from './pages.ts';
import { allPosts, authorOf, findPost } from './read-post.ts';
import { postSelection, wantedBy } from './selection.ts';
import { postsFound } from './show.ts';

/** Community notes on posts. */
export const notes = keptRecords({
  collection: 'notes',
  label: 'Note',
  ids: { prefix: '19', start: 1_000_000_000_001, radix: 10 },
  indexed: ['user_id', 'post_id'],
  fields: {
    user_id: 'text',
    post_id: 'text',
    text: 'text',
    classification: 'text',
    misleading_tags: 'texts',
    trustworthy_sources: 'boolean',
    test_mode: 'boolean',
  },
  blank: () => ({
    text: '',
    classification: 'misinformed_or_potentially_misleading',
    misleading_tags: [],
    trustworthy_sources: false,
    test_mode: true,
  }),
  plausible: ({ world }) => {
    const [user] = world.store.all('users');
    const [post] = world.store.all('tweets');
    return { user_id: user?.id ?? '', post_id: post?.id ?? '', text: 'A note' };
  },
});

const tags = [
  'disputed_claim_as_fact',
  'factual_error',
  'manipulated_media',
  'misinterpreted_satire',
  'missing_important_context',
  'other',
  'outdated_information',
];

const info: Params = {
  text: { is: text(2000), required: true },
  classification: {
    is: oneOf(['misinformed_or_potentially_misleading', 'not_misleading']),
    required: true,
  },
  misleading_tags: { is: listOf(oneOf(tags)) },
  trustworthy_sources: { is: flag },
};

const evaluation: Params = {
  post_id: { is: digits, required: true },
  note_text: { is: text(2000), required: true },
};

const searching: Params = { test_mode: { is: flag }, ...pageParams(100) };

/** Writing and finding community notes; evaluating them has had two paths (F-data-15). */
export const noteEndpoints: readonly DataEndpoint[] = [
  {
    method: 'POST',
    path: '/2/notes',
    callers: ['user'],
    query: {},
    body: {
      test_mode: { is: flag, required: true },
      post_id: { is: digits, required: true },
      info: { is: objectOf('note_info', () => info), required: true },
    },
    run: write,
  },
  { method: 'POST', path: '/2/evaluate_note', callers: ['user'], query: {}, body: evaluation, run: evaluate },
  {
    method: 'POST',
    path: '/2/notes/evaluate',
    callers: ['user'],
    query: {},
    body: evaluation,
    profile: 'public',
    run: evaluate,
  },
  {
    method: 'GET',
    path: '/2/notes/search/posts_eligible_for_notes',
    callers: ['user'],
    query: { ...searching, ...postSelection },
    run: eligible,
  },
  { method: 'GET', path: '/2/notes/search/notes_written', callers: ['user'], query: searching, run: written },
  { method: 'DELETE', path: '/2/notes/:id', callers: ['user'], query: {}, profile: 'public', run: remove },
];

function write({ world, caller, body }: DataCall): DataAnswer {
  const said = fieldsIn(body, 'info');
  const postId = postOf(world, body);
  const note = keep(world, notes, {
    user_id: caller.user?.id ?? '',
    post_id: postId,
    text: textIn(said, 'text') ?? '',
    classification: textIn(said, 'classification') ?? '',
    misleading_tags: textsIn(said, 'misleading_tags'),
    trustworthy_sources: said['trustworthy_sources'] === true,
    test_mode: body['test_mode'] === true,
  });
  return { body: { data: { id: note.id } } };
}

// Nobody knows how a note is judged; the same text gets the same score.
function evaluate({ world, body }: DataCall): DataAnswer {
  postOf(world, body);
  const score = Number.parseInt(hash('sha1', textIn(body, 'note_text') ?? '', 'hex').slice(0, 4), 16) % 101;
  return { body: { data: { claim_opinion_score: score } } };
}

function postOf(world: DataCall['world'], body: DataCall['body']): string {
  const id = textIn(body, 'post_id') ?? '';
  if (findPost(world, id) === undefined) throw invalidParameter('post_id', 'There is no such post', id);
  return id;
}

function eligible({ world, caller, query }: DataCall): DataAnswer {
  const noted = new Set(ownNotes(world, caller.user).map((note) => textIn(note, 'post_id')));
  const found = [...allPosts(world)].filter(
    (post) => authorOf(post) !== caller.user?.id && !noted.has(post.id) && post['nullcast'] !== true,
  );
  const { records, meta } = pageOf(found.toReversed(), query, 10);
  const wanted = wantedBy(query);
  return {
    body: {
      ...postsFound(world, records, wanted),
      meta,
    },
  };
}

function written({ world, caller, query }: DataCall): DataAnswer {
  const mode = query['test_mode'];
  const own = ownNotes(world, caller.user).filter((note) => mode === undefined || note['test_mode'] === mode);
  const { records, meta } = pageOf(own.toReversed(), query, 10);
  const data = records.map((note) => ({
    id: note.id,
    info: {
      text: textIn(note, 'text'),
      post_id: textIn(note, 'post_id'),
      classification: textIn(note, 'classification'),
      misleading_tags: textsIn(note, 'misleading_tags'),
      trustworthy_sources: note['trustworthy_sources'] === true,
    },
  }));
  return { body: { ...(data.length === 0 ? {} : { data }), meta } };
}

function ownNotes({ store }: DataCall['world'], user: StoredRecord | undefined): readonly StoredRecord[] {
  return [...store.in(notes.collection, 'user_id', user?.id ?? '')].filter((note) => !isDeleted(note));
}

function remove({ world, caller, path, family }: DataCall): DataAnswer {
  const id = path['id'] ?? '';
  const note = world.store.get(notes.collection, id);
  if (note === undefined || isDeleted(note)) throw notFound(family, 'note', 'id', id.slice(0, 200));
  if (note['user_id'] !== caller.user?.id) throw forbidden('Only its author may delete a note.');
  change(world, notes, note, { deleted: true });
  return { body: { data: { deleted: true } } };
}
