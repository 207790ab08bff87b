import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { momentOf } from '../schemas/times.ts';
import { ownValue, sameValue } from '../schemas/values.ts';
import type { KeptList, KeptLists } from './kept-lists.ts';
import { type Listing, parsedPages, type Reader, type Reading } from './read-list.ts';

/**
 * How long before the beginning of a reading a change may be dated that the reading did not show, in milliseconds: a list
 * may lag by 5 s, the clocks of both sides may have moved by 5 s unnoticed, and times are whole seconds of machines that
 * do not quite agree.
 */
const overlapMs = 15_000;
/** By how much the distance between the clocks may change, in milliseconds, before it counts as set. */
const clockToleranceMs = 5000;
/** How long a list that was read as a whole is built upon, in milliseconds. */
const longestMs = 24 * 60 * 60 * 1000;
/** With more changes than these the next run would have to read a second page. */
const mostChanges = 500;
/** How often the first page is looked at for what moved there meanwhile. */
const mostLooks = 3;

/** A reader that has lists of earlier runs. */
export type KeptReader = Reader & { readonly kept: KeptLists };

/** True for a list whose changes can be read. */
export function showsChanges({ operations: { list } }: Kind): boolean {
  return list?.changes !== undefined;
}

/**
 * Reads a list completely: its changes, where it was kept, else all of it, which is kept then. A list that was kept is not
 * built upon where another sandbox answers, a clock was set, the platform does not sort it by time, or its changes are as
 * many as its records; nor for longer than a day.
 */
export async function readKept(reader: KeptReader, kind: Kind): Promise<Reading> {
  const { kept, accountId } = reader;
  const before = await kept.load(accountId, kind.name);
  const now = before === undefined ? undefined : await readChanges(reader, kind, before);
  if (before === undefined || now === undefined) return await readAndKeep(reader, kind, before);
  const { list, changes } = now;
  // So long as few records changed, reading them again costs less than writing all of them.
  const isLarge = changes > Math.min(mostChanges, list.records.length / 10);
  if (isLarge && list.since > before.since) await kept.save(accountId, kind.name, list);
  return { kind: kind.name, complete: true, records: list.records, readAt: list.readAt };
}

async function readAndKeep(reader: KeptReader, kind: Kind, before: KeptList | undefined): Promise<Reading> {
  const { client, kept, accountId } = reader;
  const records = new Map<string, LiveRecord>();
  let [readAt, aheadMs] = [Number.POSITIVE_INFINITY, 0];
  for await (const page of parsedPages(reader, kind, { query: {} })) {
    if (readAt === Number.POSITIVE_INFINITY) [readAt, aheadMs] = [page.readAt, kept.now() - page.readAt];
    for (const record of page.records) records.set(record.id, record);
  }
  const shown = [...records.values()];
  const { sandbox } = client;
  // Where the platform's clock was set forward meanwhile, what lists do not show yet is dated by the clock of before.
  const since = before?.sandbox === sandbox ? Math.min(before?.since ?? readAt, readAt) : readAt;
  const list = { sandbox, since, readAt, aheadMs, wholeAt: readAt, records: shown };
  if (shown.every(({ updatedAt }) => updatedAt !== undefined)) await kept.save(accountId, kind.name, list);
  return { kind: kind.name, complete: true, records: shown, readAt };
}

interface Changed {
  readonly list: KeptList;
  /** How many records were read. */
  readonly changes: number;
}

/** The list as it is now; `undefined` where its changes cannot be told. */
async function readChanges(reader: KeptReader, kind: Kind, before: KeptList): Promise<Changed | undefined> {
  const since = before.since - overlapMs;
  const changed = new Map<string, LiveRecord>();
  let begun: Pick<KeptList, 'readAt' | 'aheadMs'> | undefined;
  let [pages, read, latest] = [0, 0, Number.POSITIVE_INFINITY];
  for await (const page of parsedPages(reader, kind, changesOf(kind))) {
    if (begun === undefined) {
      begun = { readAt: page.readAt, aheadMs: reader.kept.now() - page.readAt };
      if (reader.client.sandbox !== before.sandbox || !followsOn(before, begun)) return undefined;
    }
    pages += 1;
    read += page.records.length;
    const earliest = earliestOf(page.records, latest);
    // Where there are so many, reading all of the list costs no more.
    if (earliest === undefined || read > before.records.length + mostChanges) return undefined;
    latest = earliest;
    for (const record of page.records)
      if (timeOf(record) >= since && !changed.has(record.id)) changed.set(record.id, record);
    if (latest < since) break;
  }
  if (begun === undefined || (pages > 1 && !(await addMovedUp(reader, kind, changed)))) return undefined;
  const { readAt } = begun;
  // Shortly after a clock was set, lists may still be without what is dated by the clock of before.
  const until = readAt - before.wholeAt > overlapMs ? readAt : before.since;
  const records = withChanges(kind, before, changed);
  return { list: { ...before, ...begun, since: until, records }, changes: changed.size };
}

/** When the last record of a page was changed; `undefined` where the page is not in that order, or has no times. */
function earliestOf(records: readonly LiveRecord[], latest: number): number | undefined {
  let earliest = latest;
  for (const record of records) {
    const time = timeOf(record);
    if (!(time <= earliest)) return undefined;
    earliest = time;
  }
  return earliest;
}

/** Milliseconds since 1970; NaN where nothing says when a record was changed. */
function timeOf({ updatedAt = '' }: LiveRecord): number {
  return momentOf(updatedAt);
}

function withChanges(
  kind: Kind,
  before: KeptList,
  changed: ReadonlyMap<string, LiveRecord>,
): readonly LiveRecord[] {
  const records = new Map(before.records.map((record) => [record.id, record]));
  for (const record of changed.values()) {
    if (isListed(kind, record)) records.set(record.id, record);
    else records.delete(record.id);
  }
  return [...records.values()];
}

function changesOf({ operations: { list } }: Kind): Listing {
  return { query: { ...list?.changes?.query, sort_by: 'updated_at-desc', with_deleted: 'true' } };
}

/** True for a record that the list shows without being asked for more. */
function isListed({ operations: { list } }: Kind, { deleted, fields }: LiveRecord): boolean {
  const leftOut = Object.entries(list?.changes?.leavesOut ?? {});
  return !deleted && !leftOut.some(([wire, value]) => sameValue(ownValue(fields, wire), value));
}

/** True where a reading is later than the kept one, not too much later, and by clocks that were not set since. */
function followsOn(before: KeptList, { readAt, aheadMs }: Pick<KeptList, 'readAt' | 'aheadMs'>): boolean {
  return (
    readAt >= before.readAt &&
    readAt - before.wholeAt <= longestMs &&
    Math.abs(aheadMs - before.aheadMs) <= clockToleranceMs
  );
}

/**
 * Adds what was changed while the pages were read: it went to the first page, from where it was expected on a later one.
 * Gives whether the first page holds still, so that nothing can be missing.
 */
async function addMovedUp(
  reader: KeptReader,
  kind: Kind,
  changed: Map<string, LiveRecord>,
): Promise<boolean> {
  for (let look = 1; look <= mostLooks; look += 1) {
    const { value: page } = await parsedPages(reader, kind, changesOf(kind)).next();
    const shown = page?.records ?? [];
    const news = shown.filter(({ id, updatedAt }) => changed.get(id)?.updatedAt !== updatedAt);
    if (news.length === 0) return true;
    // There may be more of them on the next page.
    if (news.length === shown.length) return false;
    for (const record of news) changed.set(record.id, record);
  }
  return false;
}
