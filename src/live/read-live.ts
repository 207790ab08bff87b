import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import { canSpendUnder, spendingBeneath } from '../schemas/spends-under.ts';
import type { Values } from '../schemas/values.ts';
import type { KeptLists } from './kept-lists.ts';
import type { AccountNeeds, NeededList } from './needs.ts';
import { readCaller } from './read-caller.ts';
import { readKept, showsChanges } from './read-kept.ts';
import { type Reader, type Reading, readBelow, readList, readSingle } from './read-list.ts';
import { createRecordSearch } from './record-query.ts';
import type { Seal } from './seal.ts';

/**
 * Reads what is needed of each account: accounts side by side, the kinds of an account too, but what stands below
 * single records after those. Returns one account for each need, in their order; records by kind in the order needed,
 * then by id, each once; 0 as time where nothing was read. Sensitive values come as digests, and not at all without a
 * seal. With `kept`, lists are read from what earlier runs kept of them, where their kinds allow that. Throws ADSYNC_ANSWER_INVALID for a record that cannot be read, and whatever the client throws.
 */
export async function readLive(
  client: PlatformClient,
  needs: readonly AccountNeeds[],
  seal?: Seal,
  kept?: KeptLists,
): Promise<readonly LiveAccount[]> {
  return await Promise.all(needs.map(async (account) => await readAccount(client, account, seal, kept)));
}

/**
 * Reads more of what was read before, as `readLive` does, and gives both as one; accounts that are not among those that
 * were read before are left out.
 */
export async function readMore(
  client: PlatformClient,
  known: readonly LiveAccount[],
  needs: readonly AccountNeeds[],
  seal?: Seal,
  kept?: KeptLists,
): Promise<readonly LiveAccount[]> {
  const more = new Map(
    (await readLive(client, needs, seal, kept)).map((account) => [account.accountId, account]),
  );
  return known.map((account) => {
    const added = more.get(account.accountId);
    return added === undefined ? account : joined(account, added);
  });
}

/** Two readings of one account; what both show is taken from the later one. */
function joined(first: LiveAccount, later: LiveAccount): LiveAccount {
  const below = [...(first.below ?? []), ...(later.below ?? [])];
  const { partial: partialThen = [], ...others } = first;
  const partial = partialThen.filter((kind) => !later.complete.includes(kind));
  return {
    ...others,
    complete: [...first.complete, ...later.complete],
    ...(partial.length > 0 && { partial }),
    ...(below.length > 0 && { below }),
    records: onceEach([...first.records, ...later.records]),
  };
}

/** Reads what is needed of one account, as `readLive` does. */
export async function readAccount(
  client: PlatformClient,
  needs: AccountNeeds,
  seal?: Seal,
  kept?: KeptLists,
): Promise<LiveAccount> {
  const reader: Reader = { client, accountId: needs.accountId, seal, kept };
  const first = await Promise.all([
    ...needs.lists
      .filter(({ below }) => below === undefined)
      .map(async (list) => await readNeeded(reader, needs, list)),
    ...needs.singles.map(async (single) => [await readSingle(reader, single)]),
  ]);
  const above = first.flat();
  const find = createRecordSearch(
    above.flatMap(({ records }) => records),
    (kind) => above.some((reading) => reading.complete && reading.kind === kind),
  );
  const below = await Promise.all(
    needs.lists.flatMap((list) =>
      list.below === undefined ? [] : [readBelow(reader, kindNamed(list.kind), list.below.map(find))],
    ),
  );
  const asked = needs.caller === true ? await readCaller(reader) : undefined;
  const readings = [...above, ...below];
  const times = readings.map(({ readAt }) => readAt).filter(Number.isFinite);
  const complete = above.filter((reading) => reading.complete).map(({ kind }) => kind);
  const partial = needs.lists
    .filter(({ kind, sufficient }) => sufficient !== undefined && !complete.includes(kind))
    .map(({ kind }) => kind);
  return {
    accountId: needs.accountId,
    complete,
    ...(partial.length > 0 && { partial }),
    ...(below.length > 0 && { below: below.map(({ kind, parentIds }) => ({ kind, parentIds })) }),
    records: onceEach(readings.flatMap(({ records }) => records)),
    ...(asked !== undefined && { caller: asked.caller }),
    readAt: times.length === 0 ? 0 : Math.min(...times),
  };
}

/**
 * A list, and the lists of child kinds whose records spend under one of its records though nobody asked for them: as the
 * record is live, or as the document makes it.
 */
async function readNeeded(
  reader: Reader,
  needs: AccountNeeds,
  list: NeededList,
): Promise<readonly Reading[]> {
  const reading = await readOrBuildUpon(reader, list);
  // What the account can spend is not told from a part of it.
  if (!reading.complete) return [reading];
  const unread = spendingBeneath(list.kind).filter(
    (child) => !needs.lists.some(({ kind }) => kind === child.name),
  );
  const parents = unread.length === 0 ? [] : parentsOf(reading, list);
  const spending = unread.filter((child) => parents.some((fields) => canSpendUnder(child, fields)));
  const below = await Promise.all(
    spending.map(async (child) => await readOrBuildUpon(reader, { kind: child.name })),
  );
  return [reading, ...below];
}

/** Reads a list, from what an earlier run kept of it where that is asked for and tells all that is needed. */
async function readOrBuildUpon(reader: Reader, list: NeededList): Promise<Reading> {
  const kind = kindNamed(list.kind);
  const { kept } = reader;
  const isPlain = list.ids === undefined && list.deletedToo === undefined;
  if (kept === undefined || !isPlain || !showsChanges(kind)) return await readList(reader, list);
  return await readKept({ ...reader, kept }, kind);
}

/** The values of the records of a list as they are live, and as the document makes them. */
function parentsOf({ records }: Reading, { kind, declared = [] }: NeededList): readonly Values[] {
  const find = createRecordSearch(records, (name) => name === kind);
  const byId = new Map(records.map((record) => [record.id, record]));
  const planned = declared.flatMap(({ record, fields }) =>
    find(record).ids.map((id) => ({ ...byId.get(id)?.fields, ...fields })),
  );
  return [...records.map(({ fields }) => fields), ...planned];
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
