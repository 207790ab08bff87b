import type { DesiredAccount, DesiredDocument, Policy } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { OtherFiles } from '../schemas/other-file.ts';
import { type Plan, planFormatVersion } from '../schemas/plan.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { momentOf } from '../schemas/times.ts';
import { currencyLookup } from './exposure/currency.ts';
import { budgetOf, claimsOf, countedOnly } from './exposure/figures.ts';
import { batchSizes } from './graph/batch-size.ts';
import { choose, type Selection } from './graph/selection.ts';
import { selectionData } from './graph/selection-data.ts';
import { planWrites } from './graph/writes.ts';
import { type Consents, consentList } from './guards/consents.ts';
import type { GuardInput } from './guards/guard.ts';
import { violationsOf } from './guards/index.ts';
import { type TakenAlong, takenAlong, type Unread, unreadIn } from './guards/taken-along.ts';
import { takenAlongText } from './guards/taken-along-text.ts';
import { unreadKinds } from './guards/unread-kinds.ts';
import { unusedConsents } from './guards/unused-consents.ts';
import { indexLive, type LiveIndex } from './match/live-index.ts';
import { matchAll } from './match/match.ts';
import { timeOf } from './match/match-state.ts';
import { othersIn } from './match/others.ts';
import { isManaged, isWrite } from './match/outcome.ts';
import { decideOwnership, withNamedLetGo } from './match/ownership.ts';
import { isPausedOnTheWay } from './match/resume.ts';
import type { Subject } from './match/subject.ts';
import { withBeneath } from './result/beneath.ts';
import { changesOf } from './result/changes.ts';
import { digestOf } from './result/digest.ts';
import { withOthersAlong } from './result/others-along.ts';
import { parentsOf } from './result/parents.ts';
import { spendingDigests } from './result/spending-digests.ts';
import { type StateChange, stateChangesOf } from './result/state-changes.ts';
import { summaryOf, unmanagedCount, unmanagedOf } from './result/summary.ts';
import { twinsIn } from './result/twins.ts';
import { type Scheduled, schedule } from './schedule/schedule.ts';

export interface PlanInput extends Selection {
  readonly command: 'apply' | 'destroy';
  readonly adsyncVersion: string;
  /** ISO 8601, by the clock of the platform; the only part of a plan that differs for the same input. */
  readonly createdAt: string;
  /** ISO 8601: what can be spent is counted from here on; from the platform's time where it is left out. */
  readonly countedFrom?: string;
  /** The files and folders the document was read from, as given. */
  readonly paths: readonly string[];
  /** The key of the only account that the document was limited to; for the record. */
  readonly account?: string | undefined;
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  readonly entries: readonly StateEntry[];
  /** The keys that accounts had until now, by their new ones, which the entries have already; none unless given. */
  readonly movedAccounts?: ReadonlyMap<string, string>;
  /** The number of the last journal record. */
  readonly journal: number;
  readonly resolved: Plan['resolved'];
  readonly consents: Consents;
  /** Policies that hold in place of the document's, by account id: those of a run that reads none. */
  readonly policies?: ReadonlyMap<string, Policy>;
  /** Files that the state names and that were not read; none is known where this is left out. */
  readonly otherFiles?: OtherFiles;
}

export interface PlanResult {
  readonly plan: Plan;
  /** What apply records without a request. */
  readonly stateChanges: readonly StateChange[];
  /** Why the plan's requests wait for one another. */
  readonly waits: Scheduled['waits'];
  /** What has to be read before the plan can say all that goes with it, and hold it to what others spend. */
  readonly unread: Unread;
}

/** Compares what is declared with what is live and was last applied, and says what to do. Pure. */
export function createPlan(input: PlanInput): PlanResult {
  const { document, consents } = input;
  const live = indexLive(input.live);
  const isDestroy = input.command === 'destroy';
  const declared = isDestroy ? withoutOwned(document) : document;
  const entries = isDestroy ? withNamedLetGo(document, input.entries) : input.entries;
  const ownership = decideOwnership(declared, entries, input.movedAccounts);
  const now = timeOf(input);
  const nowMs = momentOf(input.countedFrom ?? now);
  const all = matchAll(declared, ownership, live, consents.adopt.addresses, now);
  const sizeOf = batchSizes(document.accounts);
  const { chosen, world, leftOut, remarks } = choose(all, input, { sizeOf, live, nowMs });
  const accounts = [...document.accounts, ...vanishedAccounts(document, chosen.filter(isWrite))];
  const writes = planWrites(world, chosen, sizeOf, live, nowMs);
  const { subjects, graph, bundles, unusable } = writes;
  const currency = currencyLookup(subjects, live);
  const scheduled = schedule(graph, accounts, live, {
    currencyOf: currency.ofInstrument,
    sizeOf,
    bundles,
    // What is declared and left out of this run is nobody's until a run adopts it.
    isOthers: othersIn(chosen, input.entries),
    nowMs,
  });
  const budgets = budgetsOf(document, scheduled, nowMs);
  const along = takenAlong(subjects, all, document, live);
  const judged: GuardInput = {
    ...input,
    nowMs,
    live,
    all,
    world,
    subjects,
    policyOf: (accountId) => input.policies?.get(accountId) ?? document.policy,
    ownership,
    budgets,
    unusable,
    takenAlong: along,
  };
  const told = remarked(changesToTell(input, writes, currency.of), [remarks, ...ownRemarks(chosen, along)]);
  const changes = withOthersAlong(withBeneath(told, live), along);
  // Whose a record is does not depend on what was chosen.
  const unmanaged = unmanagedOf(all, input.entries, live, along);
  const plan: Plan = {
    ...headOf(input),
    basis: basisOf(input, live, subjects),
    effect: effectDigest(scheduled.steps, changes),
    summary: {
      ...summaryOf(subjects, changes, ownership.outOfScope.length + managedOnlyIn(all, subjects)),
      unmanaged: unmanagedCount(unmanaged, input.live),
    },
    changes,
    steps: [...scheduled.steps],
    budget: budgetData(budgets, live, subjects),
    ...judgementOf(judged),
    ...(leftOut.length > 0 ? { left_out: [...leftOut] } : {}),
    ...twinsIn(all, unmanaged),
    ...parentsOf(changes, all),
  };
  // What is only paused for others keeps all that is known of it.
  const stateChanges = stateChangesOf(chosen, input.entries);
  return { plan, stateChanges, waits: scheduled.waits, unread: unreadBy(judged) };
}

function unreadBy(input: GuardInput): Unread {
  return { ...unreadIn(input.takenAlong), whole: unreadKinds(input) };
}

/** What stands against a plan, and which of its consents it does not need. */
function judgementOf(input: GuardInput): Pick<Plan, 'violations' | 'unused_consents'> {
  const unused = unusedConsents(input, violationsOf);
  return {
    violations: [...violationsOf(input)],
    ...(unused.length > 0 ? { unused_consents: [...unused] } : {}),
  };
}

/** The figures by the keys of accounts, of what was read. */
function budgetData(
  budgets: GuardInput['budgets'],
  live: LiveIndex,
  subjects: readonly Subject[],
): Plan['budget'] {
  return Object.fromEntries(
    budgets.map(({ account, budget }) => [account.key, countedOnly(budget, account, live, subjects)]),
  );
}

/** How many managed resources of the document a plan is not made for. */
function managedOnlyIn(all: readonly Subject[], subjects: readonly Subject[]): number {
  return all.filter(isManaged).length - subjects.filter(isManaged).length;
}

/** What a plan repeats of its input. */
function headOf(
  input: PlanInput,
): Pick<
  Plan,
  | 'format_version'
  | 'adsync_version'
  | 'created_at'
  | 'command'
  | 'paths'
  | 'selection'
  | 'consents'
  | 'resolved'
> {
  return {
    format_version: planFormatVersion,
    adsync_version: input.adsyncVersion,
    created_at: input.createdAt,
    command: input.command,
    paths: [...input.paths],
    selection: selectionData(input, input.account),
    consents: consentList(input.consents),
    resolved: [...input.resolved],
  };
}

/**
 * What is to be said of changes whatever was chosen, by address: what was left paused on the way, and what
 * refers to a record that goes, or may. What stands beneath it has lines of its own.
 */
function ownRemarks(
  chosen: readonly Subject[],
  along: readonly TakenAlong[],
): readonly ReadonlyMap<string, string>[] {
  return [
    new Map(chosen.filter(isPausedOnTheWay).map(({ address }) => [address, pausedOnTheWay])),
    new Map(
      along.map(({ subject, ...found }) => [subject.address, takenAlongText({ ...found, beneath: [] })]),
    ),
  ];
}

const pausedOnTheWay = 'left paused by an earlier run, which ended before it was switched on';

/** The changes with what else is to be said of each, by its address. */
function remarked(
  changes: Plan['changes'],
  remarks: readonly ReadonlyMap<string, string>[],
): Plan['changes'] {
  return changes.map((change) => {
    const said = remarks.flatMap((each) => each.get(change.address) ?? []).filter((remark) => remark !== '');
    if (said.length === 0) return change;
    return {
      ...change,
      reason: [...(change.reason === undefined ? [] : [change.reason]), ...said].join('; '),
    };
  });
}

/** The changes; to destroy is reason enough, and what goes is declared all the same. */
function changesToTell(
  { command }: Pick<PlanInput, 'command'>,
  ...of: Parameters<typeof changesOf>
): Plan['changes'] {
  const changes = [...changesOf(...of)];
  return command === 'destroy' ? changes.map(withoutReasonToGo) : changes;
}

function withoutReasonToGo(change: Plan['changes'][number]): Plan['changes'][number] {
  if (change.action !== 'delete') return change;
  const { reason: _reason, ...others } = change;
  return others;
}

/** The figures of the declared accounts; those that only `removed` names come after them. */
function budgetsOf(
  { accounts }: DesiredDocument,
  { accounts: scheduled, order, lacking }: Scheduled,
  nowMs: number,
): GuardInput['budgets'] {
  return scheduled.slice(0, accounts.length).map(({ account, before, committed, others }) => {
    const effects = order.filter(({ accountId }) => accountId === account.id).map((each) => each.effects);
    const budget = budgetOf({ account, before, effects, committed, others, nowMs });
    const own = lacking.filter(({ accountId }) => accountId === account.id);
    return { account, before, budget, claims: claimsOf(effects), lacking: own };
  });
}

/** What the plan rests on: the document, all that was read, and what can spend. */
function basisOf(
  { document, journal }: PlanInput,
  live: LiveIndex,
  subjects: readonly Subject[],
): Plan['basis'] {
  return {
    document: document.digest,
    live: digestOf(live.all()),
    state: journal,
    spending: spendingDigests(document.accounts, live, subjects),
  };
}

/** The digest that an approval is bound to: the requests and the values to come. */
export function effectDigest(steps: Plan['steps'], changes: Plan['changes']): string {
  return digestOf({
    steps,
    after: Object.fromEntries(changes.map(({ address, after }) => [address, after])),
  });
}

/** To destroy is to want nothing of what we own; what exists by id is only let go. */
function withoutOwned(document: DesiredDocument): DesiredDocument {
  return { ...document, resources: [] };
}

/** Accounts that only `removed` still names: nothing is switched on there, so that no limit matters. */
function vanishedAccounts(
  document: DesiredDocument,
  changing: readonly Subject[],
): readonly DesiredAccount[] {
  const declared = new Set(document.accounts.map(({ id }) => id));
  const keys = new Map(changing.map(({ accountId, accountKey }) => [accountId, accountKey]));
  const limits = { activeCampaigns: 0, count: 'active', lineItems: undefined, batch: {} } as const;
  return [...keys].filter(([id]) => !declared.has(id)).map(([id, key]) => ({ key, id, limits }));
}
