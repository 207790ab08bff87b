import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredAccount } from '../../schemas/desired.ts';

/** Operations that a batch may hold where the document gives no `limits.batch`; the platform takes more (F-batch-04). */
const usualSize = 10;

/** Operations that one request may hold, for an account by its id and a kind. */
export type BatchSize = (accountId: string, kind: Kind) => number;

/** The sizes that the accounts' limits give. */
export function batchSizes(accounts: readonly DesiredAccount[]): BatchSize {
  const limits = new Map(accounts.map((account) => [account.id, account.limits.batch]));
  return (accountId, { operations: { batch } }) =>
    batch === undefined ? 1 : (limits.get(accountId)?.[batch.limit] ?? usualSize);
}
