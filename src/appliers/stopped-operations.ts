import { describeStop } from '../schemas/describe-stop.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { standsOver } from '../schemas/stop.ts';
import type { Cause } from './apply-result.ts';
import type { RunContext } from './run-context.ts';

/**
 * The operations that must not be sent because they switch on something beneath a stop that stands now, each with that.
 * Asked once the intent is durable: a stop that began before is seen here, and one that begins later sees the intent.
 */
export async function stoppedOperations(
  { lease }: Pick<RunContext, 'lease'>,
  accountId: string,
  operations: readonly IntendedOperation[],
): Promise<ReadonlyMap<number, Cause>> {
  const activating = operations.filter(switchesOn);
  if (activating.length === 0) return new Map();
  const { stops, stopped } = await lease.standingStops(accountId);
  return new Map(
    activating.flatMap(({ operation, address, kind, id }) => {
      const record = id === null ? undefined : { kind, id };
      const stop = stops.find((each) => standsOver(each, { address, record }, stopped));
      if (stop === undefined) return [];
      const message = `${describeStop(stop)} stands over it`;
      return [[operation, { code: 'ADSYNC_STOPPED', message, address }] as const];
    }),
  );
}

/** Whether an operation makes its record able to spend. */
export function switchesOn({
  type,
  kind,
  params,
}: Pick<IntendedOperation, 'type' | 'kind' | 'params'>): boolean {
  const activation = kindNamed(kind).spending?.activation;
  return activation !== undefined && type !== 'Delete' && params[activation.field] === activation.active;
}
