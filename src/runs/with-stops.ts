import { switchesOn } from '../appliers/stopped-operations.ts';
import { counted } from '../diagnostics/counted.ts';
import { violation } from '../planner/guards/guard.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import type { Plan, Violation } from '../schemas/plan.ts';
import { isOnlyFlip } from '../schemas/status-flip.ts';
import { isBeneath, type Stop } from '../schemas/stop.ts';
import type { StateSnapshot } from '../state/store.ts';
import { recordsHeld } from './records-held.ts';

/** How many addresses a message names. */
const mostNamed = 5;

/**
 * The plan with the stops that stand over its accounts, and what stands against it because of them: no operation
 * switches on anything beneath a stop. What a stop paused, and nobody changed since, is not asked about as if somebody
 * else had paused it.
 */
export function withStops(
  plan: Plan,
  { accounts }: Pick<DesiredDocument, 'accounts'>,
  { stops, stopped }: Pick<StateSnapshot, 'stops' | 'stopped'>,
  live: readonly LiveAccount[],
): Plan {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]));
  const standing = stops.filter(({ accountId }) => keys.has(accountId));
  if (standing.length === 0) return plan;
  const kinds = new Map(plan.changes.map(({ address, kind }) => [address, kind]));
  const activating = plan.steps.flatMap((step) =>
    step.operations
      .filter(({ address, operation_type: type, params }) =>
        switchesOn({ type, kind: kinds.get(address) ?? 'account', params }),
      )
      .map(({ address }) => ({ accountId: step.account_id, address })),
  );
  const found = standing.flatMap((stop): Violation[] => {
    const beneath = activating.filter(
      ({ accountId, address }) => accountId === stop.accountId && isBeneath(stop, address),
    );
    const addresses = [...new Set(beneath.map(({ address }) => address))];
    return addresses.length === 0 ? [] : [stoppedBy(stop, keys.get(stop.accountId) ?? '', addresses)];
  });
  const held = recordsHeld(stopped, live);
  const changes = plan.changes.map((change) => {
    const by = held.get(recordKey({ ...change, accountId: change.account_id, id: change.id ?? '' }));
    return by === undefined ? change : { ...change, stopped_by: by };
  });
  const onlyPaused = new Set(
    changes
      .filter((change) => change.stopped_by !== undefined && isOnlyFlip(change))
      .map(({ address }) => address),
  );
  const others = plan.violations.filter(
    ({ rule, address }) => rule !== 'undo_drift' || !onlyPaused.has(address),
  );
  return { ...plan, changes, ...stopsOver({ accounts }, stops), violations: [...others, ...found] };
}

/** The stops that stand over the accounts of a document, as plans and drift reports tell them. */
export function stopsOver(
  { accounts }: Pick<DesiredDocument, 'accounts'>,
  stops: readonly Stop[],
): Pick<Plan, 'stops'> {
  const own = stops.filter(({ accountId }) => accounts.some(({ id }) => id === accountId));
  return own.length === 0 ? {} : { stops: own.map(shown) };
}

/** A stop as plans and drift reports tell it. */
function shown({ id, accountId, patterns, all, reason, by, at }: Stop): NonNullable<Plan['stops']>[number] {
  return { id, account_id: accountId, patterns: [...patterns], all, reason, by, at };
}

function stoppedBy(stop: Stop, accountKey: string, addresses: readonly string[]): Violation {
  const names = addresses.slice(0, mostNamed);
  const more = addresses.length - names.length;
  const named = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const what = `the plan switches on ${counted(addresses.length, 'resource')} (${named})`;
  const message = `${what}, over which ${describeStop(stop)} stands`;
  const remedy = 'End the stop with adsync resume, or leave them out with --exclude.';
  return violation('stop', accountKey, message, remedy, { number: addresses.length, code: 'ADSYNC_STOPPED' });
}
