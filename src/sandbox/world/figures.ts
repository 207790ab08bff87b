import type { Store } from '../store/store.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { longIn, textIn } from '../value.ts';
import { BareWatch } from './bare-watch.ts';

/** What counts in an account at one moment. Amounts are micro units a day, by currency. */
export interface Figures {
  readonly activeCampaigns: number;
  readonly campaigns: number;
  readonly activeLineItems: number;
  readonly exposure: ReadonlyMap<string, bigint>;
  readonly uncapped: number;
}

export const noFigures: Figures = {
  activeCampaigns: 0,
  campaigns: 0,
  activeLineItems: 0,
  exposure: new Map(),
  uncapped: 0,
};

/**
 * Keeps the figures of every account and their peaks, change by change, so that no count walks the records.
 *
 * Exposure is the daily budgets of ACTIVE campaigns that budget for themselves, plus those of ACTIVE line items under
 * ACTIVE campaigns that leave budgets to them; ACTIVE things without a daily budget count as uncapped.
 */
export class FigureKeeper {
  readonly #store: Store;
  readonly #now = new Map<string, Figures>();
  readonly #peaks = new Map<string, Figures>();
  readonly #bare: BareWatch;

  constructor(store: Store) {
    this.#store = store;
    this.#bare = new BareWatch(store);
    store.onChange((collection, before, after) => this.#follow(collection, before, after));
  }

  of(accountId: string): Figures {
    return this.#now.get(accountId) ?? noFigures;
  }

  /** The highest figures of each account since the last `forgetPeaks`. */
  get peaks(): ReadonlyMap<string, Figures> {
    return this.#peaks;
  }

  /** How often a running line item lost its last targeting criterion since the last `forgetPeaks`. */
  untargeted(accountId: string): number {
    return this.#bare.count(accountId);
  }

  /** From here on, peaks start at what stands now. */
  forgetPeaks(): void {
    this.#bare.forget();
    this.#peaks.clear();
    for (const [accountId, figures] of this.#now) this.#peaks.set(accountId, figures);
  }

  #follow(collection: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (collection !== 'campaigns' && collection !== 'line_items') return;
    const accountId = textIn(after ?? before ?? {}, 'account_id') ?? '';
    const share = (record: StoredRecord): Figures =>
      collection === 'campaigns' ? this.#ofCampaign(record) : this.#ofLineItem(record);
    const removed = before === undefined ? noFigures : share(before);
    const added = after === undefined ? noFigures : share(after);
    const figures = add(subtract(this.of(accountId), removed), added);
    const peak = highest(this.#peaks.get(accountId) ?? noFigures, figures);
    this.#set(this.#now, accountId, figures);
    this.#set(this.#peaks, accountId, peak);
  }

  #set(figures: Map<string, Figures>, accountId: string, value: Figures): void {
    const before = figures.get(accountId);
    figures.set(accountId, value);
    this.#store.undoWith(() => {
      if (before === undefined) figures.delete(accountId);
      else figures.set(accountId, before);
    });
  }

  #ofCampaign(campaign: StoredRecord): Figures {
    const counted = isDeleted(campaign) ? noFigures : { ...noFigures, campaigns: 1 };
    if (!isActive(campaign)) return counted;
    const own = { ...counted, activeCampaigns: 1 };
    if (!leavesBudgets(campaign)) return add(own, spending(campaign));
    let sum: Figures = own;
    for (const item of this.#store.in('line_items', 'campaign_id', campaign.id)) {
      if (isActive(item)) sum = add(sum, spending(item));
    }
    return sum;
  }

  #ofLineItem(item: StoredRecord): Figures {
    if (!isActive(item)) return noFigures;
    const counted = { ...noFigures, activeLineItems: 1 };
    const campaign = this.#store.get('campaigns', textIn(item, 'campaign_id') ?? '');
    const spends = campaign !== undefined && isActive(campaign) && leavesBudgets(campaign);
    return spends ? add(counted, spending(item)) : counted;
  }
}

function isActive(record: StoredRecord): boolean {
  return record['entity_status'] === 'ACTIVE' && !isDeleted(record);
}

function leavesBudgets(campaign: StoredRecord): boolean {
  return campaign['budget_optimization'] === 'LINE_ITEM';
}

function spending(record: StoredRecord): Figures {
  const daily = longIn(record, 'daily_budget_amount_local_micro');
  if (daily === null) return { ...noFigures, uncapped: 1 };
  return { ...noFigures, exposure: new Map([[textIn(record, 'currency') ?? '', daily]]) };
}

function add(a: Figures, b: Figures): Figures {
  return combine(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

function subtract(a: Figures, b: Figures): Figures {
  return combine(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  );
}

function highest(a: Figures, b: Figures): Figures {
  return combine(a, b, Math.max, (x, y) => (x > y ? x : y));
}

function combine(
  a: Figures,
  b: Figures,
  counts: (x: number, y: number) => number,
  amounts: (x: bigint, y: bigint) => bigint,
): Figures {
  const exposure = new Map(a.exposure);
  for (const [currency, amount] of b.exposure)
    exposure.set(currency, amounts(exposure.get(currency) ?? 0n, amount));
  return {
    activeCampaigns: counts(a.activeCampaigns, b.activeCampaigns),
    campaigns: counts(a.campaigns, b.campaigns),
    activeLineItems: counts(a.activeLineItems, b.activeLineItems),
    exposure,
    uncapped: counts(a.uncapped, b.uncapped),
  };
}
