import { platformTime } from '../appliers/platform-time.ts';
import { startCount } from '../appliers/stopwatch.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { asError } from '../diagnostics/as-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
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
import { openClient, requestTimeoutMs, settleMs } from './session.ts';
import { hostClass } from './settings.ts';
import { underLock, withState } from './state/edit-state.ts';
import type { NamedAccount } from './stop-accounts.ts';

/** What the end of the stops of one account would do. */
export interface ResumePreview extends Resumed {
  readonly account: NamedAccount;
  readonly stops: readonly Stop[];
  /** Why the account cannot be read: its stops stand on. */
  readonly failure: Error | undefined;
}

/** What the end of the stops of one account did. */
export interface ResumedAccount {
  readonly account: NamedAccount;
  readonly stops: readonly Stop[];
  /** What this run switched on. */
  readonly resumed: readonly Target[];
  /** What requests of an interrupted resume had switched on before this run. */
  readonly before: readonly Target[];
  readonly left: readonly LeftRecord[];
  readonly refused: readonly RefusedTarget[];
  /** What is still to be switched on: the stop stands on for that, and for what was refused. */
  readonly open: readonly Target[];
  /** Whether the stops have ended. */
  readonly hasEnded: boolean;
  /** Stops of the account that stand on, or that began meanwhile. */
  readonly standing: readonly Stop[];
  /** What ended the work in this account. */
  readonly failure: Error | undefined;
}

/** Which stops end, and how. */
export interface ResumeRequest {
  /** That of the only stop to end; all of the accounts of the run unless given. */
  readonly id: string | undefined;
  /** Ends a stop although the platform refuses to switch something on: that stays paused. */
  readonly leaveRefused: boolean;
}

/** Who is shown what is about to be switched on, and allows it. */
export interface ResumeFrontend {
  /** Throws ADSYNC_DECLINED where nothing may be switched on, Interrupted. */
  approve(previews: readonly ResumePreview[]): Promise<void>;
}

/**
 * Ends stops: switches on exactly what they paused and nobody changed since, and lists what it leaves. Each account by
 * itself: one that cannot be read holds up no other. Holds the locks of the accounts meanwhile. Throws ADSYNC_USAGE for
 * an id of no stop and for an account that nobody knows, ADSYNC_LOCK_HELD, ADSYNC_DECLINED, Interrupted, and where no
 * account can be read at all, why.
 */
export async function resume(
  run: Run,
  request: ResumeRequest,
  frontend: ResumeFrontend,
): Promise<readonly ResumedAccount[]> {
  const chosen = await withState(run, 'read', async (store) =>
    chooseStops(run, await store.read(), request.id),
  );
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
          const work = { run, client, store, lease, leaveRefused: request.leaveRefused };
          const previews = await run.frontend.progress(
            'Reading what was stopped',
            async () =>
              await unlessInterrupted(
                run.signal,
                Promise.all(named.map(async (account) => await preview(work, account, chosen))),
              ),
          );
          const failures = previews.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
          const [first] = failures;
          if (first !== undefined && failures.length === previews.length) throw first;
          await frontend.approve(previews);
          if (run.signal.aborted) throw new Interrupted();
          return await run.frontend.progress(
            'Switching on',
            async () =>
              await Promise.all(previews.map(async (each) => await resumePreviewed(work, each, chosen))),
          );
        });
      }),
  );
}

function chooseStops(run: Run, { stops, bindings }: StateSnapshot, id: string | undefined): readonly Stop[] {
  const { account } = run;
  const bound = bindings.filter(({ accountKey, accountId }) =>
    [accountKey, accountId].includes(account ?? ''),
  );
  const ids = new Set([account, ...bound.map(({ accountId }) => accountId)]);
  const inAccount = stops.filter(({ accountId }) => account === undefined || ids.has(accountId));
  if (account !== undefined && inAccount.length + bound.length === 0)
    throw unknownAccount(account, { stops, bindings });
  const chosen = inAccount.filter((stop) => id === undefined || stop.id === id);
  if (id === undefined || chosen.length > 0) return chosen;
  throw new AdsyncError('ADSYNC_USAGE', `no stop ${id} stands`, {
    remedy:
      inAccount.length === 0
        ? 'No stop stands at all.'
        : `These stand: ${[...new Set(inAccount.map((stop) => stop.id))].join(', ')}.`,
  });
}

/** An account without a stop that nobody knows is a slip of the hand, and not one whose stops have ended. */
function unknownAccount(
  account: string,
  { stops, bindings }: Pick<StateSnapshot, 'stops' | 'bindings'>,
): AdsyncError {
  const keys = bindings.map(({ accountKey }) => accountKey);
  const known = [...new Set([...keys, ...stops.map(({ accountId }) => accountId)])];
  const near = nearest(account, known);
  return new AdsyncError('ADSYNC_USAGE', `the state knows no account ${account}`, {
    remedy: near === undefined ? `It knows ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`,
  });
}

interface Work {
  readonly run: Run;
  readonly client: PlatformClient;
  readonly store: StateStore;
  readonly lease: Lease;
  readonly leaveRefused: boolean;
}

const nothing: Resumed = { groups: [], left: [], on: [], late: [] };

async function preview(work: Work, account: NamedAccount, chosen: readonly Stop[]): Promise<ResumePreview> {
  try {
    const { resumed, stops } = await look(work, account, chosen);
    return { account, stops, failure: undefined, ...resumed };
  } catch (error) {
    const stops = chosen.filter(({ accountId }) => accountId === account.id);
    return { account, stops, failure: asError(error), ...nothing };
  }
}

/** An account that could not be read keeps its stops. */
async function resumePreviewed(
  work: Work,
  { account, stops, failure: unread }: ResumePreview,
  chosen: readonly Stop[],
): Promise<ResumedAccount> {
  const kept = { account, stops, resumed: [], before: [], left: [], refused: [], open: [], hasEnded: false };
  if (unread !== undefined) return { ...kept, standing: stops, failure: unread };
  try {
    return await resumeAccount(work, account, chosen);
  } catch (error) {
    const { stops: standing } = await work.lease.standingStops(account.id);
    return { ...kept, standing, failure: asError(error) };
  }
}

/** What is live, and what the end of the stops does about it. */
interface Look {
  readonly live: LiveAccount;
  readonly stops: readonly Stop[];
  readonly held: readonly StoppedRecord[];
  readonly resumed: Resumed;
}

/** Waits for requests of an interrupted stop, and for lists that are late. */
async function look(work: Work, account: NamedAccount, chosen: readonly Stop[]): Promise<Look> {
  const { run, store } = work;
  for (let looks = 1; ; looks += 1) {
    const { open, readAt, ...seen } = await lookOnce(work, account, chosen);
    const isLate = seen.resumed.late.length > 0 && looks * lookAgainMs <= settleMs;
    if (open.length === 0 && !isLate) return withoutLate(seen);
    if (open.length === 0) {
      await unlessInterrupted(run.signal, run.clock.sleep(lookAgainMs));
      continue;
    }
    run.frontend.note('Waiting until a request of an interrupted stop can no longer take effect.');
    const passedMs = startCount(run.clock);
    const lastsMs = Math.max(...open.map(({ at }) => at + requestLastsMs)) - readAt;
    // Whoever is still pausing records what became of its requests: then there is nothing to wait for.
    while (passedMs() < lastsMs && (await isPausing(store, open)))
      await unlessInterrupted(run.signal, run.clock.sleep(Math.min(lookAgainMs, lastsMs - passedMs())));
  }
}

const lookAgainMs = 1000;

/** A list that shows what was there before for longer than any may is taken at its word. */
function withoutLate(seen: Look): Look {
  const { late, left } = seen.resumed;
  const active = late.map((stopped): LeftRecord => ({ stopped, because: 'active' }));
  return { ...seen, resumed: { ...seen.resumed, left: [...left, ...active], late: [] } };
}

async function isPausing(store: StateStore, open: readonly StoppedRecord[]): Promise<boolean> {
  const { stopped } = await store.read();
  return stopped.some(
    ({ phase, kind, id }) => phase === 'pausing' && open.some((each) => each.kind === kind && each.id === id),
  );
}

async function lookOnce(
  { run, client, store }: Work,
  { id: accountId }: NamedAccount,
  chosen: readonly Stop[],
): Promise<Look & { readonly open: readonly StoppedRecord[]; readonly readAt: number }> {
  const snapshot = await store.read();
  const standing = snapshot.stops.filter((stop) => stop.accountId === accountId);
  const stops = standing.filter(({ id }) => chosen.some((stop) => stop.id === id));
  const others = standing.filter((stop) => !stops.includes(stop));
  const lists = spendingKinds.map(({ name }) => ({ kind: name }));
  const live = await readAccount(client, { accountId, lists, singles: [] });
  requireSameSandbox(client, snapshot, run.stateUrl);
  const { records, readAt } = live;
  const own = stops.flatMap((stop) => heldBy(stop, snapshot.stopped));
  const doubts = own.filter(({ phase }) => phase === 'pausing');
  const { paused, dropped, open } = settleDoubts(doubts, records, readAt, requestLastsMs);
  if (paused.length + dropped.length > 0) await store.recordStopped({ put: paused, remove: dropped });
  const stopped = [...own.filter((each) => !doubts.includes(each)), ...paused];
  const entries = snapshot.entries.filter((entry) => entry.accountId === accountId);
  const held = snapshot.stopped.filter((each) => each.accountId === accountId);
  const resumed = chooseResumed({ stopped, records, entries, held, others });
  return { live, stops, held: stopped, resumed, open, readAt };
}

/** How often requests of unknown outcome are looked after. */
const mostRounds = 3;

async function resumeAccount(
  work: Work,
  account: NamedAccount,
  chosen: readonly Stop[],
): Promise<ResumedAccount> {
  const before = new Map<string, Target>();
  const switched = new Map<string, Target>();
  const refused = new Map<string, RefusedTarget>();
  for (let round = 1; ; round += 1) {
    const { live, stops, held, resumed } = await look(work, account, chosen);
    const { groups, left, on } = resumed;
    // Later rounds see what requests of this run have done.
    for (const target of on) (round === 1 ? before : switched).set(target.record.id, target);
    const recorder = resumeRecorder(work, account, { held, stops });
    await recorder.handOver(left.filter(({ because }) => because === 'stopped'));
    const isUnsure = await switchOn({ work, account, live, recorder }, groups, { switched, refused });
    if (isUnsure && round < mostRounds && !work.run.signal.aborted) continue;
    const isOn = (id: string): boolean => before.has(id) || switched.has(id);
    const ended = (id: string): boolean => isOn(id) || refused.has(id) || recorder.handedOver.has(id);
    const open = groups.flatMap(({ targets }) => targets).filter(({ record }) => !ended(record.id));
    const hasEnded = open.length === 0 && (refused.size === 0 || work.leaveRefused);
    const by = currentHolder(work.lease.run);
    if (hasEnded) for (const stop of stops) await work.store.endStop(stop, by);
    const { stops: standing } = await work.lease.standingStops(account.id);
    const ofOthers = left.filter(({ stopped }) => !isOn(stopped.id));
    return {
      account,
      stops,
      resumed: [...switched.values()].filter(({ record }) => !before.has(record.id)),
      before: [...before.values()],
      left: [...ofOthers, ...recorder.handedOver.values()],
      refused: [...refused.values()],
      open,
      hasEnded,
      standing,
      failure: undefined,
    };
  }
}

/** Switches on what is chosen, line items before campaigns. Gives whether the outcome of a request is not known. */
async function switchOn(
  {
    work: { run, client },
    account,
    live,
    recorder,
  }: {
    readonly work: Work;
    readonly account: NamedAccount;
    readonly live: LiveAccount;
    readonly recorder: SwitchRecorder;
  },
  groups: Resumed['groups'],
  {
    switched,
    refused,
  }: { readonly switched: Map<string, Target>; readonly refused: Map<string, RefusedTarget> },
): Promise<boolean> {
  let isUnsure = false;
  for (const { kind, targets } of groups) {
    const fresh = targets.filter(({ record }) => !refused.has(record.id));
    const done = await switchStatus(
      {
        client,
        clock: run.clock,
        time: platformTime(run.clock, live.readAt),
        timeoutMs: requestTimeoutMs,
        accountId: account.id,
        kind,
        to: 'active',
        recorder,
        signal: run.signal,
      },
      fresh,
    );
    for (const target of done.switched) switched.set(target.record.id, target);
    for (const each of done.refused) refused.set(each.target.record.id, each);
    isUnsure ||= done.doubtful.length > 0;
  }
  return isUnsure;
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
  const isOwn = ({ id }: Stop): boolean => stops.some((stop) => stop.id === id);
  const ofOthers = async (): Promise<readonly Stop[]> =>
    (await lease.standingStops(accountId)).stops.filter((stop) => !isOwn(stop));
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
    notSwitched: async (targets) => {
      // A stop that took the place of this one holds the record from then on.
      const { stops: standing } = await lease.standingStops(accountId);
      const put = rowsOf(targets).flatMap((row) => {
        const stop =
          standing.find(({ id }) => id === row.stopId) ??
          standing.find((each) => !isOwn(each) && isBeneath(each, row.address));
        return stop === undefined ? [] : [{ ...row, stopId: stop.id }];
      });
      await store.recordStopped({ put, remove: [] });
    },
  };
}
