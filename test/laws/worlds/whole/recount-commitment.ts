import type { Value, Values } from '../../../../src/schemas/values.ts';

/** The most that can still be spent in a currency, in micro units, and the first day after that in days since 1970. */
export interface Commitment {
  readonly amount: number;
  readonly until: number;
}

/** What spends by itself, on days from today on: `undefined` means every day. */
interface Part {
  readonly campaign: string;
  readonly currency: string;
  readonly daily: Value;
  readonly total: Value;
  readonly days: ReadonlySet<number> | undefined;
}

/** A campaign with its line items, by its id. */
export interface CampaignWithItems {
  readonly id: string;
  readonly fields: Values;
  readonly items: readonly Values[];
}

const dayMs = 86_400_000;
const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';

/** Counts by currency what active campaigns commit, day by day; `now` in milliseconds since 1970. */
export function recountCommitment(
  active: readonly CampaignWithItems[],
  now: number,
): Readonly<Record<string, Commitment>> {
  const totals = new Map(active.map(({ id, fields }) => [id, boundOf(fields[total] ?? null)]));
  const parts = active.flatMap((each) => partsOf(each, now)).filter((part) => mostOf(part) > 0);
  const byCurrency = Map.groupBy(parts, ({ currency }) => currency);
  const commitments = [...byCurrency].map(([currency, own]) => {
    const amounts = [...Map.groupBy(own, ({ campaign }) => campaign)].map(([id, ofCampaign]) =>
      Math.min(totals.get(id) ?? 0, sum(ofCampaign.map(mostOf))),
    );
    const until = Math.max(...own.map(({ days }) => (days === undefined ? endless : Math.max(...days) + 1)));
    return [currency, { amount: sum(amounts), until }] as const;
  });
  return Object.fromEntries(commitments);
}

const endless = Number.POSITIVE_INFINITY;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

function partsOf({ id, fields, items }: CampaignWithItems, now: number): readonly Part[] {
  const common = { campaign: id, currency: textOf(fields['currency']) };
  const partOf = (own: Values, days: Part['days']): Part => ({
    ...common,
    daily: own[daily] ?? null,
    total: own[total] ?? null,
    days,
  });
  if (fields['budget_optimization'] === 'LINE_ITEM')
    return items
      .filter((item) => item['entity_status'] === 'ACTIVE')
      .map((item) => partOf(item, daysOf(item, now)));
  const flights = items.map((item) => daysOf(item, now));
  if (flights.length === 0 || flights.includes(undefined)) return [partOf(fields, undefined)];
  return [partOf(fields, new Set(flights.flatMap((days) => [...(days ?? [])])))];
}

/** The days since 1970 that are left of a flight: each of which it touches, from today on; `undefined`: without end. */
function daysOf({ start_time: start, end_time: end }: Values, now: number): Part['days'] {
  if (typeof end !== 'string') return undefined;
  const last = Date.parse(end);
  const first = typeof start === 'string' ? Date.parse(start) : now;
  if (last <= now || last <= first) return new Set();
  const days = new Set<number>();
  for (let day = Math.floor(Math.max(first, now) / dayMs); day * dayMs < last; day += 1) days.add(day);
  return days;
}

/** What a part can spend, as far as its own budgets bound it. */
function mostOf({ daily: perDay, total: most, days }: Part): number {
  if (days?.size === 0) return 0;
  return Math.min(boundOf(most), days === undefined ? endless : boundOf(perDay) * days.size);
}

function boundOf(amount: Value): number {
  return typeof amount === 'number' ? amount : endless;
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
