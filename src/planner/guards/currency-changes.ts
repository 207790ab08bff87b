import { plainText } from '../../schemas/values.ts';
import { currencyLookup, fundingOf } from '../exposure/currency.ts';
import { isWrite } from '../match/outcome.ts';
import { predecessorsOf } from '../match/predecessors.ts';
import { valuesAfter } from '../match/values-after.ts';
import type { GuardInput } from './guard.ts';

/**
 * The currencies that an account's spending changes to: of what gets a funding instrument in another currency, and all
 * others where what is spent in one falls.
 */
export function currencyChanges(
  { subjects, live }: GuardInput,
  { account, budget, before }: GuardInput['budgets'][number],
): ReadonlySet<string> {
  const { ofInstrument } = currencyLookup(subjects, live);
  const predecessors = predecessorsOf(subjects);
  const refunded = subjects
    .filter((subject) => subject.accountId === account.id && isWrite(subject))
    .flatMap((subject) => {
      const old = predecessors.get(subject.address)?.['currency'];
      const currency = ofInstrument(fundingOf(subject.kind, valuesAfter(subject)));
      return old === undefined || currency === '' || plainText(old) === currency ? [] : [currency];
    });
  const all = Object.entries(budget.exposure);
  const falling = all.filter(
    ([currency, figure]) =>
      figure.after < figure.before || figure.uncapped < (before.counts.get(`uncapped ${currency}`) ?? 0),
  );
  const others = falling.flatMap(([fell]) =>
    all.map(([currency]) => currency).filter((currency) => currency !== fell),
  );
  return new Set([...refunded, ...others]);
}
