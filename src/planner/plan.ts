import type { DesiredAccount, DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { OtherFiles } from '../schemas/other-file.ts';
import { type Plan, planFormatVersion } from '../schemas/plan.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { momentOf } from '../schemas/times.ts';
import { batchSizes } from './batch-size.ts';
import { changesOf } from './changes.ts';
import { type Consents, consentList } from './consents.ts';
import { digestOf } from './digest.ts';
import { currencyLookup } from './exposure/currency.ts';
import { budgetOf, claimsOf, countedOnly } from './exposure/figures.ts';
import { violationsOf } from './guards/index.ts';
import { indexLive } from './live-index.ts';
import { matchAll } from './match.ts';
import { timeOf } from './matching.ts';
import { isWrite } from './operations.ts';
import { decideOwnership } from './ownership.ts';
import { schedule } from './schedule.ts';
import { type StateChange, stateChangesOf } from './state-changes.ts';
import type { Subject } from './subject.ts';
import { isManaged, summaryOf } from './summary.ts';
import { type Selection, selected } from './targets.ts';
import { planWrites } from './writes.ts';

export interface PlanInput extends Selection {
  readonly command: 'apply' | 'destroy';
  readonly adsyncVersion: string;
  /** ISO 8601; the only part of a plan that differs for the same input. */
  readonly createdAt: string;
  /** The files and folders the document was read from, as given. */
  readonly paths: readonly string[];
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  readonly entries: readonly StateEntry[];
  /** The number of the last journal record. */
  readonly journal: number;
  readonly resolved: Plan['resolved'];
  readonly consents: Consents;
  /** Files that the state names and that were not read; none is known where this is left out. */
  readonly otherFiles?: OtherFiles;
}

export interface PlanResult {
  readonly plan: Plan;
  /** What apply records without a request. */
  readonly stateChanges: readonly StateChange[];
}

/** Compares what is declared with what is live and was last applied, and says what to do. Pure. */
export function createPlan(input: PlanInput): PlanResult {
  const { document, consents } = input;
  const live = indexLive(input.live);
  const declared = input.command === 'destroy' ? withoutOwned(document) : document;
  const ownership = decideOwnership(declared, input.entries);
  const now = timeOf(input);
  const nowMs = momentOf(now);
  const all = matchAll(declared, ownership, live, consents.adopt.addresses, now);
  const chosen = selected(all, input);
  const accounts = [...document.accounts, ...vanishedAccounts(document, chosen.filter(isWrite))];
  const sizeOf = batchSizes(accounts);
  const { subjects, around, operations, bundles, onTheWay, unusable } = planWrites(
    all,
    chosen,
    sizeOf,
    live,
    nowMs,
  );
  const currency = currencyLookup(subjects, live);
  const scheduled = schedule(operations, accounts, live, {
    currencyOf: currency.ofInstrument,
    sizeOf,
    bundles,
    nowMs,
  });
  const budgets = scheduled.accounts
    .slice(0, document.accounts.length)
    .map(({ account, before, committed }) => ({
      account,
      budget: budgetOf({ account, before, order: scheduled.order, committed, nowMs }),
      claims: claimsOf(account, scheduled.order),
    }));
  const violations = violationsOf({
    ...input,
    now: input.createdAt,
    nowMs,
    live,
    subjects,
    ownership,
    budgets,
    unusable,
  });
  const changes = changesOf(subjects, around, onTheWay, currency.of);
  const plan: Plan = {
    format_version: planFormatVersion,
    adsync_version: input.adsyncVersion,
    created_at: input.createdAt,
    command: input.command,
    paths: [...input.paths],
    basis: { document: document.digest, live: digestOf(live.all()), state: input.journal },
    effect: effectDigest(scheduled.steps, changes),
    summary: summaryOf(
      subjects,
      changes,
      ownership.outOfScope.length + all.filter(isManaged).length - subjects.filter(isManaged).length,
      input.entries,
      live,
    ),
    changes,
    steps: [...scheduled.steps],
    budget: Object.fromEntries(
      budgets.map(({ account, budget }) => [account.key, countedOnly(budget, account, live, subjects)]),
    ),
    consents: consentList(consents),
    violations: [...violations],
    resolved: [...input.resolved],
    names: parentNames(changes, all),
  };
  return { plan, stateChanges: stateChangesOf(subjects, input.entries) };
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

function parentNames(changes: Plan['changes'], subjects: readonly Subject[]): Record<string, string> {
  const names = new Map(
    subjects.map(({ address, wanted, live }) => [address, wanted['name'] ?? live?.fields['name']]),
  );
  const parents = changes.flatMap(({ address }) =>
    address
      .split('/')
      .flatMap((_, index, parts) =>
        index % 2 === 0 && index < parts.length - 1 ? [parts.slice(0, index + 1).join('/')] : [],
      ),
  );
  const named = [...new Set(parents)].sort().flatMap((address): [string, string][] => {
    const name = names.get(address);
    return typeof name === 'string' ? [[address, name]] : [];
  });
  return Object.fromEntries(named);
}
