import { platformTime } from '../appliers/platform-time.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { readAccount } from '../live/read-live.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import { isBeneath, type Stop, type StoppedRecord } from '../schemas/stop.ts';
import { currentHolder } from '../state/holder.ts';
import type { Lease, StateSnapshot, StateStore } from '../state/store.ts';
import { chooseResumed, type LeftRecord, type Resumed } from '../stops/choose-resumed.ts';
import { spendingKinds } from '../stops/choose-targets.ts';
import { settleDoubts } from '../stops/doubts.ts';
import { type RefusedTarget, type SwitchRecorder, switchStatus } from '../stops/switch-status.ts';
import type { Target } from '../stops/target.ts';
import { closeAfter } from './close-after.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import { heldBy, requestLastsMs } from './pause-account.ts';
import type { Run } from './run.ts';
import { requireSameSandbox } from './same-sandbox.ts';
import { openClient, requestTimeoutMs } from './session.ts';
import { hostClass } from './settings.ts';
import { underLock, withState } from './state/edit-state.ts';
import type { NamedAccount } from './stop-accounts.ts';

/** What the end of the stops of one account would do. */
export interface ResumePreview extends Resumed {
  readonly account: NamedAccount;
  readonly stops: readonly Stop[];
}

/** What the end of the stops of one account did. */
export interface ResumedAccount {
  readonly account: NamedAccount;
  readonly stops: readonly Stop[];
  readonly resumed: readonly Target[];
  readonly left: readonly LeftRecord[];
  readonly refused: readonly RefusedTarget[];
  /** What is still to be switched on: the stop stands on for that. */
  readonly open: readonly Target[];
}

/** Who is shown what is about to be switched on, and allows it. */
export interface ResumeFrontend {
  /** Throws ADSYNC_DECLINED where nothing may be switched on, Interrupted. */
  approve(previews: readonly ResumePreview[]): Promise<void>;
}

/**
 * Ends stops: switches on exactly what they paused and nobody changed since, and lists what it leaves. `id` is that of
 * the only stop to end; all of the accounts of the run unless given. Holds the locks of the accounts meanwhile. Throws
 * ADSYNC_USAGE for an id of no stop, ADSYNC_LOCK_HELD, ADSYNC_DECLINED, Interrupted.
 */
export async function resume(
  run: Run,
  id: string | undefined,
  frontend: ResumeFrontend,
): Promise<readonly ResumedAccount[]> {
  const chosen = await withState(run, 'read', async (store) => chooseStops(run, await store.read(), id));
  if (chosen.length === 0) return [];
  const client = openClient(run);
  return await closeAfter(
    run,
    client,
    async () =>
      await withState(run, 'write', async (store) => {
        const host = hostClass(run.addresses.ads);
        const ids = [...new Set(chosen.map(({ accountId }) => accountId))];
        const { bindings } = await store.read();
        const keys = new Map(bindings.map(({ accountKey, accountId }) => [accountId, accountKey]));
        const named = ids.map((accountId): NamedAccount => ({ key: keys.get(accountId), id: accountId }));
        // No apply works on an account that the state does not know.
        const accounts = named.flatMap(({ key, id: accountId }) =>
          key === undefined ? [] : [{ accountKey: key, accountId, host }],
        );
        return await underLock(run, { store, accounts, command: 'resume' }, async (lease) => {
          const work = { run, client, store, lease };
          const previews = await run.frontend.progress(
            'Reading what was stopped',
            async () =>
              await unlessInterrupted(
                run.signal,
                Promise.all(named.map(async (account) => await preview(work, account, chosen))),
              ),
          );
          await frontend.approve(previews);
          if (run.signal.aborted) throw new Interrupted();
          return await run.frontend.progress(
            'Switching on',
            async () =>
              await Promise.all(
                previews.map(async ({ account }) => await resumeAccount(work, account, chosen)),
              ),
          );
        });
      }),
  );
}

function chooseStops(run: Run, { stops, bindings }: StateSnapshot, id: string | undefined): readonly Stop[] {
  const { account } = run;
  const ids = new Set(
    bindings.filter(({ accountKey }) => accountKey === account).map(({ accountId }) => accountId),
  );
  const inAccount = stops.filter(
    ({ accountId }) => account === undefined || accountId === account || ids.has(accountId),
  );
  const chosen = inAccount.filter((stop) => id === undefined || stop.id === id);
  if (id === undefined || chosen.length > 0) return chosen;
  throw new AdsyncError('ADSYNC_USAGE', `no stop ${id} stands`, {
    remedy:
      inAccount.length === 0
        ? 'No stop stands at all.'
        : `These stand: ${[...new Set(inAccount.map((stop) => stop.id))].join(', ')}.`,
  });
}

interface Work {
  readonly run: Run;
  readonly client: PlatformClient;
  readonly store: StateStore;
  readonly lease: Lease;
}

async function preview(work: Work, account: NamedAccount, chosen: readonly Stop[]): Promise<ResumePreview> {
  const { resumed, stops } = await look(work, account, chosen);
  return { account, stops, ...resumed };
}

/** What is live, and what the end of the stops does about it. */
async function look(
  { run, client, store }: Work,
  { id: accountId }: NamedAccount,
  chosen: readonly Stop[],
): Promise<{
  readonly live: LiveAccount;
  readonly stops: readonly Stop[];
  readonly held: readonly StoppedRecord[];
  readonly resumed: Resumed;
}> {
  for (;;) {
    const snapshot = await store.read();
    const standing = snapshot.stops.filter((stop) => stop.accountId === accountId);
    const stops = standing.filter(({ id }) => chosen.some((stop) => stop.id === id));
    const others = standing.filter((stop) => !stops.includes(stop));
    const lists = spendingKinds.map(({ name }) => ({ kind: name }));
    const live = await readAccount(client, { accountId, lists, singles: [] });
    requireSameSandbox(client, snapshot, run.stateUrl);
    const held = stops.flatMap((stop) => heldBy(stop, snapshot.stopped));
    const doubts = held.filter(({ phase }) => phase === 'pausing');
    const { paused, dropped, open } = settleDoubts(doubts, live.records, live.readAt, requestLastsMs);
    if (paused.length + dropped.length > 0) await store.recordStopped({ put: paused, remove: dropped });
    const latest = Math.max(...open.map(({ at }) => at + requestLastsMs));
    if (open.length === 0) {
      const known = [...held.filter((each) => !doubts.includes(each)), ...paused];
      return { live, stops, held: known, resumed: chooseResumed(known, live.records, others) };
    }
    run.frontend.note('Waiting until a request of an interrupted stop can no longer take effect.');
    await unlessInterrupted(run.signal, run.clock.sleep(latest - live.readAt));
  }
}

/** How often requests of unknown outcome are looked after. */
const mostRounds = 3;

async function resumeAccount(
  work: Work,
  account: NamedAccount,
  chosen: readonly Stop[],
): Promise<ResumedAccount> {
  const switched = new Map<string, Target>();
  const refused = new Map<string, RefusedTarget>();
  for (let round = 1; ; round += 1) {
    const { live, stops, held, resumed } = await look(work, account, chosen);
    const { groups, left } = resumed;
    const recorder = resumeRecorder(work, account, { held, stops });
    await recorder.handOver(left.filter(({ because }) => because === 'stopped'));
    let isUnsure = false;
    for (const { kind, targets } of groups) {
      const fresh = targets.filter(({ record }) => !refused.has(record.id));
      const done = await switchStatus(
        {
          client: work.client,
          clock: work.run.clock,
          time: platformTime(work.run.clock, live.readAt),
          timeoutMs: requestTimeoutMs,
          accountId: account.id,
          kind,
          to: 'active',
          recorder,
          signal: work.run.signal,
        },
        fresh,
      );
      for (const target of done.switched) switched.set(target.record.id, target);
      for (const each of done.refused) refused.set(each.target.record.id, each);
      isUnsure ||= done.doubtful.length > 0;
    }
    if (isUnsure && round < mostRounds && !work.run.signal.aborted) continue;
    const ended = (id: string): boolean => switched.has(id) || refused.has(id) || recorder.handedOver.has(id);
    const open = groups.flatMap(({ targets }) => targets).filter(({ record }) => !ended(record.id));
    const by = currentHolder(work.lease.run);
    if (open.length === 0) for (const stop of stops) await work.store.endStop(stop, by);
    const ofOthers = left.filter(({ stopped }) => !switched.has(stopped.id));
    return {
      account,
      stops,
      resumed: [...switched.values()],
      left: [...ofOthers, ...recorder.handedOver.values()],
      refused: [...refused.values()],
      open,
    };
  }
}

interface ResumeRecorder extends SwitchRecorder {
  /** What another stop holds from now on, by id. */
  readonly handedOver: ReadonlyMap<string, LeftRecord>;
  /** Leaves to other stops what stands beneath them. */
  handOver(left: readonly LeftRecord[]): Promise<void>;
}

function resumeRecorder(
  { store, lease }: Work,
  { id: accountId }: NamedAccount,
  { held, stops }: { readonly held: readonly StoppedRecord[]; readonly stops: readonly Stop[] },
): ResumeRecorder {
  const handedOver = new Map<string, LeftRecord>();
  const rowsOf = (targets: readonly Target[]): readonly StoppedRecord[] => {
    const ids = new Set(targets.map(({ record }) => `${record.kind} ${record.id}`));
    return held.filter(({ kind, id }) => ids.has(`${kind} ${id}`));
  };
  const ofOthers = async (): Promise<readonly Stop[]> =>
    (await lease.standingStops(accountId)).filter(({ id }) => !stops.some((stop) => stop.id === id));
  const handOver = async (rows: readonly StoppedRecord[], others: readonly Stop[]): Promise<void> => {
    const put = rows.flatMap((row) => {
      const other = others.find((stop) => isBeneath(stop, row.address));
      return other === undefined ? [] : [{ ...row, phase: 'paused' as const, stopId: other.id }];
    });
    if (put.length > 0) await store.recordStopped({ put, remove: rows });
    for (const stopped of rows) handedOver.set(stopped.id, { stopped, because: 'stopped' });
  };
  return {
    handedOver,
    handOver: async (left) =>
      await handOver(
        left.map(({ stopped }) => stopped),
        await ofOthers(),
      ),
    intend: async (targets, at) => {
      const rows = rowsOf(targets);
      await store.recordStopped({ put: rows.map((row) => ({ ...row, phase: 'resuming', at })), remove: [] });
      // A stop that began before this record is seen here; one that begins later sees the record, and waits for it.
      const others = await ofOthers();
      const kept = rows.filter(({ address }) => others.some((stop) => isBeneath(stop, address)));
      await handOver(kept, others);
      return targets.filter(
        ({ record }) => !kept.some(({ kind, id }) => kind === record.kind && id === record.id),
      );
    },
    switched: async (switched) =>
      await store.recordStopped({ put: [], remove: rowsOf(switched.map(({ target }) => target)) }),
    notSwitched: async (targets) => await store.recordStopped({ put: rowsOf(targets), remove: [] }),
  };
}
