import type { AccountLimits } from '../../../../src/schemas/desired.ts';
import type { Value, Values } from '../../../../src/schemas/values.ts';
import { type Commitment, recountCommitment } from './recount-commitment.ts';
import type { Plain } from './whole-platform.ts';

/** The figures of an account by the judge's own count; micro units a day by currency. */
export interface Recount {
  /** By what the account's limit counts. */
  readonly campaigns: Readonly<Record<AccountLimits['count'], number>>;
  readonly activeItems: number;
  readonly highest: Readonly<Record<string, number>>;
  readonly today: Readonly<Record<string, number>>;
  readonly uncapped: Readonly<Record<string, number>>;
  readonly committed: Readonly<Record<string, Commitment>>;
  /** The days on which a sum changes, in milliseconds since 1970, in no order; today is among them. */
  readonly days: readonly number[];
  /** The sum of a day in a currency, of the records that count: all unless given. */
  readonly onDay: (day: number, currency: string, counts?: (id: string) => boolean) => number;
  /** How many can spend on a day in a currency without a daily budget. */
  readonly uncappedOn: (day: number, currency: string) => number;
}

const dayMs = 86_400_000;
type Records = ReadonlyMap<string, Plain>;
interface Flight {
  readonly start: number;
  readonly end: number;
}

const always: Flight = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** A thing that spends by itself: its daily budget, none if it is null, and when. */
interface Spender {
  readonly id: string;
  readonly currency: string;
  readonly daily: Value;
  readonly flights: readonly Flight[];
}

/** Counts everything anew from plain records, at a time in milliseconds since 1970. */
export function recountFigures(records: Records, now: number): Recount {
  const all = [...records.values()];
  const active = all.filter(
    ({ kind, fields }) => kind === 'campaign' && fields['entity_status'] === 'ACTIVE',
  );
  const itemsOf = Map.groupBy(
    all.filter(({ kind }) => kind === 'line_item'),
    ({ fields }) => fields['campaign_id'],
  );
  const spenders = active.flatMap(({ id, fields }) => spendersOf({ id, fields }, itemsOf.get(id) ?? []));
  const today = Math.floor(now / dayMs) * dayMs;
  const edges = spenders.flatMap(({ flights }) => flights.flatMap(({ start, end }) => [start, end]));
  // The sum changes on days on which a flight begins, and after those on which one ends.
  const days = [...new Set([today, ...edges.filter(Number.isFinite).flatMap((edge) => [edge, edge + dayMs])])]
    .map((time) => Math.floor(time / dayMs) * dayMs)
    .filter((day) => day >= today);
  const currencies = [...new Set(spenders.map(({ currency }) => currency))];
  const sumOn: Recount['onDay'] = (day, currency, counts = () => true) =>
    spenders
      .filter(
        (each) =>
          counts(each.id) &&
          each.currency === currency &&
          each.flights.some((flight) => touches(flight, day, now)),
      )
      .reduce((sum, { daily }) => sum + (typeof daily === 'number' ? daily : 0), 0);
  const byCurrency = (count: (currency: string) => number): Readonly<Record<string, number>> =>
    Object.fromEntries(currencies.map((currency) => [currency, count(currency)]));
  return {
    campaigns: { active: active.length, not_deleted: all.filter(({ kind }) => kind === 'campaign').length },
    activeItems: all.filter(
      ({ kind, fields }) => kind === 'line_item' && fields['entity_status'] === 'ACTIVE',
    ).length,
    committed: recountCommitment(
      active.map(({ id, fields }) => ({ id, fields, items: (itemsOf.get(id) ?? []).map(fieldsOf) })),
      now,
    ),
    days,
    onDay: sumOn,
    uncappedOn: (day, currency) =>
      spenders.filter(
        (each) =>
          each.currency === currency &&
          typeof each.daily !== 'number' &&
          each.flights.some((flight) => touches(flight, day, now)),
      ).length,
    highest: byCurrency((currency) => Math.max(0, ...days.map((day) => sumOn(day, currency)))),
    today: byCurrency((currency) => sumOn(today, currency)),
    uncapped: byCurrency(
      (currency) =>
        spenders.filter(
          (each) =>
            each.currency === currency &&
            typeof each.daily !== 'number' &&
            each.flights.some(({ start, end }) => end > now && end > start),
        ).length,
    ),
  };
}

function fieldsOf({ fields }: Plain): Values {
  return fields;
}

type Spending = Pick<Plain, 'id' | 'fields'>;

function spendersOf(campaign: Spending, items: readonly Spending[]): readonly Spender[] {
  const flights = items.map(({ fields }) => flightOf(fields));
  if (campaign.fields['budget_optimization'] === 'LINE_ITEM')
    return items
      .filter(({ fields }) => fields['entity_status'] === 'ACTIVE')
      .map((item) => spender(campaign, item, [flightOf(item.fields)]));
  return [spender(campaign, campaign, items.length === 0 ? [always] : flights)];
}

function spender(campaign: Spending, { id, fields: own }: Spending, flights: readonly Flight[]): Spender {
  const currency = campaign.fields['currency'];
  return {
    id,
    currency: typeof currency === 'string' ? currency : '',
    daily: own['daily_budget_amount_local_micro'] ?? null,
    flights,
  };
}

function flightOf({ start_time: start, end_time: end }: Values): Flight {
  return {
    start: typeof start === 'string' ? Date.parse(start) : always.start,
    end: typeof end === 'string' ? Date.parse(end) : always.end,
  };
}

/** Whether a flight that is not over touches the 24 hours of a day. */
function touches({ start, end }: Flight, day: number, now: number): boolean {
  return end > now && start < end && start < day + dayMs && end > day;
}

/** How many targeting criteria each line item has, by its id. */
export function criteriaByItem(records: Records): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const { kind, fields } of records.values()) {
    if (kind !== 'targeting_criterion') continue;
    const item = fields['line_item_id'] ?? null;
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}
