import { platformTime } from '../appliers/platform-time.ts';
import { sendWithinMs } from '../appliers/send-within.ts';
import { startCount } from '../appliers/stopwatch.ts';
import { staleEntries } from '../live/stale-entries.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isBeneath, type Stop, type StoppedRecord } from '../schemas/stop.ts';
import { momentOf } from '../schemas/times.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import { chooseTargets, type SpendingKind, spendingKinds } from '../stops/choose-targets.ts';
import { settleDoubts } from '../stops/doubts.ts';
import { type RefusedTarget, type SwitchRecorder, switchStatus } from '../stops/switch-status.ts';
import type { Target } from '../stops/target.ts';
import { asStopped } from './as-stopped.ts';
import { unlessInterrupted } from './interrupted.ts';
import { readSpending } from './read-spending.ts';
import type { Run } from './run.ts';
import { requireSameSandbox } from './same-sandbox.ts';
import { requestTimeoutMs, settleMs } from './session.ts';

/** How long after it was recorded a request may still take effect, in milliseconds. */
export const requestLastsMs = sendWithinMs(requestTimeoutMs) + requestTimeoutMs + settleMs;
/** How often an account is looked at, while something in it is found to be active. */
const mostLooks = 60;

/** An account that is being paused. */
interface Pausing {
  readonly run: Run;
  readonly client: PlatformClient;
  readonly store: StateStore;
  readonly stop: Stop;
  /** Told once what is about to be paused. */
  readonly found: (targets: readonly Target[]) => void;
}

/** What a stop paused in an account, and what not. */
export interface PausedAccount {
  /** What the stop holds now, by this run or an earlier one. */
  readonly paused: readonly StoppedRecord[];
  readonly refused: readonly RefusedTarget[];
  /** What may be active still: the stop was interrupted, or nobody knows. */
  readonly left: readonly Target[];
}

/**
 * Pauses what is active beneath the stop, and looks again until nothing is: after requests of unknown outcome, and as
 * long as a request of another run may still take effect that was recorded before that run could see the stop.
 */
export async function pauseAccount(pausing: Pausing): Promise<PausedAccount> {
  const { run, store, stop } = pausing;
  const refused = new Map<string, RefusedTarget>();
  let left: readonly Target[] = [];
  const passedMs = startCount(run.clock);
  const { sinceOutcomeMs = settleMs } = await store.read();
  const hiddenMs = (): number => settleMs - sinceOutcomeMs - passedMs();
  for (let look = 1; look <= mostLooks; look += 1) {
    const { againMs, ...seen } = await lookAndPause(pausing, { look, hiddenMs: hiddenMs(), refused });
    for (const each of seen.refused) refused.set(each.target.record.id, each);
    ({ left } = seen);
    if (run.signal.aborted || againMs === undefined) break;
    await run.clock.sleep(againMs, run.signal);
  }
  const { stopped } = await store.read();
  const paused = heldBy(stop, stopped).filter(({ phase }) => phase !== 'pausing');
  return { paused, refused: [...refused.values()], left };
}

interface Look {
  readonly refused: readonly RefusedTarget[];
  readonly left: readonly Target[];
  /** In how many milliseconds to look again; `undefined`: nothing is active, and nothing can become so. */
  readonly againMs: number | undefined;
}

async function lookAndPause(
  { run, client, store, stop, found }: Pausing,
  before: {
    readonly look: number;
    /** For how long from now on a list need not show yet what an earlier run did, in milliseconds. */
    readonly hiddenMs: number;
    readonly refused: ReadonlyMap<string, RefusedTarget>;
  },
): Promise<Look> {
  const { accountId } = stop;
  const snapshot = await store.read();
  const entries = snapshot.entries.filter((entry) => entry.accountId === accountId);
  const live = await unlessInterrupted(run.signal, readSpending(client, accountId, { stop, entries }));
  requireSameSandbox(client, snapshot, run.stateUrl);
  const held = heldBy(stop, snapshot.stopped);
  await settle(store, held, live);
  const isStale = staleness(held);
  const active = spendingKinds.map(
    (kind) => [kind, chooseTargets(kind, { stop, records: live.records, entries })] as const,
  );
  if (before.look === 1) found(active.flatMap(([, targets]) => targets));
  const isHidden = before.hiddenMs > 0 && showsOtherwise(stop, snapshot, live);
  const look = { refused: [] as RefusedTarget[], left: [] as Target[], isUnsure: isHidden };
  for (const [kind, all] of active) {
    const targets = all.filter(({ record }) => !before.refused.has(record.id) && !isStale(record));
    const done = await switchStatus(
      {
        client,
        clock: run.clock,
        time: platformTime(run.clock, live.readAt),
        timeoutMs: requestTimeoutMs,
        accountId,
        kind,
        to: 'paused',
        recorder: pauseRecorder(store, stop, declaredStatuses(kind, entries)),
        signal: run.signal,
      },
      targets,
    );
    const ended = new Set([...done.switched, ...done.refused.map(({ target }) => target)]);
    look.refused.push(...done.refused);
    look.left.push(...targets.filter((target) => !ended.has(target)));
    look.isUnsure ||= done.doubtful.length > 0 || all.some(({ record }) => isStale(record));
  }
  const { refused, left, isUnsure } = look;
  return { refused, left, againMs: againMs({ snapshot, accountId, live, isUnsure }) };
}

/**
 * Whether a reading is not what was answered to the latest requests of an earlier run, as far as that is known: a list
 * may be late, and show something PAUSED that was just switched on.
 */
function showsOtherwise(stop: Stop, { entries, stopped }: StateSnapshot, live: LiveAccount): boolean {
  // Of what no document declares, nobody remembers an answer.
  if (stop.all) return true;
  const beneath = entries.filter(
    (entry) => entry.accountId === stop.accountId && isBeneath(stop, entry.address),
  );
  return staleEntries(asStopped(beneath, stopped, [live]), [live]).length > 0;
}

/** What the last apply declared of the status of each record of a kind, by id. */
function declaredStatuses(
  { name, spending }: SpendingKind,
  entries: readonly StateEntry[],
): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const status = entry.declared[spending.activation.field];
      return entry.kind === name && typeof status === 'string' ? [[entry.id, status] as const] : [];
    }),
  );
}

/** What a stop is remembered to have paused, or to have been about to pause. */
export function heldBy(stop: Stop, stopped: readonly StoppedRecord[]): readonly StoppedRecord[] {
  return stopped.filter(({ stopId, accountId }) => stopId === stop.id && accountId === stop.accountId);
}

/** Records what became of requests whose answers are not known. */
async function settle(store: StateStore, held: readonly StoppedRecord[], live: LiveAccount): Promise<void> {
  const doubts = held.filter(({ phase }) => phase === 'pausing');
  const { paused, dropped } = settleDoubts(doubts, live.records, live.readAt, requestLastsMs);
  if (paused.length + dropped.length > 0) await store.recordStopped({ put: paused, remove: dropped });
}

/** Tells of a record whether its list shows it as it was before the platform answered that it is paused. */
function staleness(held: readonly StoppedRecord[]): (record: LiveRecord) => boolean {
  const pausedAt = new Map(
    held.flatMap(({ kind, id, phase, updatedAt }) =>
      phase === 'paused' && updatedAt !== null ? [[`${kind} ${id}`, momentOf(updatedAt)] as const] : [],
    ),
  );
  return ({ kind, id, updatedAt }) => {
    const at = pausedAt.get(`${kind} ${id}`);
    return at !== undefined && updatedAt !== undefined && momentOf(updatedAt) < at;
  };
}

/**
 * When to look again: soon where the outcome of a request is not known or a list was late, and as long as a request may
 * take effect whose intent another run recorded before it could see the stop.
 */
function againMs({
  snapshot,
  accountId,
  live,
  isUnsure,
}: {
  readonly snapshot: StateSnapshot;
  readonly accountId: string;
  readonly live: LiveAccount;
  readonly isUnsure: boolean;
}): number | undefined {
  const intents = snapshot.openIntents.filter((intent) => intent.accountId === accountId);
  const resuming = snapshot.stopped.filter(
    (each) => each.accountId === accountId && each.phase === 'resuming',
  );
  const isOpen = [...intents, ...resuming].some(({ at }) => live.readAt < at + requestLastsMs);
  return isUnsure || isOpen ? lookAgainMs : undefined;
}

const lookAgainMs = 1000;

function pauseRecorder(store: StateStore, stop: Stop, declared: ReadonlyMap<string, string>): SwitchRecorder {
  const rows = (
    targets: readonly Target[],
    row: (target: Target) => Pick<StoppedRecord, 'phase' | 'at' | 'updatedAt'>,
  ): readonly StoppedRecord[] =>
    targets.map((target) => {
      const { record, name, address } = target;
      const { kind, id } = record;
      const own = { stopId: stop.id, accountId: stop.accountId, kind, id, name, address };
      return { ...own, declared: declared.get(id) ?? null, ...row(target) };
    });
  const sentAt = new Map<string, number>();
  return {
    intend: async (targets, at) => {
      for (const { record } of targets) sentAt.set(record.id, at);
      const put = rows(targets, ({ record }) => ({
        phase: 'pausing',
        at,
        updatedAt: record.updatedAt ?? null,
      }));
      await store.recordStopped({ put, remove: [] });
      return targets;
    },
    switched: async (switched) => {
      const times = new Map(switched.map(({ target, updatedAt }) => [target, updatedAt]));
      const put = rows([...times.keys()], (target) => ({
        phase: 'paused',
        at: sentAt.get(target.record.id) ?? 0,
        updatedAt: times.get(target) ?? null,
      }));
      await store.recordStopped({ put, remove: [] });
    },
    notSwitched: async (targets) => {
      const remove = rows(targets, () => ({ phase: 'pausing', at: 0, updatedAt: null }));
      await store.recordStopped({ put: [], remove });
    },
  };
}
