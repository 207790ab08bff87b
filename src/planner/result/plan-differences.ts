import type { Plan } from '../../schemas/plan.ts';
import { isDigest, isList, sameValue, type Value } from '../../schemas/values.ts';
import { changeDifferences } from './change-differences.ts';
import { type Difference, differing, keysOf } from './difference.ts';
import { figureDifferences } from './figure-differences.ts';
import { stepDifferences } from './step-differences.ts';

/**
 * In what the effect of a plan that is made now differs from that of an earlier one: changes, the values they start
 * from and lead to, what hangs on what goes, requests and their order, figures, and what can spend. Empty where both
 * have the same effect: when and from which files they were made does not count. `sameKey` says that the digests of
 * sensitive values in both plans were made with one key; without that, any two digests count as equal.
 */
export function planDifferences(
  then: Plan,
  now: Plan,
  { sameKey }: { readonly sameKey: boolean },
): readonly Difference[] {
  // Where nothing is changed, no figure bounds anything.
  if (then.changes.length + now.changes.length === 0) return [];
  const counts = (difference: Difference): boolean =>
    sameKey || !sameValue(withoutDigests(difference.earlier), withoutDigests(difference.now));
  const found = [...changeDifferences(then, now), ...figureDifferences(then, now)].filter(counts);
  // Other changes and figures explain other requests and other things that spend.
  if (found.length > 0) return found;
  return [...stepDifferences(then, now).filter(counts), ...spendingDifferences(then, now)];
}

function withoutDigests(value: Value | undefined): Value {
  if (isDigest(value)) return 'digest';
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (isList(value)) return value.map(withoutDigests);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutDigests(member)]));
}

/**
 * Equal figures can rest on other things: one switched on, and an equal one paused. A plan in an older format, which
 * does not say what it is limited to, does not say this either.
 */
function spendingDifferences(then: Plan, now: Plan): readonly Difference[] {
  if (then.selection === undefined) return [];
  const [left, right] = [spendingOf(then), spendingOf(now)];
  return keysOf(left, right).flatMap((address) =>
    left.get(address) === right.get(address)
      ? []
      : differing(
          { address, field: 'what can spend', currency: null },
          'what the plan counted',
          'other campaigns or line items, or other budgets and times of them, with equal figures',
        ),
  );
}

function spendingOf({ basis }: Plan): ReadonlyMap<string, string> {
  return new Map(Object.entries(basis.spending ?? {}));
}
