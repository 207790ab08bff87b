import { counted } from '../../diagnostics/counted.ts';
import type { Violation } from '../../schemas/plan.ts';
import { plainText } from '../../schemas/values.ts';
import { ownDays } from '../exposure/days.ts';
import { isExact } from '../exposure/figures.ts';
import { endsActive } from '../match/outcome.ts';
import { valuesAfter } from '../match/values-after.ts';
import { amountText } from './amount-text.ts';
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
 * At no instant can more be spent than on the highest day before or after (docs/decisions/0018-money-has-a-calendar.md),
 * and at none is more active than the limits allow: where no order of the operations keeps that, nothing is sent.
 */
export function peakOnTheWay({ budgets }: Pick<GuardInput, 'budgets'>): readonly Violation[] {
  return budgets.flatMap((each) => [...highestOnTheWay(each), ...mostOnTheWay(each)]);
}

type Counted = GuardInput['budgets'][number];

const remedy = 'Apply it in two steps: first what lowers spending, or pauses, then the rest.';

function highestOnTheWay({ account, budget, lacking }: Counted): readonly Violation[] {
  return Object.entries(budget.exposure).flatMap(([currency, figure]) => {
    const limit = Math.max(figure.before, figure.after);
    const isLacking = lacking.some(({ name }) => name === `exposure ${currency}`);
    if ((figure.peak <= limit && !isLacking) || !isExact(figure)) return [];
    const message =
      figure.peak > limit
        ? `${amountText(figure.peak, currency)} a day could be spent on the way, more than before and after`
        : `more than ${amountText(limit, currency)} a day, the most of before and after, could be spent on the way`;
    return [violation('peak', account.key, message, remedy, { number: figure.peak, limit })];
  });
}

/** Where too much is active after the plan as well, the guard of that limit tells it. */
function mostOnTheWay({ account, budget, lacking }: Counted): readonly Violation[] {
  const tooMany = [
    ['campaign', 'active_campaigns', budget.active_campaigns],
    ['line item', 'line_items', budget.line_items],
  ] as const;
  return [
    ...tooMany.flatMap(([noun, counts, figure]) => {
      if (figure === undefined || figure.after > figure.limit) return [];
      return lacking
        .filter(({ name }) => name === counts)
        .map(({ bound }) => ({
          bound,
          message: `more than ${counted(bound, noun)} could be active on the way`,
        }));
    }),
    ...lacking.flatMap(({ name, bound }) => {
      const currency = /^uncapped (.*)$/.exec(name)?.[1];
      if (currency === undefined) return [];
      const things = counted(bound, 'thing');
      return [
        { bound, message: `more than ${things} without a daily budget could spend ${currency} on the way` },
      ];
    }),
  ].map(({ bound, message }) =>
    violation('peak', account.key, message, remedy, { number: bound + 1, limit: bound }),
  );
}
