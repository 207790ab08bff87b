import { policyFrom } from '../config/policy.ts';
import type { DesiredDocument, Policy } from '../schemas/desired.ts';
import { sameValue } from '../schemas/values.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';

type Given = NonNullable<DesiredDocument['givenPolicy']>;

type Read = Pick<DesiredDocument, 'accounts' | 'givenPolicy'>;

/** The policies that hold for a run, by account id: those of the last apply, where the run reads none. */
export function policiesFor({ givenPolicy }: Read, { policies }: StateSnapshot): ReadonlyMap<string, Policy> {
  if (givenPolicy !== undefined) return new Map();
  return new Map(
    policies
      .filter(({ policy }) => Object.keys(policy).length > 0)
      .map(({ accountId, policy }) => [accountId, policyFrom(policy)]),
  );
}

/** Remembers the policy that was read for the accounts of the document, where it is another than the last. */
export async function rememberPolicies(
  lease: Lease,
  { accounts, givenPolicy }: Read,
  snapshot: StateSnapshot,
): Promise<void> {
  if (givenPolicy === undefined) return;
  const remembered = rememberedIn(snapshot);
  for (const { id: accountId } of accounts) {
    const last = remembered.get(accountId) ?? {};
    if (!sameValue(last, givenPolicy)) await lease.recordPolicy({ accountId, policy: givenPolicy });
  }
}

/** The policies of the last apply by account id, as they were written. */
export function rememberedIn({ policies }: Pick<StateSnapshot, 'policies'>): ReadonlyMap<string, Given> {
  return new Map(policies.map(({ accountId, policy }) => [accountId, policy]));
}
