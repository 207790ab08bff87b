import { defaultRules } from '../config/policy.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { Plan, PolicyNote } from '../schemas/plan.ts';
import { ownValue, type Values } from '../schemas/values.ts';
import type { StateSnapshot } from '../state/store.ts';
import { isLoosened } from './loosened.ts';
import { rememberedIn } from './remember-policies.ts';

/**
 * The plan with what is to be known of rules that the state remembers: those of the last apply that hold because the run
 * read no policy, and those that the policy that was read loosens or ends, also where the rule falls back to its
 * default. Nothing of accounts that were never applied.
 */
export function withPolicyNotes(
  plan: Plan,
  { accounts, givenPolicy }: Pick<DesiredDocument, 'accounts' | 'givenPolicy'>,
  snapshot: Pick<StateSnapshot, 'policies' | 'entries'>,
): Plan {
  const remembered = rememberedIn(snapshot);
  const applied = new Set(snapshot.entries.map(({ accountId }) => accountId));
  const policies = accounts.flatMap(({ key, id }) => {
    const last = remembered.get(id) ?? (applied.has(id) ? {} : undefined);
    if (last === undefined) return [];
    return givenPolicy === undefined ? keptNotes(key, last) : loosenedNotes(key, last, givenPolicy);
  });
  return policies.length === 0 ? plan : { ...plan, policies };
}

/** That outside changes may be undone is no rule to keep to: it only permits. */
function keptNotes(account: string, last: Values): readonly PolicyNote[] {
  return Object.entries(last)
    .filter(([rule, was]) => rule !== 'undo_drift' || was !== 'allow')
    .map(([rule, was]) => ({ account, rule, status: 'kept', was, becomes: was }));
}

function loosenedNotes(account: string, last: Values, given: Values): readonly PolicyNote[] {
  const [earlier, later] = [withDefaults(last), withDefaults(given)];
  return Object.entries(earlier).flatMap(([rule, was]) => {
    const becomes = ownValue(later, rule);
    if (!isLoosened(rule, was, becomes)) return [];
    return [{ account, rule, status: 'loosened' as const, was, becomes: becomes ?? null }];
  });
}

function withDefaults(policy: Values): Values {
  return { ...defaultRules, ...policy };
}
