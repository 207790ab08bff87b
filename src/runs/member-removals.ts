import type { Removal } from '../audiences/removal.ts';
import { violation } from '../planner/guards/guard.ts';
import { allowed } from '../planner/guards/managed.ts';
import type { Policy } from '../schemas/desired.ts';
import type { Plan } from '../schemas/plan.ts';

/** Where the share of few members would forbid nearly everything, this many may always go. */
const leastRemovals = 100;
const rule = 'max_member_removals';

/**
 * The plan, refused where a push would remove more members of one audience than the policy of its account allows: a
 * file that was written by half empties an audience. Takes what each push removes, by address.
 */
export function withRemovals(
  plan: Plan,
  removals: ReadonlyMap<string, Removal>,
  policyOf: (accountId: string) => Policy,
): Plan {
  if (plan.consents.some(({ consent, address }) => consent === 'override' && address === rule)) return plan;
  const violations = plan.changes.flatMap(({ address, account_id: accountId }) => {
    const removal = removals.get(address);
    if (removal === undefined) return [];
    const { removed, pushed } = removal;
    const limit = allowed(policyOf(accountId).maxMemberRemovals, pushed, leastRemovals);
    if (removed <= limit) return [];
    const [some, all, most] = [removed, pushed, limit].map((each) => each.toLocaleString('en-US'));
    const message = `the push would remove ${some} of ${all} members; the policy allows ${most}`;
    const remedy = `Check that the file is whole, or raise policy.${rule}.`;
    return [
      violation(rule, address, message, remedy, { number: removed, limit, override: `--override ${rule}` }),
    ];
  });
  return violations.length === 0 ? plan : { ...plan, violations: [...plan.violations, ...violations] };
}
