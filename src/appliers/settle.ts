import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { needsOfIntent } from '../live/account-needs.ts';
import { readLive } from '../live/read-live.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';
import type { ApplyEvent } from './apply-event.ts';
import { type Resolution, resolve } from './resolve.ts';
import type { Clock } from './run-context.ts';

export interface SettleInput {
  readonly client: PlatformClient;
  readonly clock: Clock;
  readonly intent: Intent;
  /** Platform time by which the request had been sent, if ever, in milliseconds since 1970. */
  readonly sentBy: number;
  /** The local clock at that time, in milliseconds. */
  readonly since: number;
  /** A reading since then that serves as the first. */
  readonly first?: LiveAccount;
  readonly settleMs: number;
  /** The entries of the state as they are by then. */
  readonly entries: () => Iterable<StateEntry>;
  readonly emit: (event: ApplyEvent) => void;
}

/** The shortest pause between two readings: the platform's `Date` has whole seconds. */
const shortestPauseMs = 100;

/**
 * Reads until it is certain what became of a request: that it took effect, that it did not and will not, or that
 * reading cannot tell. Waits, visibly, as long as the request may still arrive. Throws what reading throws.
 */
export async function settle(input: SettleInput): Promise<Exclude<Resolution, { outcome: 'wait' }>> {
  const { clock, sentBy, since, settleMs } = input;
  const intent = { ...input.intent, at: Math.max(input.intent.at, sentBy - input.intent.timeoutMs) };
  const elapsed = (): number => Math.max(0, Math.trunc(clock.now() - since));
  for (let reading = 1; ; reading += 1) {
    // At least so much of the platform's time has passed since, whatever its clock says.
    const waited = reading === 1 ? 0 : elapsed();
    const live = (reading === 1 ? input.first : undefined) ?? (await readAgain(input));
    const now = Math.max(live.readAt, intent.at + waited);
    const resolution = resolve({ intent, live, entries: [...input.entries()], now, settleMs });
    if (resolution.outcome !== 'wait') return resolution;
    if (reading === 1) input.emit(waitingEvent(intent, resolution.untilMs));
    const leftMs = resolution.untilMs - Math.max(now, sentBy + elapsed());
    await clock.sleep(Math.max(shortestPauseMs, leftMs + 1));
  }
}

async function readAgain({ client, intent }: SettleInput): Promise<LiveAccount> {
  const [live] = await readLive(client, [needsOfIntent(intent)]);
  if (live !== undefined) return live;
  throw new AdsyncError('ADSYNC_INTERNAL', 'nothing was read');
}

function waitingEvent(intent: Intent, untilMs: number): ApplyEvent {
  return {
    type: 'waiting',
    reason: 'a request without an answer may still take effect',
    addresses: intent.operations.map(({ address }) => address),
    until: new Date(untilMs).toISOString(),
  };
}
