import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import { idGroups, type Reader, readBelow, readList } from './read-list.ts';
import type { Seal } from './seal.ts';

/** All records of a kind of an account. */
export interface Sweep {
  readonly accountId: string;
  readonly kind: string;
}

/** What was read for one sweep. */
interface Swept {
  readonly kind: string;
  readonly complete: boolean;
  readonly records: readonly LiveRecord[];
}

/**
 * Reads all records of some kinds, which stand in lists of the account or below records of their parent, those of other
 * people included, and returns the accounts with them as what may refer to records that go. What was read before is not
 * read again, and what the platform does not let be read is left out: its kind does not count as read then. Throws
 * what the client throws beside refusals.
 */
export async function readReferring(
  client: PlatformClient,
  live: readonly LiveAccount[],
  sweeps: readonly Sweep[],
  seal?: Seal,
): Promise<readonly LiveAccount[]> {
  return await Promise.all(
    live.map(async (account) => {
      const own = sweeps.filter(({ accountId }) => accountId === account.accountId);
      if (own.length === 0) return account;
      const reader: Reader = { client, accountId: account.accountId, seal };
      const swept = await Promise.all(own.map(async ({ kind }) => sweep(reader, account, kindNamed(kind))));
      return {
        ...account,
        referring: {
          complete: swept.filter(({ complete }) => complete).map(({ kind }) => kind),
          records: swept.flatMap(({ records }) => records),
        },
      };
    }),
  );
}

async function sweep(reader: Reader, account: LiveAccount, kind: Kind): Promise<Swept> {
  const { name, parent = '', operations } = kind;
  if (operations.list?.below === undefined) return await listAll(reader, name);
  const isListed = account.complete.includes(parent);
  const listed = account.records.filter((record) => record.kind === parent);
  const owners = isListed ? { complete: true, records: listed } : await listAll(reader, parent);
  const known = new Set(
    (account.below ?? []).filter((read) => read.kind === name).flatMap(({ parentIds }) => parentIds),
  );
  const ids = owners.records.filter(({ deleted }) => !deleted).map(({ id }) => id);
  const groups = idGroups(ids.filter((id) => !known.has(id)));
  const parts = await Promise.all(
    groups.map(async (some) =>
      unlessRefused(async () => (await readBelow(reader, kind, [{ ids: some, gone: [] }])).records),
    ),
  );
  return {
    kind: name,
    complete: owners.complete && !parts.includes(undefined),
    records: [...owners.records, ...parts.flatMap((records) => records ?? [])],
  };
}

async function listAll(reader: Reader, kind: string): Promise<Swept> {
  const records = await unlessRefused(async () => (await readList(reader, { kind })).records);
  return { kind, complete: records !== undefined, records: records ?? [] };
}

/** What the work gives; `undefined` where the platform refuses that. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'ADSYNC_PLATFORM_REFUSED') return undefined;
    throw error;
  }
}
