import { counted } from '../../diagnostics/counted.ts';
import type { Violation } from '../../schemas/plan.ts';
import { momentOf } from '../../schemas/times.ts';
import { isWrite } from '../match/outcome.ts';
import { type GuardInput, violation } from './guard.ts';
import { loweringIn } from './lowering.ts';

/** How many addresses a message names. */
const mostNamed = 5;

/**
 * While changes are frozen by the platform's time, nothing on the platform changes but what only lowers spending; `to`
 * is the first moment after. One violation an account and freeze, with the addresses.
 */
export function frozen({ policyOf, subjects, nowMs }: GuardInput): readonly Violation[] {
  const isLowering = loweringIn(subjects);
  const changing = subjects.filter((subject) => isWrite(subject) && !isLowering(subject));
  return [...Map.groupBy(changing, ({ accountId }) => accountId)].flatMap(([accountId, own]) =>
    policyOf(accountId)
      .freeze.filter(({ from, to }) => momentOf(from) <= nowMs && nowMs < momentOf(to))
      .flatMap(({ from, to }) => {
        const addresses = own.map(({ address }) => address);
        const what = `${counted(own.length, 'resource')} in other ways than lowering what is spent (${named(addresses)})`;
        const message = `the plan changes ${what}; the policy allows no such change from ${from} to ${to}`;
        const remedy = `Wait until it is ${to} on the platform.`;
        const more = { number: own.length, override: '--override freeze' };
        return own
          .slice(0, 1)
          .map(({ accountKey }) => violation('freeze', accountKey, message, remedy, more));
      }),
  );
}

function named(addresses: readonly string[]): string {
  const shown = addresses.slice(0, mostNamed);
  const left = addresses.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
