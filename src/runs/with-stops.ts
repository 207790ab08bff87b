import { switchesOn } from '../appliers/stopped-operations.ts';
import { counted } from '../diagnostics/counted.ts';
import { violation } from '../planner/guards/guard.ts';
import { describeStop } from '../schemas/describe-stop.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { type LiveAccount, recordKey } from '../schemas/live-record.ts';
import type { Plan, Violation } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { type Stop, type StoppedRecord, standsOver } from '../schemas/stop.ts';
import type { StateSnapshot } from '../state/store.ts';
import { chooseTargets, spendingKinds } from '../stops/choose-targets.ts';
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
  { stops, stopped, entries }: Pick<StateSnapshot, 'stops' | 'stopped' | 'entries'>,
  live: readonly LiveAccount[],
  { keepStopped }: { readonly keepStopped: boolean },
): Plan {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]));
  const standing = stops.filter(({ accountId }) => keys.has(accountId));
  if (standing.length === 0) return plan;
  const held = recordsHeld(stopped, live);
  const heldBy = (change: Plan['changes'][number]): string | undefined =>
    held.get(recordKey({ ...change, accountId: change.account_id, id: change.id ?? '' }));
  const changed = new Map(plan.changes.map(({ address, kind, id }) => [address, { kind, id }]));
  const activating = plan.steps.flatMap((step) =>
    step.operations
      .filter(({ address, operation_type: type, params }) =>
        switchesOn({ type, kind: changed.get(address)?.kind ?? 'account', params }),
      )
      .map(({ address }) => ({
        accountId: step.account_id,
        address,
        record: recordOf(changed.get(address)),
      })),
  );
  const found = standing.flatMap((stop): Violation[] => {
    const beneath = activating.filter(
      (each) => each.accountId === stop.accountId && standsOver(stop, each, stopped),
    );
    const addresses = addressesOf(beneath);
    const account = keys.get(stop.accountId) ?? '';
    if (addresses.length > 0) return [stoppedBy(stop, account, addresses, keepStopped)];
    const going = plan.changes.filter((each) => each.action === 'delete' && heldBy(each) === stop.id);
    const coming = activating.filter(
      (each) => each.accountId === stop.accountId && each.record === undefined,
    );
    return going.length === 0 || coming.length === 0
      ? []
      : [passed(stop, account, { going: addressesOf(going), coming: addressesOf(coming) })];
  });
  const changes = plan.changes.map((change) => {
    const by = heldBy(change);
    return by === undefined ? change : { ...change, stopped_by: by };
  });
  const onlyPaused = new Set(
    changes
      .filter((change) => change.stopped_by !== undefined && isOnlyPausedOutside(change))
      .map(({ address }) => address),
  );
  const told = stopsOver({ accounts }, { stops, stopped, entries }, live);
  const others = plan.violations.filter(
    ({ rule, address }) => rule !== 'undo_drift' || !onlyPaused.has(address),
  );
  return { ...plan, changes, ...told, violations: [...others, ...found] };
}

/** True where nothing but the status is otherwise than the last apply left it. */
function isOnlyPausedOutside({ action, kind, fields }: Plan['changes'][number]): boolean {
  const status = kindNamed(kind).spending?.activation.field;
  return action === 'update' && fields.every(({ field, cause }) => cause === 'config' || field === status);
}

function recordOf(
  change: Pick<Plan['changes'][number], 'kind' | 'id'> | undefined,
): { readonly kind: string; readonly id: string } | undefined {
  return change === undefined || change.id === null ? undefined : { kind: change.kind, id: change.id };
}

/**
 * The stops that stand over the accounts of a document, as plans and drift reports tell them, with what is active beneath
 * each: somebody switched it on, or the stop was cut short.
 */
export function stopsOver(
  { accounts }: Pick<DesiredDocument, 'accounts'>,
  { stops, stopped, entries }: Pick<StateSnapshot, 'stops' | 'stopped' | 'entries'>,
  live: readonly LiveAccount[],
): Pick<Plan, 'stops'> {
  const own = stops.filter(({ accountId }) => accounts.some(({ id }) => id === accountId));
  return own.length === 0
    ? {}
    : {
        stops: own.map((stop) => shown(stop, activeBeneath(stop, entries, live), resumingOf(stop, stopped))),
      };
}

/** How many records a resume that has not ended has asked for, without having seen the answer. */
function resumingOf(stop: Stop, stopped: readonly StoppedRecord[]): number {
  return stopped.filter(
    ({ stopId, accountId, phase }) =>
      stopId === stop.id && accountId === stop.accountId && phase === 'resuming',
  ).length;
}

function activeBeneath(
  stop: Stop,
  entries: readonly StateEntry[],
  live: readonly LiveAccount[],
): readonly string[] {
  const ofAccount = entries.filter(({ accountId }) => accountId === stop.accountId);
  const records = live.flatMap((account) => (account.accountId === stop.accountId ? account.records : []));
  return spendingKinds.flatMap((kind) =>
    chooseTargets(kind, { stop, records, entries: ofAccount }).map(
      ({ address, record }) => address ?? record.id,
    ),
  );
}

/** A stop as plans and drift reports tell it. */
function shown(
  { id, accountId, patterns, all, reason, by, at }: Stop,
  active: readonly string[],
  resuming: number,
): NonNullable<Plan['stops']>[number] {
  const told = { id, account_id: accountId, patterns: [...patterns], all, reason, by, at };
  return {
    ...told,
    ...(active.length === 0 ? {} : { active: [...active] }),
    ...(resuming === 0 ? {} : { resuming }),
  };
}

/**
 * The document with the status of what standing stops paused left alone: it stays PAUSED until the stop ends, and
 * everything else about it can be applied.
 */
export function keepingStopped(
  document: DesiredDocument,
  { entries, stopped }: Pick<StateSnapshot, 'entries' | 'stopped'>,
  live: readonly LiveAccount[],
): DesiredDocument {
  const held = recordsHeld(stopped, live);
  const addresses = new Set(
    entries.filter((entry) => held.has(recordKey(entry))).map(({ address }) => address),
  );
  const resources = document.resources.map((resource) => {
    const status = kindNamed(resource.kind).spending?.activation.field;
    if (status === undefined || !addresses.has(resource.address)) return resource;
    const { lifecycle } = resource;
    return { ...resource, lifecycle: { ...lifecycle, ignoreChanges: [...lifecycle.ignoreChanges, status] } };
  });
  return { ...document, resources };
}

function addressesOf(list: readonly { readonly address: string }[]): readonly string[] {
  return [...new Set(list.map(({ address }) => address))];
}

function countedAndNamed(addresses: readonly string[]): string {
  const names = addresses.slice(0, mostNamed);
  const more = addresses.length - names.length;
  const named = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${counted(addresses.length, 'resource')} (${named})`;
}

/** What is new may be what was stopped, under another key or another name: nobody can tell one from the other. */
function passed(
  stop: Stop,
  accountKey: string,
  { going, coming }: { readonly going: readonly string[]; readonly coming: readonly string[] },
): Violation {
  const message = `the plan deletes ${countedAndNamed(going)} that ${describeStop(stop)} has paused, and switches on ${countedAndNamed(coming)} anew`;
  const remedy =
    'End the stop with adsync resume; give the old address in moved, where it is the same; or leave one of the two out with --exclude.';
  return violation('stop', accountKey, message, remedy, { number: coming.length, code: 'ADSYNC_STOPPED' });
}

function stoppedBy(
  stop: Stop,
  accountKey: string,
  addresses: readonly string[],
  isKeeping: boolean,
): Violation {
  const what = `the plan switches on ${countedAndNamed(addresses)}`;
  const message = `${what}, over which ${describeStop(stop)} stands`;
  // What is new, or replaced, has no status that could be left as the stop made it.
  const remedy = isKeeping
    ? 'End the stop with adsync resume; or write status: PAUSED for what is new or replaced beneath it; or leave it out with --exclude.'
    : 'End the stop with adsync resume; or apply everything else: --keep-stopped leaves PAUSED what the stop has paused, --exclude leaves out a resource.';
  return violation('stop', accountKey, message, remedy, { number: addresses.length, code: 'ADSYNC_STOPPED' });
}
