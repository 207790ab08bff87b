import { flag, int, type Params, text } from '../params/param.ts';
import { type Fields, textIn } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Call, Endpoint, Permission } from './endpoint.ts';
import { readQuery } from './read-params.ts';
import { invalid } from './resource.ts';

/** A list of rows that nobody can change, as data. */
export interface Lookup {
  readonly path: string;
  readonly params?: Params;
  /** How many rows a page holds where `count` is not given; without it there are no pages. */
  readonly pageSize?: number;
  /** The most that `count` may say: 1000 unless given. */
  readonly maxCount?: number;
  /** Whether `with_total_count` is taken. */
  readonly counted?: true;
  readonly profile?: 'public';
  readonly allowed?: readonly Permission[];
  /** Members of the answer beside the envelope's. */
  readonly beside?: (rows: readonly Fields[]) => Fields;
  /** The rows for the typed parameters. */
  readonly rows: (given: Fields) => readonly Fields[];
}

/** The endpoint that serves a lookup. It answers 400 with everything that is wrong with the parameters. */
export function lookupEndpoint(lookup: Lookup): Endpoint {
  const { path, profile, allowed } = lookup;
  return {
    method: 'GET',
    path,
    params: paramsOf(lookup),
    ...(profile === undefined ? {} : { profile }),
    ...(allowed === undefined ? {} : { allowed }),
    run: (call) => answer(lookup, call),
  };
}

function answer(lookup: Lookup, call: Call): Fields {
  const { given, problems } = readQuery(paramsOf(lookup), call.raw);
  const asked: Fields = Object.fromEntries(given);
  const params = { ...asked, ...call.path };
  const start = startOf(asked);
  const wrong = [...problems, ...wrongCursor(asked, start)];
  if (wrong.length > 0) throw new ApiError(400, wrong, { params });

  const rows = lookup.rows(asked);
  const count = Number(asked['count'] ?? lookup.pageSize ?? rows.length);
  const data = rows.slice(start, (start ?? 0) + count);
  const end = (start ?? 0) + data.length;
  return {
    request: { params },
    next_cursor: end < rows.length ? writeCursor({ seq: end, values: [] }, []) : null,
    data,
    ...(asked['with_total_count'] === true ? { total_count: rows.length } : {}),
    ...lookup.beside?.(data),
  };
}

function paramsOf({ params = {}, pageSize, maxCount = 1000, counted }: Lookup): Params {
  if (pageSize === undefined) return params;
  const total: Params = counted === true ? { with_total_count: { is: flag } } : {};
  return { ...params, count: { is: int(1, maxCount) }, cursor: { is: text(4000) }, ...total };
}

function startOf(asked: Fields): number | undefined {
  const cursor = textIn(asked, 'cursor');
  return cursor === null ? 0 : readCursor(cursor, [])?.seq;
}

function wrongCursor(asked: Fields, start: number | undefined): readonly Problem[] {
  const cursor = textIn(asked, 'cursor');
  if (cursor === null) return [];
  if (asked['with_total_count'] === true) {
    const message = 'cursor and with_total_count are exclusive parameters';
    return [{ code: 'EXCLUSIVE_PARAMETERS', message, parameter: 'with_total_count' }];
  }
  if (start !== undefined && Number.isSafeInteger(start) && start >= 0) return [];
  return [
    { ...invalid('cursor', `Expected a cursor of this list, got "${cursor}" for cursor`), value: cursor },
  ];
}

/** Whether a row's name holds the text that was searched for, whatever its case; true without one. */
export function matchesName(row: Fields, given: Fields): boolean {
  const q = textIn(given, 'q');
  return q === null || (textIn(row, 'name') ?? '').toLowerCase().includes(q.toLowerCase());
}

/** Whether a row's field holds the value of the parameter; true without one. */
export function matches(row: Fields, given: Fields, field: string, parameter = field): boolean {
  return given[parameter] === undefined || row[field] === given[parameter];
}
