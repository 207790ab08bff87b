import { countedBy } from '../../schemas/active-limits.ts';
import type { AccountLimits } from '../../schemas/desired.ts';
import type { Activation } from '../../schemas/kind/spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { DaySpan } from './days.ts';

/** What can be spent on each of some days: an amount in micro units a day, or a number of things; negative for a difference. */
export interface DailySpending {
  readonly currency: string;
  readonly daily: number;
  readonly days: DaySpan;
}

/** What is bounded at every moment, for one resource, for an account, or as the difference that an operation makes. */
export interface Load {
  /** `active_campaigns`, `line_items`, and `uncapped USD`: things that can spend without a daily budget. */
  readonly counts: ReadonlyMap<string, number>;
  readonly spending: readonly DailySpending[];
  /** How many things can spend without a daily budget on which days. */
  readonly unbounded: readonly DailySpending[];
}

export const noLoad: Load = { counts: new Map(), spending: [], unbounded: [] };

/** A resource as far as its load needs it. */
export interface Measured {
  readonly kind: string;
  readonly fields: Values;
  /** The parent's fields, where the parent is a resource that can be active itself. */
  readonly parent: Values | undefined;
  /** The days from now on on which it can spend while it is active: in order, without overlap. */
  readonly days: readonly DaySpan[];
}

/** What one existing resource adds to the load of its account (docs/guides/limits-and-money.md). */
export function loadOf(resource: Measured, limits: Pick<AccountLimits, 'count'>): Load {
  const { spending } = kindNamed(resource.kind);
  if (spending === undefined) return noLoad;
  const counts = new Map<string, number>();
  if (isCounted(spending.activation, resource.fields, limits)) counts.set(spending.activation.limit, 1);
  const exposure =
    resource.days.length === 0 ? undefined : spending.exposure(resource.fields, resource.parent);
  if (exposure === undefined) return { counts, spending: [], unbounded: [] };
  const { currency, daily } = exposure;
  const eachDay = (amount: number): readonly DailySpending[] =>
    resource.days.map((days) => ({ currency, daily: amount, days }));
  if (typeof daily === 'number') return { counts, spending: eachDay(daily), unbounded: [] };
  return { counts: counts.set(`uncapped ${currency}`, 1), spending: [], unbounded: eachDay(1) };
}

function isCounted(activation: Activation, fields: Values, limits: Pick<AccountLimits, 'count'>): boolean {
  return countedBy(activation, limits) === 'not_deleted' || fields[activation.field] === activation.active;
}

/** The sum of several loads, each times its sign; what cancels out is left out. */
export function sumLoads(parts: Iterable<readonly [Load, 1 | -1]>): Load {
  const counts = new Map<string, number>();
  const spending: Daily = new Map();
  const unbounded: Daily = new Map();
  for (const [load, sign] of parts) {
    for (const [name, amount] of load.counts) counts.set(name, (counts.get(name) ?? 0) + sign * amount);
    for (const each of load.spending) addDaily(spending, each, sign);
    for (const each of load.unbounded) addDaily(unbounded, each, sign);
  }
  return {
    counts: new Map([...counts].filter(([, amount]) => amount !== 0)),
    spending: leftOf(spending),
    unbounded: leftOf(unbounded),
  };
}

/** By currency and days. */
type Daily = Map<string, DailySpending>;

function addDaily(sums: Daily, each: DailySpending, sign: 1 | -1): void {
  const key = `${each.currency} ${each.days.from} ${each.days.to}`;
  sums.set(key, { ...each, daily: (sums.get(key)?.daily ?? 0) + sign * each.daily });
}

function leftOf(sums: Daily): readonly DailySpending[] {
  return [...sums.values()].filter(({ daily }) => daily !== 0);
}

/** The currencies of several loads, in alphabetical order. */
export function currenciesIn(loads: readonly Load[]): readonly string[] {
  const found = loads.flatMap(({ counts, spending }) => [
    ...[...counts.keys()].flatMap((name) => /^uncapped (.*)$/.exec(name)?.[1] ?? []),
    ...spending.map(({ currency }) => currency),
  ]);
  return [...new Set(found)].sort();
}

/** What can be spent in a currency changes by so much on each of some days, which do not overlap; none is 0. */
export function changesByDay(
  spending: readonly DailySpending[],
): readonly (DaySpan & { readonly daily: number })[] {
  const [only, second] = spending;
  if (only === undefined) return [];
  if (second === undefined) return [{ ...only.days, daily: only.daily }];
  const changes = new Map<number, number>();
  const add = (day: number, amount: number): void => void changes.set(day, (changes.get(day) ?? 0) + amount);
  for (const { daily, days } of spending) {
    add(days.from, daily);
    add(days.to, -daily);
  }
  const borders = [...changes].sort(([a], [b]) => a - b);
  let daily = 0;
  return borders.flatMap(([from, change], index) => {
    daily += change;
    const to = borders[index + 1]?.[0];
    return to === undefined || daily === 0 ? [] : [{ from, to, daily }];
  });
}
