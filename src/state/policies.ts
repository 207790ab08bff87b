import type { RememberedPolicy } from '../schemas/state-entry.ts';
import type { Write } from './backend.ts';
import { checksumOf, negated } from './checksum.ts';
import { appendRecord } from './journal.ts';
import { policyText } from './rows.ts';

/** Puts the policy of an account in place of the one that was remembered, and into the history. */
export async function recordPolicy(
  write: Write,
  run: string,
  { accountId, policy }: RememberedPolicy,
): Promise<void> {
  const { tx } = write;
  const old = await tx
    .deleteFrom('policies')
    .where('account_id', '=', accountId)
    .returning('checksum')
    .execute();
  const row = { account_id: accountId, data: policyText({ accountId, policy }) };
  const checksum = checksumOf.policy(row);
  await tx
    .insertInto('policies')
    .values({ ...row, checksum })
    .execute();
  const data = JSON.stringify({ policy });
  await appendRecord(write, { run, kind: 'policy', accountId, data }, [...negated(old), checksum]);
}
