import { needsOfIntent } from '../live/account-needs.ts';
import { readAccount } from '../live/read-live.ts';
import type { Seal } from '../live/seal.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';
import type { ApplyEvent } from './apply-event.ts';
import type { Clock } from './clock.ts';
import { type Resolution, resolve } from './resolve.ts';

export interface SettleInput {
  readonly client: PlatformClient;
  readonly seal?: Seal | undefined;
  readonly clock: Clock;
  readonly intent: Intent;
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
  const { clock, intent, settleMs, emit } = input;
  // Slept time counts, not the clock's: that may jump.
  for (let provenAt = intent.at; ; ) {
    const live = await readAccount(input.client, needsOfIntent(intent), input.seal);
    const now = Math.max(live.readAt, provenAt);
    const resolution = resolve({ intent, live, entries: [...input.entries()], now, settleMs });
    if (resolution.outcome !== 'wait') return resolution;
    emit(waitingEvent([intent], resolution.untilMs));
    const pauseMs = pauseUntil(resolution.untilMs, now);
    await clock.sleep(pauseMs);
    provenAt = now + pauseMs;
  }
}

/** Milliseconds to wait before reading again. */
export function pauseUntil(untilMs: number, now: number): number {
  return Math.max(shortestPauseMs, untilMs - now + 1);
}

/** Says for whose requests is waited, until when by the platform's time, in milliseconds since 1970. */
export function waitingEvent(intents: readonly Intent[], untilMs: number): ApplyEvent {
  return {
    type: 'waiting',
    reason: 'a request without an answer may still take effect',
    addresses: intents.flatMap(({ operations }) => operations.map(({ address }) => address)),
    until: new Date(untilMs).toISOString(),
  };
}
