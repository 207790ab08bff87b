import type { Violation } from '../../schemas/plan.ts';
import { type GuardInput, violation } from './guard.ts';
import { allowed, managedIn } from './managed.ts';

/** At most a share of what is managed is updated. */
export function maxUpdates(input: GuardInput): readonly Violation[] {
  const updated = input.subjects.filter(({ verdict }) => verdict === 'update');
  return [...Map.groupBy(updated, ({ accountKey }) => accountKey)].flatMap(([accountKey, own]) => {
    const [share] = own.flatMap(({ accountId }) => input.policyOf(accountId).maxUpdates ?? []);
    if (share === undefined) return [];
    const managed = managedIn(input, accountKey).length;
    const [number, limit] = [own.length, allowed(share, managed, 0)];
    if (number <= limit) return [];
    const message = `the plan updates ${number} of ${managed} managed resources; the policy allows ${limit}`;
    const remedy = 'Check what the plan updates, or raise policy.max_updates.';
    const more = { number, limit, override: '--override max_updates' };
    return [violation('max_updates', accountKey, message, remedy, more)];
  });
}
