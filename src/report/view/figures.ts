import { formatMoney } from '../../schemas/micro-units.ts';
import { showMoney } from '../show-value.ts';

/** What can be spent: a number of micro units for pictures, and the same as texts. */
export interface Amount {
  readonly micro: number;
  /** `1,500.00` */
  readonly number: string;
  /** `1,500.00 USD` */
  readonly money: string;
}

/** Makes amounts of a currency. */
export function amountsIn(currency: string): (micro: number) => Amount {
  return (micro) => ({ micro, number: formatMoney(micro), money: showMoney(micro, currency) });
}

/** How many things count against a limit. */
export interface CountFigure {
  /** Before the plan, or as last applied. */
  readonly before: number;
  /** After the plan, or live. */
  readonly now: number;
  /** The highest on the way. */
  readonly peak: number;
  readonly limit: number;
  /** `12 → 13`, or `12` where it stays. */
  readonly step: string;
  /** What is counted, after the figure: `of 200 active`, `of 200 not deleted`. */
  readonly state: string;
  /** The same where nothing beside it says what is counted: `of 200 campaigns active`. */
  readonly noun: string;
}

type Counted = Pick<CountFigure, 'before' | 'now' | 'limit'> & { readonly peak?: number };

/** A figure of campaigns, by what of them counts. */
export function campaignFigure(
  figure: Counted & { readonly counts?: 'active' | 'not_deleted' | undefined },
): CountFigure {
  return figure.counts === 'not_deleted'
    ? countFigure(figure, 'not deleted', 'campaigns that are not deleted')
    : countFigure(figure, 'active', 'campaigns active');
}

/** A figure with its words. */
export function countFigure(
  { before, now, peak = now, limit }: Counted,
  state: string,
  noun: string,
): CountFigure {
  return { before, now, peak, limit, step: before === now ? `${now}` : `${before} → ${now}`, state, noun };
}

/** The figures of one account. */
export interface AccountFigures<Spending> {
  readonly account: string;
  /** `null`: not counted. */
  readonly campaigns: CountFigure | null;
  /** What can be spent a day, by currency. */
  readonly spending: readonly Spending[];
  /** What is said where there is no amount. */
  readonly noSpending: typeof notCounted | typeof nothingSpent;
}

/** What is said of a figure for which not everything was read. */
export const notCounted = 'not counted';
/** What is said of days on which nothing can be spent. */
export const nothingSpent = 'nothing can be spent';

/** The figures of every account of a budget. */
export function accountFigures<Budget extends BudgetOf<Measure>, Measure, Spending, More>(
  budget: Readonly<Record<string, Budget>>,
  spendingOf: (measure: Measure, currency: string) => Spending,
  more: (account: string, budget: Budget) => More & Pick<AccountFigures<Spending>, 'campaigns'>,
): readonly (AccountFigures<Spending> & More)[] {
  return Object.entries(budget).map(([account, figures]) => ({
    account,
    spending: Object.entries(figures.exposure ?? {}).map(([currency, measure]) =>
      spendingOf(measure, currency),
    ),
    noSpending: figures.exposure === null ? notCounted : nothingSpent,
    ...more(account, figures),
  }));
}

interface BudgetOf<Measure> {
  readonly exposure: Readonly<Record<string, Measure>> | null;
}
