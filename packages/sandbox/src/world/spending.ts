import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn } from '../value.ts';
import type { Span } from './flight.ts';

/** What a campaign or a line item adds to its account. */
export interface Share {
  readonly accountId: string;
  /** undefined where there is no daily budget: then the amount is 1, a count of things without a cap. */
  readonly currency: string | undefined;
  /** Micro units a day. */
  readonly amount: bigint;
  readonly spans: readonly Span[];
}

/** What the record adds when it spends within these spans; undefined where there is no span. */
export function shareOf(record: StoredRecord, spans: readonly Span[]): Share | undefined {
  const last = spans.at(-1);
  if (last === undefined) return undefined;
  const accountId = textIn(record, 'account_id') ?? '';
  const daily = longIn(record, 'daily_budget_amount_local_micro');
  // What has no cap counts for as long as a day is to come on which it can spend.
  if (daily === null)
    return { accountId, currency: undefined, amount: 1n, spans: [{ from: 0, to: last.to }] };
  return { accountId, currency: textIn(record, 'currency') ?? '', amount: daily, spans };
}

/** Whether two shares add the same. */
export function isSameShare(a: Share | undefined, b: Share | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.accountId !== b.accountId || a.currency !== b.currency || a.amount !== b.amount) return false;
  if (a.spans === b.spans) return true;
  return (
    a.spans.length === b.spans.length &&
    a.spans.every(({ from, to }, index) => from === b.spans[index]?.from && to === b.spans[index]?.to)
  );
}

export function isActive(record: StoredRecord | undefined): record is StoredRecord {
  return record !== undefined && record['entity_status'] === 'ACTIVE' && !isDeleted(record);
}

/** Whether the campaign leaves budgets to its line items. */
export function leavesBudgets(campaign: StoredRecord | undefined): boolean {
  return campaign?.['budget_optimization'] === 'LINE_ITEM';
}
