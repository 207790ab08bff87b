import { policyFrom } from '../config/policy.ts';
import type { DesiredDocument, Policy } from '../schemas/desired.ts';
import { sameValue } from '../schemas/values.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';
import type { Run } from './run.ts';

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

/**
 * Says which accounts keep to the policy of the last apply, as the run reads none, and where a policy that is read drops
 * rules that an account was applied with.
 */
export function notePolicies(
  { frontend }: Pick<Run, 'frontend'>,
  { accounts, givenPolicy }: Read,
  snapshot: StateSnapshot,
): void {
  const remembered = rememberedIn(snapshot);
  for (const { key, id } of accounts) {
    const last = Object.entries(remembered.get(id) ?? {});
    const dropped = last.filter(([rule]) => givenPolicy?.[rule] === undefined);
    if (dropped.length === 0) continue;
    const rules = rulesOf(dropped);
    frontend.note(
      givenPolicy === undefined
        ? `No policy was read: ${key} keeps to the one that it was applied with last (${rules}). Write policy: {} to end it, or pass --override RULE.`
        : `The policy that was read has no ${rules}, which ${key} was applied with last: applying ends it.`,
    );
  }
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

function rememberedIn({ policies }: StateSnapshot): ReadonlyMap<string, Given> {
  return new Map(policies.map(({ accountId, policy }) => [accountId, policy]));
}

/** Rules with their values, as far as these are short: `max_bid: 5.00, freeze`. */
function rulesOf(rules: readonly (readonly [string, Given[string]])[]): string {
  return rules.map(([rule, value]) => (typeof value === 'string' ? `${rule}: ${value}` : rule)).join(', ');
}
