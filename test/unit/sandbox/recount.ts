import { z } from 'zod';

const thing = z.object({
  id: z.string(),
  deleted: z.boolean(),
  entity_status: z.string(),
  currency: z.string().nullable(),
  daily_budget_amount_local_micro: z.number().nullable(),
});
const campaignSchema = thing.extend({ budget_optimization: z.string() });
const lineItemSchema = thing.extend({
  campaign_id: z.string(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
});

/** What the recount reads of `GET /_sandbox/dump`. */
export const dumpSchema = z.object({
  campaigns: z.array(campaignSchema),
  line_items: z.array(lineItemSchema),
});

type Dump = z.infer<typeof dumpSchema>;
type LineItem = z.infer<typeof lineItemSchema>;

/** The figures of an account as the peaks name them. */
export interface Recounted {
  readonly active_campaigns: number;
  readonly campaigns: number;
  readonly active_line_items: number;
  readonly uncapped: number;
  readonly exposure: Readonly<Record<string, number>>;
  readonly today: Readonly<Record<string, number>>;
  readonly highest_on: Readonly<Record<string, string | null>>;
}

const dayMs = 86_400_000;

/** Counts everything anew, day by day, from all records of an account; `now` in milliseconds since 1970. */
export function recount(dump: Dump, now: number): Recounted {
  const things = spenders(dump);
  const days = daysFrom(dump, now);
  const currencies = [...new Set(things.flatMap(({ currency }) => currency ?? []))];
  const figures = currencies.map((currency) => {
    const sums = days.map((day) =>
      things
        .filter((each) => each.currency === currency && each.canSpendOn(day, now))
        .reduce((sum, { daily }) => sum + (daily ?? 0), 0),
    );
    const highest = Math.max(...sums);
    const first = days[sums.indexOf(highest)] ?? Number.NaN;
    const on = highest === 0 ? null : new Date(first).toISOString().slice(0, 10);
    return { currency, today: sums[0] ?? 0, highest, on };
  });
  return {
    active_campaigns: dump.campaigns.filter(isActive).length,
    campaigns: dump.campaigns.filter(({ deleted }) => !deleted).length,
    active_line_items: dump.line_items.filter(isActive).length,
    uncapped: things.filter(
      ({ daily, canSpendOn }) => daily === null && days.some((day) => canSpendOn(day, now)),
    ).length,
    exposure: Object.fromEntries(figures.map(({ currency, highest }) => [currency, highest])),
    today: Object.fromEntries(figures.map(({ currency, today }) => [currency, today])),
    highest_on: Object.fromEntries(figures.map(({ currency, on }) => [currency, on])),
  };
}

interface Spender {
  readonly currency: string | null;
  readonly daily: number | null;
  readonly canSpendOn: (day: number, now: number) => boolean;
}

function spenders({ campaigns, line_items: items }: Dump): readonly Spender[] {
  return campaigns.filter(isActive).flatMap((campaign): readonly Spender[] => {
    const own = items.filter((item) => item.campaign_id === campaign.id && !item.deleted);
    const { currency, daily_budget_amount_local_micro: daily } = campaign;
    if (campaign.budget_optimization !== 'LINE_ITEM')
      return [
        {
          currency,
          daily,
          canSpendOn: (day, now) => own.length === 0 || own.some((item) => canSpendOn(item, day, now)),
        },
      ];
    return own.filter(isActive).map((item) => ({
      currency: item.currency,
      daily: item.daily_budget_amount_local_micro,
      canSpendOn: (day, now) => canSpendOn(item, day, now),
    }));
  });
}

function isActive({ entity_status: status, deleted }: z.infer<typeof thing>): boolean {
  return status === 'ACTIVE' && !deleted;
}

/** Whether the flight, which is not over, touches the day that begins at this instant. */
function canSpendOn(item: LineItem, day: number, now: number): boolean {
  const { start, end } = flightOf(item);
  return start < end && end > now && start < day + dayMs && end > day;
}

function flightOf({ start_time: start, end_time: end }: LineItem): { start: number; end: number } {
  return {
    start: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start),
    end: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
  };
}

/** The beginning of every day from today on, up to one on which nothing changes any more. */
function daysFrom({ line_items: items }: Dump, now: number): readonly number[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const times = items.flatMap((item) => Object.values(flightOf(item)).filter(Number.isFinite));
  const last = Math.max(today, ...times) + dayMs;
  return Array.from({ length: Math.ceil((last - today) / dayMs) + 1 }, (_, index) => today + index * dayMs);
}
