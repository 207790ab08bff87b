import { formatMoney } from '../../schemas/micro-units.ts';
import type { Violation } from '../../schemas/plan.ts';
import { plainText } from '../../schemas/values.ts';
import { ownDays } from '../exposure/days.ts';
import { isExact } from '../exposure/figures.ts';
import { endsActive } from '../match/outcome.ts';
import { valuesAfter } from '../match/values-after.ts';
import { type GuardInput, violation } from './guard.ts';

/** What is created ACTIVE has days left on which it can spend: a flight in the past is a slip of the date. */
export function flightOver({ subjects, nowMs }: GuardInput): readonly Violation[] {
  return subjects.flatMap((subject) => {
    const { kind, verdict, address } = subject;
    if (verdict !== 'create' && verdict !== 'replace') return [];
    const values = valuesAfter(subject);
    if (
      kind.spending?.flight === undefined ||
      !endsActive(subject) ||
      ownDays(kind, values, nowMs).length > 0
    )
      return [];
    const end = plainText(values[kind.spending.flight.end]);
    return [
      violation(
        'flight_over',
        address,
        `would be created ACTIVE, and its flight has ended: ${end}`,
        'Give it an end_time in the future and after its start_time, or declare it PAUSED.',
      ),
    ];
  });
}

/**
 * At no instant can more be spent than on the highest day before or after (docs/decisions/0018-money-has-a-calendar.md):
 * where no order of the operations keeps that, nothing is sent.
 */
export function peakOnTheWay({ budgets }: Pick<GuardInput, 'budgets'>): readonly Violation[] {
  return budgets.flatMap(({ account, budget }) =>
    Object.entries(budget.exposure).flatMap(([currency, figure]) => {
      const limit = Math.max(figure.before, figure.after);
      if (figure.peak <= limit || !isExact(figure)) return [];
      const message = `${formatMoney(figure.peak)} ${currency} a day could be spent on the way, more than before and after`;
      const remedy = 'Apply it in two steps: first what lowers spending, or pauses, then the rest.';
      return [violation('peak', account.key, message, remedy, { number: figure.peak, limit })];
    }),
  );
}
