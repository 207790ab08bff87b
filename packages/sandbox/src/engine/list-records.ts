import { flag, idList, int, listOf, oneOf, type Params, text } from '../params/param.ts';
import type { Selection } from '../store/collection.ts';
import type { Position, SortKey } from '../store/sort-order.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, isList, textIn, textsIn, type Value } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { World } from '../world/world.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Call } from './endpoint.ts';
import { readQuery } from './read-params.ts';
import { invalid, type Resource } from './resource.ts';
import { showList } from './shown-records.ts';

/** The records that a caller can see at all: those of an account, or those with certain ids. */
export type Scope = Pick<Selection, 'within' | 'ids'>;

// How long a page is, and what a list takes, unless its kind says otherwise (F-list-01).
const usualPaging: NonNullable<Resource['paging']> = {
  count: 200,
  most: 1000,
  takes: ['sort_by', 'with_deleted', 'with_total_count'],
};

/**
 * Answers a list: filters, the standard parameters (F-list-01, F-list-02), one page of records.
 * Throws ApiError 400 with everything that is wrong with the parameters.
 */
export function listRecords(resource: Resource, call: Call, scope: Scope): Fields {
  const { given, problems } = readQuery(listParams(resource), call.raw);
  const params = { ...Object.fromEntries(given), ...call.path };
  const sortBy = textsIn(params, 'sort_by');
  const cursor = given.get('cursor');
  const after = typeof cursor === 'string' ? readCursor(cursor, sortBy) : undefined;
  const wrong = [...problems, ...wrongTogether(given, after)];
  if (wrong.length > 0) throw new ApiError(400, wrong, { params });

  const chosen = choose(resource, call.world, scope, given);
  const limit = Number(given.get('count') ?? (resource.paging ?? usualPaging).count);
  const page = call.world.store.page(resource.collection, {
    ...chosen,
    sort: sortBy.map(sortKey),
    limit,
    ...(after === undefined ? {} : { after }),
  });
  return {
    request: { params },
    next_cursor: page.end === undefined ? null : writeCursor(page.end, sortBy),
    data: showList(resource, page.records, call.world, params),
    ...(given.get('with_total_count') === true
      ? { total_count: call.world.store.count(resource.collection, chosen) }
      : {}),
  };
}

/** What a list of the kind takes. */
export function listParams(resource: Resource): Params {
  const { most, takes } = resource.paging ?? usualPaging;
  const sorts = resource.sortable.flatMap((field) => [`${field}-asc`, `${field}-desc`]);
  const filters = Object.keys(resource.filters).map((name) => [name, { is: idList }] as const);
  return {
    ...Object.fromEntries(filters),
    ...resource.listParams,
    count: { is: int(1, most) },
    cursor: { is: text(4000) },
    ...(takes.includes('sort_by') ? { sort_by: { is: listOf(oneOf(sorts)) } } : {}),
    ...(takes.includes('with_deleted') ? { with_deleted: { is: flag } } : {}),
    ...(takes.includes('with_total_count') ? { with_total_count: { is: flag } } : {}),
  };
}

function wrongTogether(given: ReadonlyMap<string, Value>, after: Position | undefined): readonly Problem[] {
  const problems: Problem[] = [];
  const cursor = given.get('cursor');
  if (typeof cursor === 'string' && after === undefined) {
    problems.push({
      ...invalid('cursor', `Expected a cursor of this list, got "${cursor}" for cursor`),
      value: cursor,
    });
  }
  if (cursor !== undefined && given.get('with_total_count') === true) {
    const message = 'cursor and with_total_count are exclusive parameters';
    problems.push({ code: 'EXCLUSIVE_PARAMETERS', message, parameter: 'with_total_count' });
  }
  return problems;
}

function sortKey(name: string): SortKey {
  const dash = name.lastIndexOf('-');
  return { field: name.slice(0, dash), descending: name.slice(dash) === '-desc' };
}

type Accepts = (record: StoredRecord) => boolean;

// 64-bit ids are read as numbers and kept as text.
function wireText(value: Value): string {
  return typeof value === 'string' ? value : printJson(value);
}

/** The narrowest index to read from, and what every record must satisfy beside it. */
function choose(
  resource: Resource,
  world: World,
  scope: Scope,
  given: ReadonlyMap<string, Value>,
): Scope & { readonly accepts: Accepts } {
  const filters = Object.entries(resource.filters).flatMap(([name, field]) => {
    const value = given.get(name);
    if (value === undefined) return [];
    return [{ field, values: (isList(value) ? value : [value]).map(wireText) }];
  });
  const ids = filters.find((filter) => filter.field === 'id')?.values ?? scope.ids;
  const within = filters.find((filter) => filter.field !== 'id') ?? scope.within;
  const all = [...filters, scope.within, scope.ids && { field: 'id', values: scope.ids }].filter(
    (each) => each !== undefined,
  );
  const sets = all.map(({ field, values }) => ({ field, values: new Set<Value>(values) }));
  const q = given.get('q');
  const matches = Object.entries(resource.matches ?? {});
  const prefix = typeof q === 'string' && resource.matches?.['q'] === undefined ? q.toLowerCase() : undefined;
  const [withDeleted, withDraft] = [given.get('with_deleted') === true, given.get('with_draft') === true];
  const accepts: Accepts = (record) =>
    (withDeleted || !(isDeleted(record) || resource.hidden?.(record, world) === true)) &&
    (withDraft || record['entity_status'] !== 'DRAFT') &&
    sets.every(({ field, values }) => values.has(record[field] ?? null)) &&
    matches.every(([name, fits]) => fits(record, given.get(name), world)) &&
    (prefix === undefined || textIn(record, 'name')?.toLowerCase().startsWith(prefix) === true);
  return { accepts, ...(ids === undefined ? {} : { ids }), ...(within === undefined ? {} : { within }) };
}
