import type { WaitEvent } from '../platform/client.ts';

/** Why a request waits, for people. */
export const waitReasons: Readonly<Record<WaitEvent['reason'], string>> = {
  rate_limit: 'the platform allows no more requests for now',
  lock: 'the platform is busy with the same record',
  unavailable: 'the platform is not available',
  unreachable: 'the platform cannot be reached',
};

/** A line that says until when a request waits, and why. */
export function waitLine({ reason, untilMs, path }: WaitEvent): string {
  return `Waiting until ${new Date(untilMs).toISOString().slice(11, 19)} UTC: ${waitReasons[reason]} (${path})`;
}
