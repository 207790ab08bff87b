import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { Kind, ListOperation } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { KeptLists } from './kept-lists.ts';
import { liveRecordParser } from './live-record-parser.ts';
import type { AccountNeeds, NeededList } from './needs.ts';
import type { Found } from './record-query.ts';
import type { Seal } from './seal.ts';

/** Whose records are read, and by whom. */
export interface Reader {
  readonly client: PlatformClient;
  readonly accountId: string;
  readonly seal: Seal | undefined;
  /** Lists of earlier runs, where those may be built upon. */
  readonly kept?: KeptLists | undefined;
}

/** What one read gave: records of one kind, and the platform's time of the earliest answer, in milliseconds. */
export interface Reading {
  readonly kind: string;
  readonly complete: boolean;
  readonly records: readonly LiveRecord[];
  readonly readAt: number;
}

/** What stands below given records; all of it below those named. */
export type ReadingBelow = Omit<Reading, 'complete'> & { readonly parentIds: readonly string[] };

/** One list, read to its end. */
export interface Listing {
  readonly query: Readonly<Record<string, string>>;
  /** The record above, where that stands in the path. */
  readonly parentId?: string;
}

/** The most ids that a list filter takes (F-list-02). */
const idsPerFilter = 200;

/**
 * Reads a list of the account: all of it, or, where the list takes ids, the records with those given, or with those that
 * suffice where that costs less.
 */
export async function readList(reader: Reader, needed: NeededList): Promise<Reading> {
  const kind = kindNamed(needed.kind);
  if (needed.sufficient !== undefined) return await readSufficient(reader, kind, needed.sufficient);
  const { idFilter, eachOf } = listOf(kind);
  const chosen = idFilter === undefined ? undefined : needed.ids;
  const ofEach = (value: string | undefined): Listing['query'] =>
    eachOf === undefined || value === undefined ? {} : { [eachOf.parameter]: value };
  const ofSome = (ids: readonly string[]): Listing['query'] =>
    idFilter === undefined ? {} : { [idFilter]: ids.join(',') };
  const filters = chosen === undefined ? [{}] : idGroups(chosen).map(ofSome);
  const deleted = deletedFilter(needed.deletedToo === true);
  const listings = (needed.eachOf ?? [undefined]).flatMap((value) =>
    filters.map((filter): Listing => ({ query: { ...filter, ...deleted, ...ofEach(value) } })),
  );
  return { kind: kind.name, complete: chosen === undefined, ...(await readAll(reader, kind, listings)) };
}

/**
 * Reads a list for as many requests as reading the ids that suffice would take, so that neither costs more than twice the
 * cheaper one. One that goes on is left there, and what it has not shown of the ids is read by them. Where one of those
 * is not there, whatever has its name matters, and the list is read to its end.
 */
async function readSufficient(reader: Reader, kind: Kind, ids: readonly string[]): Promise<Reading> {
  const wanted = new Set(ids);
  const listed: LiveRecord[] = [];
  const pages = parsedPages(reader, kind, { query: {} });
  let byId: Pick<Reading, 'records' | 'readAt'> = { records: [], readAt: Number.POSITIVE_INFINITY };
  let readAt = byId.readAt;
  let pagesLeft = idGroups(ids).length;
  for await (const page of pages) {
    listed.push(...page.records);
    readAt = Math.min(readAt, page.readAt);
    pagesLeft -= 1;
    if (pagesLeft !== 0 || !page.hasNext) continue;
    byId = await readByIds(reader, kind, missingIn(listed, wanted));
    const known = [...listed, ...byId.records].filter(({ id }) => wanted.has(id));
    readAt = Math.min(readAt, byId.readAt);
    if (missingIn(known, wanted).length === 0)
      return { kind: kind.name, complete: false, records: known, readAt };
  }
  return { kind: kind.name, complete: true, records: [...byId.records, ...listed], readAt };
}

function missingIn(records: readonly LiveRecord[], ids: ReadonlySet<string>): readonly string[] {
  const shown = new Set(records.map(({ id }) => id));
  return [...ids].filter((id) => !shown.has(id));
}

/** The records with these ids; none where the platform refuses one of the ids. */
async function readByIds(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Pick<Reading, 'records' | 'readAt'>> {
  try {
    return await readList(reader, { kind: kind.name, ids });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.outcome !== 'refused' || error.status !== 400) throw error;
    return { records: [], readAt: Number.POSITIVE_INFINITY };
  }
}

/**
 * Reads what stands below records: those that were found, several in one list or one list each. Below a record that is
 * not there any more there is nothing. `deletedToo`: deleted ones as well.
 */
export async function readBelow(
  reader: Reader,
  kind: Kind,
  parents: readonly Found[],
  deletedToo = false,
): Promise<ReadingBelow> {
  const ids = [...new Set(parents.flatMap((parent) => parent.ids))];
  const gone = parents.flatMap((parent) => parent.gone).filter((id) => !ids.includes(id));
  const { below = 'path' } = listOf(kind);
  const listings =
    below === 'path'
      ? ids.map((parentId) => ({ parentId, query: deletedFilter(deletedToo) }))
      : idGroups(ids).map((some) => ({
          query: { [below.parameter]: some.join(','), ...deletedFilter(deletedToo) },
        }));
  const { records, readAt } = await readAll(reader, kind, listings);
  return { kind: kind.name, parentIds: [...ids, ...new Set(gone)], records, readAt };
}

/** Deleted records come only where they are asked for (F-list-01). */
function deletedFilter(deletedToo: boolean): Listing['query'] {
  return deletedToo ? { with_deleted: 'true' } : {};
}

async function readAll(
  reader: Reader,
  kind: Kind,
  listings: readonly Listing[],
): Promise<Pick<Reading, 'records' | 'readAt'>> {
  const parts = await Promise.all(listings.map(async (listing) => await readPages(reader, kind, listing)));
  return {
    records: parts.flatMap(({ records }) => records),
    readAt: Math.min(...parts.map(({ readAt }) => readAt)),
  };
}

async function readPages(
  reader: Reader,
  kind: Kind,
  listing: Listing,
): Promise<Pick<Reading, 'records' | 'readAt'>> {
  const records: LiveRecord[] = [];
  let readAt = Number.POSITIVE_INFINITY;
  for await (const page of parsedPages(reader, kind, listing)) {
    for (const record of page.records) records.push(record);
    readAt = Math.min(readAt, page.readAt);
  }
  return { records, readAt };
}

/** One page of a list. */
export interface ParsedPage extends Pick<Reading, 'records' | 'readAt'> {
  readonly hasNext: boolean;
}

/** The pages of a list, each read when it is asked for; none where a refusal says that there is nothing to list. */
export async function* parsedPages(
  { client, accountId, seal }: Reader,
  kind: Kind,
  { query, parentId }: Listing,
): AsyncGenerator<ParsedPage, void, void> {
  const list = listOf(kind);
  const path = listPath(kind, accountId, parentId);
  const parse = liveRecordParser(kind, accountId, seal);
  const request = {
    host: 'ads',
    path,
    accountId,
    query: { ...list.query, ...query },
    count: list.pageSize,
  } as const;
  try {
    for await (const { records, date, hasNext } of client.list(request))
      yield { records: records.map((record) => parse(record, path, { parentId })), readAt: date, hasNext };
  } catch (error) {
    if (!saysNone(list, error)) throw error;
    if (error.date !== undefined) yield { records: [], readAt: error.date, hasNext: false };
  }
}

/** A refusal that means that there is nothing to list (F-attachment-05). */
function saysNone({ noneWhen = [] }: ListOperation, error: unknown): error is PlatformError {
  return (
    error instanceof PlatformError &&
    error.outcome === 'refused' &&
    error.errors.length > 0 &&
    error.errors.every(({ code }) => noneWhen.includes(code))
  );
}

const single = z.object({ data: z.unknown() });

/** Reads one record by its path. */
export async function readSingle(
  { client, accountId, seal }: Reader,
  needed: AccountNeeds['singles'][number],
): Promise<Reading> {
  const kind = kindNamed(needed.kind);
  if (kind.operations.read === undefined) throw new RangeError(`${kind.name} cannot be read singly`);
  const path = kind.operations.read
    .replace(':account_id', encodeURIComponent(accountId))
    .replace(':id', encodeURIComponent(needed.id));
  const answer = await client.call({ host: 'ads', method: 'GET', path, accountId });
  const body = single.safeParse(answer.body);
  if (!body.success)
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform answered without data', { lines: [path] });
  const record = liveRecordParser(kind, accountId, seal)(body.data.data, path, { id: needed.id });
  return { kind: kind.name, complete: false, records: [record], readAt: answer.date };
}

function listOf(kind: Kind): ListOperation {
  const { list } = kind.operations;
  if (list === undefined) throw new RangeError(`${kind.name} cannot be listed`);
  return list;
}

/** The ids in groups that one filter takes. */
export function idGroups(ids: readonly string[]): readonly (readonly string[])[] {
  const groups: (readonly string[])[] = [];
  for (let start = 0; start < ids.length; start += idsPerFilter)
    groups.push(ids.slice(start, start + idsPerFilter));
  return groups;
}

/** The path of the list of a kind that has one, with its ids in place, percent-encoded. */
export function listPath(kind: Kind, accountId: string, parentId: string | undefined): string {
  return listOf(kind)
    .path.replace(':account_id', encodeURIComponent(accountId))
    .replace(':parent_id', encodeURIComponent(parentId ?? ''));
}
