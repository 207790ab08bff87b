import { RevertibleMap } from '../store/revertible-map.ts';
import type { Store } from '../store/store.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { BareWatch } from './bare-watch.ts';
import type { Clock } from './clock.ts';
import { dayOf } from './flight.ts';
import { isActive } from './spending.ts';
import { SpendingBook } from './spending-book.ts';

/** How much there is in an account at one moment. */
export interface Counts {
  readonly activeCampaigns: number;
  readonly campaigns: number;
  readonly activeLineItems: number;
}

/** What counts in an account at one moment, from then on. Amounts are micro units a day, by currency. */
export interface Figures extends Counts {
  /** What can be spent on the highest day from now on. */
  readonly exposure: ReadonlyMap<string, bigint>;
  /** The first day that is the highest (`YYYY-MM-DD`); null where nothing can be spent. */
  readonly highestOn: ReadonlyMap<string, string | null>;
  /** What can be spent today. */
  readonly today: ReadonlyMap<string, bigint>;
  /** ACTIVE things without a daily budget that can spend on a day from now on. */
  readonly uncapped: number;
}

const noCounts: Counts = { activeCampaigns: 0, campaigns: 0, activeLineItems: 0 };

export const noFigures: Figures = {
  ...noCounts,
  exposure: new Map(),
  highestOn: new Map(),
  today: new Map(),
  uncapped: 0,
};

/** The highest of each figure so far, and the second (since 1970) at which it was last looked at. */
interface Peak {
  readonly figures: Figures;
  readonly second: number;
}

/** Keeps the figures of every account and their peaks, change by change, by the sandbox's clock. */
export class FigureKeeper {
  readonly #clock: Clock;
  readonly #spending: SpendingBook;
  readonly #counts: RevertibleMap<Counts>;
  readonly #peaks: RevertibleMap<Peak>;
  readonly #bare: BareWatch;

  constructor(store: Store, clock: Clock) {
    this.#clock = clock;
    this.#spending = new SpendingBook(store);
    this.#counts = new RevertibleMap(store);
    this.#peaks = new RevertibleMap(store);
    this.#bare = new BareWatch(store);
    store.onChange((collection, before, after) => this.#follow(collection, before, after));
  }

  /** How much there is in the account now. */
  counts(accountId: string): Counts {
    return this.#counts.get(accountId) ?? noCounts;
  }

  /** The figures of the account now, by the clock. */
  of(accountId: string): Figures {
    const second = this.#second();
    const { byCurrency, uncapped } = this.#spending.of(accountId);
    const days = [...byCurrency].map(([currency, sum]) => [currency, sum.from(second)] as const);
    return {
      ...this.counts(accountId),
      exposure: new Map(days.map(([currency, { highest }]) => [currency, highest])),
      highestOn: new Map(
        days.map(([currency, { highest, highestAt }]) => [currency, highest > 0n ? dayOf(highestAt) : null]),
      ),
      today: new Map(days.map(([currency, { now }]) => [currency, now])),
      uncapped: Number(uncapped.from(second).now),
    };
  }

  /** The highest figures of an account since the last `forgetPeaks`, each by itself. */
  peak(accountId: string): Figures {
    return this.#peaks.get(accountId)?.figures ?? noFigures;
  }

  /** How often a running line item lost its last targeting criterion since the last `forgetPeaks`. */
  untargeted(accountId: string): number {
    return this.#bare.count(accountId);
  }

  /** From here on, peaks start at what stands now. */
  forgetPeaks(): void {
    this.#bare.forget();
    const second = this.#second();
    for (const accountId of this.#counts.keys())
      this.#peaks.set(accountId, { figures: this.of(accountId), second });
  }

  #second(): number {
    return Math.floor(this.#clock.now() / 1000);
  }

  #follow(collection: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (collection === 'campaigns') this.#spending.campaignChanged(before, after);
    else if (collection === 'line_items') this.#spending.lineItemChanged(before, after);
    const spends = collection === 'campaigns' || collection === 'line_items';
    if (spends) {
      this.#count(collection, before, -1);
      this.#count(collection, after, 1);
    }
    const accounts = [before, after].map((record) => textIn(record ?? {}, 'account_id') ?? '');
    for (const accountId of new Set(accounts)) this.#look(accountId, spends);
  }

  #count(collection: 'campaigns' | 'line_items', record: StoredRecord | undefined, change: 1 | -1): void {
    if (record === undefined) return;
    const accountId = textIn(record, 'account_id') ?? '';
    const { activeCampaigns, campaigns, activeLineItems } = this.counts(accountId);
    const active = isActive(record) ? change : 0;
    this.#counts.set(
      accountId,
      collection === 'line_items'
        ? { activeCampaigns, campaigns, activeLineItems: activeLineItems + active }
        : {
            activeCampaigns: activeCampaigns + active,
            campaigns: campaigns + (isDeleted(record) ? 0 : change),
            activeLineItems,
          },
    );
  }

  /** Raises the peaks to what stands now. Where no spending changed, only time can have changed the figures. */
  #look(accountId: string, spends: boolean): void {
    const peak = this.#peaks.get(accountId);
    const second = this.#second();
    if (!spends && (peak === undefined || peak.second === second)) return;
    const figures = highest(peak?.figures ?? noFigures, this.of(accountId));
    this.#peaks.set(accountId, { figures, second });
  }
}

function highest(peak: Figures, now: Figures): Figures {
  return {
    activeCampaigns: Math.max(peak.activeCampaigns, now.activeCampaigns),
    campaigns: Math.max(peak.campaigns, now.campaigns),
    activeLineItems: Math.max(peak.activeLineItems, now.activeLineItems),
    exposure: highestAmounts(peak.exposure, now.exposure),
    highestOn: new Map(
      [...now.highestOn].map(([currency, day]) => {
        const isHigher = (now.exposure.get(currency) ?? 0n) > (peak.exposure.get(currency) ?? 0n);
        return [currency, isHigher ? day : (peak.highestOn.get(currency) ?? null)];
      }),
    ),
    today: highestAmounts(peak.today, now.today),
    uncapped: Math.max(peak.uncapped, now.uncapped),
  };
}

/** A currency that was seen once in an account stays, so that what stands now has all that the peak has. */
function highestAmounts(
  peak: ReadonlyMap<string, bigint>,
  now: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  return new Map(
    [...now].map(([currency, amount]) => {
      const before = peak.get(currency) ?? 0n;
      return [currency, amount > before ? amount : before];
    }),
  );
}
