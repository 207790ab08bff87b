import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { needsOfIntents } from '../live/account-needs.ts';
import { readLive } from '../live/read-live.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Lease, OpenIntent, StateSnapshot } from '../state/store.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { Effects } from './effects-of.ts';
import { type Resolution, resolve } from './resolve.ts';
import type { Clock } from './run-context.ts';
import { settle } from './settle.ts';

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
        : resolve({ intent, live: account, entries: [...entries.values()], now, settleMs });
    if (resolution.outcome === 'found') change(entries, resolution);
    else if (resolution.outcome !== 'absent') stillOpen.push(intent);
    resolved.push(...linesOf(intent, outcomeWords[resolution.outcome]));
  }
  return { snapshot: { ...snapshot, entries: [...entries.values()], openIntents: stillOpen }, resolved };
}

export interface ResolveOpenInput {
  readonly client: PlatformClient;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Read after the lease was taken. */
  readonly snapshot: StateSnapshot;
  /** The accounts that the lease covers. */
  readonly accountIds: readonly string[];
  readonly settleMs: number;
  readonly emit: (event: ApplyEvent) => void;
}

/**
 * Finds out, under the lease, what became of the intents that an earlier run left open, waiting visibly where a
 * request may still arrive, and records it. Returns the snapshot as it then is. Throws ADSYNC_OUTCOME_UNKNOWN, with
 * the ids in question, where reading cannot tell; the intents after that one are left as they are.
 */
export async function resolveOpen(
  input: ResolveOpenInput,
): Promise<{ readonly snapshot: StateSnapshot; readonly resolved: Resolved }> {
  const { snapshot, accountIds } = input;
  const isMine = ({ accountId }: OpenIntent): boolean => accountIds.includes(accountId);
  const mine = snapshot.openIntents.filter(isMine);
  const entries = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const since = input.clock.now();
  const firsts = await readLive(input.client, needsOfIntents(mine));
  const resolved: Resolved[number][] = [];
  for (const intent of mine) {
    const first = firsts.find(({ accountId }) => accountId === intent.accountId);
    if (first === undefined) throw new AdsyncError('ADSYNC_INTERNAL', 'an account was not read');
    // A request that waited for its turn was sent later than its intent says, though not after its run was over.
    const resolution = await settle({
      ...input,
      intent,
      first,
      since,
      sentBy: first.readAt,
      entries: () => entries.values(),
    });
    if (resolution.outcome === 'ambiguous') throw unknownOutcome(intent, resolution);
    const { put, remove } = resolution.outcome === 'found' ? resolution : { put: [], remove: [] };
    await input.lease.recordOutcome(intent.number, intent.accountId, {
      result: resolution.outcome,
      put,
      remove,
    });
    change(entries, { put, remove });
    resolved.push(...linesOf(intent, outcomeWords[resolution.outcome]));
  }
  const others = snapshot.openIntents.filter((intent) => !isMine(intent));
  return { snapshot: { ...snapshot, entries: [...entries.values()], openIntents: others }, resolved };
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
  const kind = intent.operations.find((operation) => operation.address === address)?.kind;
  const path = kind === undefined ? undefined : kindNamed(kind).operations.list?.path;
  return new AdsyncError('ADSYNC_OUTCOME_UNKNOWN', message, {
    address,
    lines: [
      `sent ${new Date(intent.at).toISOString()}: ${intent.method} ${intent.path}`,
      ...candidates.map(
        (id) =>
          `candidate ${id}${path === undefined ? '' : `: GET ${path.replace(':account_id', intent.accountId)}`}`,
      ),
    ],
    remedy:
      candidates.length === 0
        ? 'Look in the account whether the records of this request exist, and make it as it was before or after the request.'
        : 'Look at the candidates in the account, and delete or rename those that adsync did not create; then run again.',
  });
}
