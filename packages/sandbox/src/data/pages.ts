import { int, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn } from '../value.ts';
import { invalidParameter } from './data-problem.ts';

/** The parameters of a list of the data API. */
export function pageParams(max: number): Params {
  return { max_results: { is: int(1, max) }, pagination_token: { is: text(200) } };
}

/** One page of records, and the `meta` that leads to the next one (`meta.next_token`: F-list-04). */
export interface DataPage {
  readonly records: readonly StoredRecord[];
  readonly meta: Fields;
}

/**
 * The page that the parameters ask for. A token names the last record of the page before, so that it stays right while
 * records come and go. Throws DataProblem 400 for a token of no record here.
 */
export function pageOf(records: readonly StoredRecord[], query: Fields, usual: number): DataPage {
  const token = textIn(query, 'pagination_token') ?? textIn(query, 'next_token');
  const size = typeof query['max_results'] === 'number' ? query['max_results'] : usual;
  const from = token === null ? 0 : records.findIndex(({ id }) => tokenOf(id) === token) + 1;
  if (token !== null && from === 0)
    throw invalidParameter('pagination_token', 'The pagination_token is not one of this list', token);
  const page = records.slice(from, from + size);
  const last = page.at(-1);
  const hasMore = last !== undefined && from + size < records.length;
  return {
    records: page,
    meta: { result_count: page.length, ...(hasMore ? { next_token: tokenOf(last.id) } : {}) },
  };
}

function tokenOf(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url');
}
