import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { getRecords } from '../../live/get-records.ts';
import { keepsHistory, readChangeHistory } from '../../live/read-change-history.ts';
import type { Seal } from '../../live/seal.ts';
import type { PlatformClient } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { Blame, PlatformChange } from '../../schemas/blame.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { kinds } from '../../schemas/kinds/index.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ownValue } from '../../schemas/values.ts';
import type { HistoryRecord, StateSnapshot } from '../../state/store.ts';
import { closeAfter } from '../close-after.ts';
import { explainAccount } from '../explain-account.ts';
import { unlessInterrupted } from '../interrupted.ts';
import { namedAccount } from '../named-account.ts';
import type { Run } from '../run.ts';
import { unknownAddress } from '../scope.ts';
import { openClient } from '../session.ts';
import { hostClass } from '../settings.ts';
import { withState } from '../state/edit-state.ts';
import { attributeValues } from './attribute-values.ts';
import { ownChanges } from './own-changes.ts';

/** A record whose values are asked about. */
export interface BlameRequest {
  /** The address of a resource of the state, or the platform's id of a record. */
  readonly named: string;
  /** Of what kind the record is, where only its id is given. */
  readonly kind: Kind | undefined;
}

/** The kinds that an id can be of where nothing says which. */
const likelyKinds: readonly Kind[] = [kinds.campaign, kinds.line_item];

/** Sensitive values are not compared, and nothing is told of them. */
const hidden: Seal = () => ({ digest: 'hmac-sha256:' });

/**
 * Who gave each field of a record its live value, from the state's journal and the platform's history, where that is open
 * to the account. Only reads. Throws ADSYNC_ADDRESS_UNKNOWN, ADSYNC_RECORD_UNKNOWN, ADSYNC_USAGE for an id that records of
 * several kinds have, ADSYNC_STATE_UNREADABLE, Interrupted, and what the platform refuses.
 */
export async function readBlame(run: Run, request: BlameRequest): Promise<Blame> {
  return await withState(run, 'read', async (store) => {
    const entry = entryOf(run, await store.read(), request);
    const account =
      entry === undefined ? await namedAccount(run) : { key: entry.accountKey, id: entry.accountId };
    const client = openClient(run);
    return await closeAfter(run, client, async () => {
      const reading = async (): Promise<Blame> => {
        try {
          const record = await liveRecord(client, account.id, request, entry);
          const [blame] = await blameRecords(client, store.history(), [record], run.clock.now());
          if (blame === undefined) throw new AdsyncError('ADSYNC_INTERNAL', 'nothing was read');
          return { ...blame, address: entry?.address };
        } catch (error) {
          throw await explainAccount(client, { accounts: [account] }, error);
        }
      };
      return await run.frontend.progress(
        'Reading who changed it',
        async () => await unlessInterrupted(run.signal, reading()),
      );
    });
  });
}

/** The resource of the state that is meant; `undefined` for an id that the state does not know. */
function entryOf(
  run: Run,
  { entries, bindings }: StateSnapshot,
  { named, kind }: BlameRequest,
): StateEntry | undefined {
  const host = hostClass(run.addresses.ads);
  const here = new Set(bindings.filter((each) => each.host === host).map(({ accountId }) => accountId));
  const own = entries.filter(
    ({ accountId, accountKey }) =>
      here.has(accountId) && (run.account === undefined || [accountKey, accountId].includes(run.account)),
  );
  const atAddress = own.find(({ address }) => address === named);
  if (atAddress !== undefined) return atAddress;
  if (named.includes('/'))
    throw unknownAddress(
      named,
      own.map(({ address }) => address),
    );
  const [found, second] = own.filter(
    (entry) =>
      entry.id.toLowerCase() === named.toLowerCase() && (kind === undefined || entry.kind === kind.name),
  );
  if (second === undefined || found === undefined) return found;
  throw severalFit(named, [found.kind, second.kind]);
}

function severalFit(id: string, names: readonly string[]): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `several records have the id ${id}`, {
    remedy: `Say which is meant with --kind ${names[0]} or --kind ${names[1]}, or with --account.`,
  });
}

async function liveRecord(
  client: PlatformClient,
  accountId: string,
  { named, kind }: BlameRequest,
  entry: StateEntry | undefined,
): Promise<LiveRecord> {
  const id = entry?.id ?? named;
  const possible =
    entry === undefined ? (kind === undefined ? likelyKinds : [kind]) : [kindNamed(entry.kind)];
  const reader = { client, accountId, seal: hidden };
  const found = await Promise.all(
    possible.map(
      async (each) => await getRecords(reader, { kind: each, ids: [id], parentIds: [], deletedToo: true }),
    ),
  );
  const [record, second] = found.flat();
  if (record !== undefined && second !== undefined) throw severalFit(named, [record.kind, second.kind]);
  if (record !== undefined) return record;
  const what = possible.map(({ title }) => title).join(' or ');
  throw new AdsyncError('ADSYNC_RECORD_UNKNOWN', `the account has no ${what} ${id}`, {
    remedy:
      entry === undefined && kind === undefined
        ? 'For a record of another kind, say which with --kind; for one of another account, --account.'
        : 'It may be gone for good: `adsync state history` tells what adsync did.',
  });
}

/**
 * Who gave each field of live records its value; without their addresses, in the order of the records. Where one account's
 * history is refused once, it is not asked for again. `now` in milliseconds since 1970. Throws what the client throws other
 * than refusals.
 */
export async function blameRecords(
  client: PlatformClient,
  journal: AsyncIterable<HistoryRecord>,
  records: readonly LiveRecord[],
  now: number,
): Promise<readonly Blame[]> {
  const writes = await ownChanges(journal, new Set(records.map(recordKey)));
  const closed = new Map<string, Promise<boolean>>();
  const historyOf = async (live: LiveRecord): Promise<readonly PlatformChange[] | undefined> => {
    const kind = kindNamed(live.kind);
    if (!keepsHistory(kind)) return undefined;
    const first = closed.get(live.accountId);
    if (first !== undefined) return (await first) ? undefined : await historyOrNone(client, kind, live, now);
    const reading = historyOrNone(client, kind, live, now);
    closed.set(live.accountId, isUndefined(reading));
    return await reading;
  };
  return await Promise.all(
    records.map(async (live): Promise<Blame> => {
      const kind = kindNamed(live.kind);
      const changes = await historyOf(live);
      const name = ownValue(live.fields, 'name');
      const currency = ownValue(live.fields, 'currency');
      return {
        kind: kind.name,
        accountId: live.accountId,
        id: live.id,
        address: undefined,
        name: typeof name === 'string' ? name : '',
        currency: typeof currency === 'string' ? currency : null,
        deleted: live.deleted,
        history: changes !== undefined ? 'read' : keepsHistory(kind) ? 'unavailable' : 'not kept',
        fields: attributeValues({ kind, live, changes, writes: writes.get(recordKey(live)) ?? [] }),
      };
    }),
  );
}

/** Whether work gives nothing; what it fails with is told by the work itself. */
async function isUndefined(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    (result) => result === undefined,
    () => false,
  );
}

/** The platform's history; `undefined` where it is not open to the account, or is none. */
async function historyOrNone(
  client: PlatformClient,
  kind: Kind,
  live: LiveRecord,
  now: number,
): Promise<readonly PlatformChange[] | undefined> {
  try {
    return await readChangeHistory(client, kind, live, now);
  } catch (error) {
    const isRefused = error instanceof PlatformError && error.outcome === 'refused' && error.status !== 401;
    const isNone = error instanceof AdsyncError && error.code === 'ADSYNC_ANSWER_INVALID';
    if (isRefused || isNone) return undefined;
    throw error;
  }
}
