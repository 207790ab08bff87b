import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import { childKinds, kindNamed } from '../schemas/registry.ts';
import type { AccountNeeds, NeededList } from './account-needs.ts';
import { liveRecordParser } from './live-record-parser.ts';

/** What one read gave: records of one kind, and the platform's time of the earliest answer, in milliseconds. */
interface Reading {
  readonly kind: string;
  readonly complete: boolean;
  readonly records: readonly LiveRecord[];
  readonly readAt: number;
}

/** The most ids that a list filter takes (reference part 1, line 180). */
const idsPerFilter = 200;

/**
 * Reads what is needed of each account: accounts side by side, the kinds of an account too. Returns one account for
 * each need, in their order; records by kind in the order needed, then by id, each once; 0 as time where nothing was
 * needed. Throws
 * ADSYNC_ANSWER_INVALID for a record that cannot be read, and whatever the client throws.
 */
export async function readLive(
  client: PlatformClient,
  needs: readonly AccountNeeds[],
): Promise<readonly LiveAccount[]> {
  return await Promise.all(needs.map(async (account) => await readAccount(client, account)));
}

async function readAccount(client: PlatformClient, needs: AccountNeeds): Promise<LiveAccount> {
  const { accountId } = needs;
  const [lists, singles] = await Promise.all([
    Promise.all(needs.lists.map(async (list) => await readNeeded(client, accountId, needs, list))),
    Promise.all(needs.singles.map(async (single) => await readSingle(client, accountId, single))),
  ]);
  const readings = [...lists.flat(), ...singles];
  return {
    accountId,
    complete: readings.filter(({ complete }) => complete).map(({ kind }) => kind),
    records: onceEach(readings.flatMap(({ records }) => records)),
    readAt: readings.length === 0 ? 0 : Math.min(...readings.map(({ readAt }) => readAt)),
  };
}

/** A list, and the lists of child kinds whose records spend under one of its records though nobody asked for them. */
async function readNeeded(
  client: PlatformClient,
  accountId: string,
  needs: AccountNeeds,
  list: NeededList,
): Promise<readonly Reading[]> {
  const reading = await readList(client, accountId, list);
  const spending = childKinds(list.kind).filter(
    (child) =>
      child.operations.list !== undefined &&
      !needs.lists.some(({ kind }) => kind === child.name) &&
      reading.records.some((record) => spendsUnder(child, record)),
  );
  const below = await Promise.all(
    spending.map(async (child) => await readList(client, accountId, { kind: child.name })),
  );
  return [reading, ...below];
}

/** True where an active record of the kind would spend by its own budget under the parent. */
function spendsUnder(child: Kind, parent: LiveRecord): boolean {
  if (child.activation === undefined) return false;
  const active = { [child.activation.field]: child.activation.active };
  return child.exposure?.(active, parent.fields) !== undefined;
}

async function readList(client: PlatformClient, accountId: string, list: NeededList): Promise<Reading> {
  const kind = kindNamed(list.kind);
  const groups = list.ids === undefined ? [undefined] : chunks(list.ids);
  const readings = await Promise.all(
    groups.map(async (ids) => await readPages(client, accountId, kind, ids)),
  );
  return {
    kind: kind.name,
    complete: list.ids === undefined,
    records: readings.flatMap(({ records }) => records),
    readAt: Math.min(...readings.map(({ readAt }) => readAt)),
  };
}

async function readPages(
  client: PlatformClient,
  accountId: string,
  kind: Kind,
  ids: readonly string[] | undefined,
): Promise<Pick<Reading, 'records' | 'readAt'>> {
  const list = kind.operations.list;
  if (list === undefined) throw new RangeError(`${kind.name} cannot be listed`);
  const path = list.path.replace(':account_id', encodeURIComponent(accountId));
  const parse = liveRecordParser(kind, accountId);
  const query = ids === undefined ? {} : { [list.idFilter]: ids.join(',') };
  const records: LiveRecord[] = [];
  let readAt = Number.POSITIVE_INFINITY;
  for await (const page of client.list({ host: 'ads', path, accountId, query, count: list.pageSize })) {
    for (const record of page.records) records.push(parse(record, path));
    readAt = Math.min(readAt, page.date);
  }
  return { records, readAt };
}

const single = z.object({ data: z.unknown() });

async function readSingle(
  client: PlatformClient,
  accountId: string,
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
  const record = liveRecordParser(kind, accountId)(body.data.data, path);
  return { kind: kind.name, complete: false, records: [record], readAt: answer.date };
}

/** A page can shift while it is read, so that a record comes twice; a later reading, and a single one, says more. */
function onceEach(records: readonly LiveRecord[]): readonly LiveRecord[] {
  const byKind = new Map<string, Map<string, LiveRecord>>();
  for (const record of records) {
    const ofKind = byKind.get(record.kind) ?? new Map<string, LiveRecord>();
    byKind.set(record.kind, ofKind.set(record.id, record));
  }
  return [...byKind.values()].flatMap((ofKind) =>
    [...ofKind.values()].sort((left, right) => (left.id < right.id ? -1 : 1)),
  );
}

function chunks(ids: readonly string[]): readonly (readonly string[])[] {
  const groups: (readonly string[])[] = [];
  for (let start = 0; start < ids.length; start += idsPerFilter)
    groups.push(ids.slice(start, start + idsPerFilter));
  return groups;
}
