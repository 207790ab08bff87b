import type { DesiredAccount } from '../schemas/desired.ts';
import type { AccountBudget } from '../schemas/plan.ts';
import type { LiveIndex } from './live-index.ts';
import { currenciesIn, type Quantities } from './measure.ts';
import type { Weighed } from './room.ts';

/** A bounded quantity before, after, and at the highest on the way. */
export interface Figure {
  readonly before: number;
  readonly after: number;
  readonly peak: number;
}

/** The budget of an account with all its figures, exact or not. */
export interface CountedBudget extends AccountBudget {
  readonly active_campaigns: NonNullable<AccountBudget['active_campaigns']>;
  readonly exposure: NonNullable<AccountBudget['exposure']>;
}

/** The bounded quantities of an account before, after, and at the highest on the way, operation by operation in order. */
export function budgetOf(
  account: DesiredAccount,
  before: Quantities,
  order: readonly Weighed[],
): CountedBudget {
  const own = order.filter(({ accountId }) => accountId === account.id);
  const figure = (name: string): Figure => figureOf(name, before, own);
  const names = [...before.keys(), ...own.flatMap(({ effects }) => [...effects.keys()])];
  const exposure = Object.fromEntries(
    currenciesIn(names).map((currency) => [
      currency,
      { ...figure(`exposure ${currency}`), uncapped: figure(`uncapped ${currency}`).after },
    ]),
  );
  return {
    active_campaigns: { ...figure('active_campaigns'), limit: account.limits.activeCampaigns },
    ...(account.limits.lineItems === undefined
      ? {}
      : { line_items: { ...figure('line_items'), limit: account.limits.lineItems } }),
    exposure,
  };
}

function figureOf(name: string, before: Quantities, order: readonly Weighed[]): Figure {
  const start = before.get(name) ?? 0;
  let now = start;
  let peak = start;
  for (const { effects } of order) {
    now += effects.get(name) ?? 0;
    peak = Math.max(peak, now);
  }
  return { before: start, after: now, peak };
}

/** The bounded quantities of an account that any operation takes some of. */
export function claimsOf(account: DesiredAccount, order: readonly Weighed[]): ReadonlySet<string> {
  const own = order.filter(({ accountId }) => accountId === account.id);
  return new Set(
    own.flatMap(({ effects }) => [...effects].filter(([, amount]) => amount > 0).map(([name]) => name)),
  );
}

/** True where a figure is exact; sums beyond 2^53 - 1 micro units are not. */
export function isExact({ before, after, peak }: Figure): boolean {
  return [before, after, peak].every((figure) => Number.isSafeInteger(figure));
}

/** Figures that rest on what was not read completely, or that are beyond exact numbers, are not counted. */
export function countedOnly(
  { active_campaigns: campaigns, line_items: lineItems, exposure }: CountedBudget,
  { id }: DesiredAccount,
  live: LiveIndex,
): AccountBudget {
  const read = figuresRead(id, live);
  const exact = Object.values(exposure).every(isExact);
  return {
    active_campaigns: read.campaigns ? campaigns : null,
    ...(read.lineItems && lineItems !== undefined ? { line_items: lineItems } : {}),
    exposure: read.exposure && exact ? exposure : null,
  };
}

/** Which figures of an account rest on records that were all read. */
export function figuresRead(
  accountId: string,
  live: LiveIndex,
): { readonly campaigns: boolean; readonly lineItems: boolean; readonly exposure: boolean } {
  const campaigns = live.isComplete(accountId, 'campaign');
  const lineItems = live.isComplete(accountId, 'line_item');
  return { campaigns, lineItems, exposure: campaigns && (lineItems || !hasLineItemBudgets(accountId, live)) };
}

/** True where ACTIVE campaigns let their line items hold the budget. */
function hasLineItemBudgets(accountId: string, live: LiveIndex): boolean {
  return live
    .all()
    .some(
      ({ accountId: account, kind, fields }) =>
        account === accountId &&
        kind === 'campaign' &&
        fields['budget_optimization'] === 'LINE_ITEM' &&
        fields['entity_status'] === 'ACTIVE',
    );
}
