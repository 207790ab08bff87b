import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { needsOfIntents } from '../live/account-needs.ts';
import { listPath } from '../live/read-list.ts';
import { readLive } from '../live/read-live.ts';
import type { Seal } from '../live/seal.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation, StateEntry } from '../schemas/state-entry.ts';
import type { Lease, OpenIntent, StateSnapshot } from '../state/store.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { Clock } from './clock.ts';
import type { Effects } from './effects-of.ts';
import { type Resolution, resolve } from './resolve.ts';
import { pauseUntil, waitingEvent } from './settle.ts';

type Resolved = Plan['resolved'];

/**
 * What a plan takes the state to be, with the intents that an earlier run left open resolved in memory as far as one
 * reading can tell. Takes the live accounts with the kinds of the open intents read (`needsOf` adds them). Changes
 * nothing; what is still unknown stays open in the snapshot.
 */
export function resolveInMemory(
  snapshot: StateSnapshot,
  live: readonly LiveAccount[],
  settleMs: number,
): { readonly snapshot: StateSnapshot; readonly resolved: Resolved } {
  const entries = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const stillOpen: OpenIntent[] = [];
  const resolved: Resolved[number][] = [];
  for (const intent of snapshot.openIntents) {
    const account = live.find(({ accountId }) => accountId === intent.accountId);
    const now = account?.readAt ?? 0;
    const resolution: Resolution =
      account === undefined
        ? { outcome: 'wait', untilMs: 0 }
        : resolve({
            intent,
            live: account,
            entries: [...entries.values()],
            now,
            settleMs,
            others: othersThan(intent, snapshot.openIntents),
          });
    if (resolution.outcome === 'found') change(entries, resolution);
    else if (resolution.outcome !== 'absent') stillOpen.push(intent);
    resolved.push(...linesOf(intent, outcomeWords[resolution.outcome]));
  }
  return { snapshot: { ...snapshot, entries: [...entries.values()], openIntents: stillOpen }, resolved };
}

export interface ResolveOpenInput {
  readonly client: PlatformClient;
  readonly seal?: Seal | undefined;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Read after the lease was taken. */
  readonly snapshot: StateSnapshot;
  /** The accounts that the lease covers. */
  readonly accountIds: readonly string[];
  readonly settleMs: number;
  readonly emit: (event: ApplyEvent) => void;
  /** How long it waits at least where it has to read again, in milliseconds. */
  readonly leastPauseMs?: number;
  /** Reads what tells of the intents, and what else is of use; only that unless given. */
  readonly read?: (intents: readonly OpenIntent[]) => Promise<readonly LiveAccount[]>;
}

/** What became of all open intents. */
export interface ResolvedOpen {
  /** As the state then is. */
  readonly snapshot: StateSnapshot;
  readonly resolved: Resolved;
  /** What was read last, which shows every effect; none where no intent was open. */
  readonly live: readonly LiveAccount[] | undefined;
}

/**
 * Finds out, under the lease, what became of the intents that an earlier run left open, and records it: from one
 * reading, and where a request may still arrive from another one after a visible wait. Throws ADSYNC_OUTCOME_UNKNOWN, with
 * the ids in question, where reading cannot tell; the intents after that one are left as they are.
 */
export async function resolveOpen(input: ResolveOpenInput): Promise<ResolvedOpen> {
  const { snapshot, accountIds, clock, emit } = input;
  const isMine = ({ accountId }: OpenIntent): boolean => accountIds.includes(accountId);
  const entries = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const read =
    input.read ?? (async (intents) => await readLive(input.client, needsOfIntents(intents), input.seal));
  const resolved: Resolved[number][] = [];
  let live: readonly LiveAccount[] | undefined;
  let left = snapshot.openIntents.filter(isMine).map((intent) => ({ intent, provenAt: intent.at }));
  while (left.length > 0) {
    live = await read(left.map(({ intent }) => intent));
    const waiting: Waiting[] = [];
    for (const { intent, provenAt } of left) {
      const resolution = resolveFrom(input, intent, { live, provenAt, entries });
      if ('pauseMs' in resolution) waiting.push(resolution);
      else resolved.push(...(await record(input, intent, resolution, entries)));
    }
    const pauseMs = Math.max(input.leastPauseMs ?? 0, ...waiting.map((each) => each.pauseMs));
    left = waiting.map(({ intent, now }) => ({ intent, provenAt: now + pauseMs }));
    if (left.length === 0) break;
    const untilMs = Math.max(...waiting.map((each) => each.untilMs));
    const intents = waiting.map(({ intent }) => intent);
    emit(waitingEvent(intents, untilMs));
    await clock.sleep(pauseMs);
  }
  const others = snapshot.openIntents.filter((intent) => !isMine(intent));
  return { snapshot: { ...snapshot, entries: [...entries.values()], openIntents: others }, resolved, live };
}

/** The operations of the same account's other open intents. */
function othersThan(intent: OpenIntent, all: readonly OpenIntent[]): readonly IntendedOperation[] {
  return all
    .filter((each) => each !== intent && each.accountId === intent.accountId)
    .flatMap(({ operations }) => operations);
}

interface Waiting {
  readonly intent: OpenIntent;
  /** Platform time, in milliseconds since 1970. */
  readonly untilMs: number;
  /** What the reading proves, at least. */
  readonly now: number;
  readonly pauseMs: number;
}

function resolveFrom(
  { settleMs, snapshot }: ResolveOpenInput,
  intent: OpenIntent,
  reading: {
    readonly live: readonly LiveAccount[];
    /** Platform time that has come for certain, in milliseconds since 1970. */
    readonly provenAt: number;
    readonly entries: ReadonlyMap<string, StateEntry>;
  },
): Exclude<Resolution, { outcome: 'wait' }> | Waiting {
  const live = reading.live.find(({ accountId }) => accountId === intent.accountId);
  if (live === undefined) throw new AdsyncError('ADSYNC_INTERNAL', 'an account was not read');
  const now = Math.max(live.readAt, reading.provenAt);
  const others = othersThan(intent, snapshot.openIntents);
  const entries = [...reading.entries.values()];
  const resolution = resolve({ intent, live, entries, now, settleMs, others });
  if (resolution.outcome !== 'wait') return resolution;
  return { intent, untilMs: resolution.untilMs, now, pauseMs: pauseUntil(resolution.untilMs, now) };
}

async function record(
  { lease }: ResolveOpenInput,
  intent: OpenIntent,
  resolution: Exclude<Resolution, { outcome: 'wait' }>,
  entries: Map<string, StateEntry>,
): Promise<Resolved> {
  if (resolution.outcome === 'ambiguous') throw unknownOutcome(intent, resolution);
  const { put, remove } = resolution.outcome === 'found' ? resolution : { put: [], remove: [] };
  await lease.recordOutcome(intent.number, intent.accountId, { result: resolution.outcome, put, remove });
  change(entries, { put, remove });
  return linesOf(intent, outcomeWords[resolution.outcome]);
}

const outcomeWords = {
  found: 'took effect',
  absent: 'did not take effect',
  wait: 'still unknown',
  ambiguous: 'still unknown',
} as const satisfies Record<Resolution['outcome'], Resolved[number]['outcome']>;

function linesOf(intent: OpenIntent, outcome: Resolved[number]['outcome']): Resolved {
  return [...new Set(intent.operations.map(({ address }) => address))].map((address) => ({
    address,
    outcome,
  }));
}

function change(entries: Map<string, StateEntry>, { put, remove }: Effects): void {
  for (const address of remove) entries.delete(address);
  for (const entry of put) entries.set(entry.address, entry);
}

function unknownOutcome(
  intent: OpenIntent,
  { address, candidates }: Extract<Resolution, { outcome: 'ambiguous' }>,
): AdsyncError {
  const ids = candidates.join(', ');
  const message =
    candidates.length === 0
      ? 'whether a request of an earlier run was carried out cannot be told by reading'
      : `an earlier run may have created any of ${ids}`;
  return new AdsyncError('ADSYNC_OUTCOME_UNKNOWN', message, {
    address,
    lines: [
      `sent ${new Date(intent.at).toISOString()}: ${intent.method} ${intent.path}`,
      ...candidates.map((id) => `candidate ${id}${listsOf(intent)}`),
    ],
    remedy: [
      candidates.length === 0
        ? 'Look in the account whether the record of this request exists, and say so with one of'
        : 'Look at the candidates in the account, and say which it is with one of',
      ...(candidates.length === 0 ? ['ID'] : candidates).map(
        (id) => `  adsync state resolve ${address} --id ${id}`,
      ),
      `  adsync state resolve ${address} --absent`,
    ].join('\n'),
  });
}

/** Where what the request is about can be seen. */
function listsOf({ operations, accountId }: OpenIntent): string {
  const paths = operations.map(({ kind, parentId }) => listPath(kindNamed(kind), accountId, parentId));
  return [...new Set(paths)].map((path) => `: GET ${path}`).join('');
}
