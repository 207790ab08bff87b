import { keptRecords } from '../engine/kept-records.ts';
import { int, listOf, oneOf, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn, textsIn, type Value } from '../value.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { notFound } from './data-problem.ts';
import { newsFields } from './field-names.ts';
import { pageOf } from './pages.ts';

/** News stories (F-data-14). */
export const news = keptRecords({
  collection: 'news',
  label: 'News story',
  ids: { prefix: '20', start: 1_000_000_000_001, radix: 10 },
  indexed: [],
  fields: {
    name: 'text',
    summary: 'text',
    contexts: 'json?',
    cluster_posts_results: 'json?',
    last_updated_at_ms: 'long?',
    category: 'text?',
    disclaimer: 'text?',
    hook: 'text?',
    keywords: 'json?',
  },
  blank: (world) => ({
    contexts: { entities: {}, topics: [] },
    cluster_posts_results: [],
    last_updated_at_ms: Math.floor(world.clock.now() / 1000) * 1000,
    category: 'News',
    disclaimer: null,
    hook: null,
    keywords: null,
  }),
  plausible: ({ id }) => ({ name: `Story ${id}`, summary: `What happened in story ${id}` }),
});

const selection: Params = { 'news.fields': { is: listOf(oneOf(newsFields)) } };

/** The calls about news stories (F-data-14). */
export const newsEndpoints: readonly DataEndpoint[] = [
  {
    method: 'GET',
    path: '/2/news/search',
    callers: ['app', 'user'],
    query: {
      query: { is: text(2048), required: true },
      max_results: { is: int(1, 100) },
      max_age_hours: { is: int(1, 720) },
      ...selection,
    },
    run: search,
  },
  { method: 'GET', path: '/2/news/:id', callers: ['app', 'user'], query: selection, run: lookUp },
];

function search({ world, query }: DataCall): DataAnswer {
  const words = (textIn(query, 'query') ?? '').toLowerCase().split(/\s+/);
  const hours = typeof query['max_age_hours'] === 'number' ? query['max_age_hours'] : 168;
  const oldest = world.clock.now() - hours * 3_600_000;
  const found = [...world.store.all(news.collection)].filter((story) => {
    const said = `${textIn(story, 'name') ?? ''} ${textIn(story, 'summary') ?? ''}`.toLowerCase();
    return Number(story['last_updated_at_ms']) >= oldest && words.every((word) => said.includes(word));
  });
  const { records, meta } = pageOf(found, query, 10);
  const data = records.map((story) => show(story, textsIn(query, 'news.fields')));
  return { body: { ...(data.length === 0 ? {} : { data }), meta } };
}

function lookUp({ world, query, path, family }: DataCall): DataAnswer {
  const id = path['id'] ?? '';
  const story = world.store.get(news.collection, id);
  if (story === undefined) throw notFound(family, 'news', 'id', id.slice(0, 200));
  return { body: { data: show(story, textsIn(query, 'news.fields')) } };
}

function show(story: StoredRecord, wanted: readonly string[]): Fields {
  const names = [...new Set(['id', 'name', ...wanted])];
  const value = (name: string): Value => (name === 'id' ? story.id : (story[name] ?? null));
  return Object.fromEntries(
    names.map((name) => [name, value(name)] as const).filter(([, held]) => held !== null),
  );
}
