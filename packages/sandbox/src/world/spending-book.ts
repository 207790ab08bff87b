import { RevertibleMap } from '../store/revertible-map.ts';
import type { Store } from '../store/store.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { CampaignFlights } from './campaign-flights.ts';
import { flightOf } from './flight.ts';
import { isActive, isSameShare, leavesBudgets, type Share, shareOf } from './spending.ts';
import { StepSum } from './step-sum.ts';

/** What can be spent in an account, by time: micro units a day in each currency, and things without a daily cap. */
export interface AccountSpending {
  readonly byCurrency: ReadonlyMap<string, StepSum>;
  readonly uncapped: StepSum;
}

const nothing: AccountSpending = { byCurrency: new Map(), uncapped: StepSum.zero };

/**
 * Keeps what can be spent in every account, change by change, so that no count walks the records.
 *
 * A campaign that budgets for itself adds its daily budget while any of its line items is in its flight, whatever their
 * status, and always where it has none. Where it leaves budgets to line items, each ACTIVE one adds its own during its
 * flight. All of it only while the campaign is ACTIVE.
 */
export class SpendingBook {
  readonly #store: Store;
  readonly #flights: RevertibleMap<CampaignFlights>;
  readonly #shares: RevertibleMap<Share>;
  readonly #accounts: RevertibleMap<AccountSpending>;

  constructor(store: Store) {
    this.#store = store;
    this.#flights = new RevertibleMap(store);
    this.#shares = new RevertibleMap(store);
    this.#accounts = new RevertibleMap(store);
  }

  of(accountId: string): AccountSpending {
    return this.#accounts.get(accountId) ?? nothing;
  }

  /** To be told of every change of a campaign, after it. */
  campaignChanged(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const { id } = after ?? before ?? { id: '' };
    this.#count('campaigns', id);
    if (!leavesBudgets(before) && !leavesBudgets(after)) return;
    for (const item of this.#store.in('line_items', 'campaign_id', id)) this.#count('line_items', item.id);
  }

  /** To be told of every change of a line item, after it. */
  lineItemChanged(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.#countFlight(before, -1);
    this.#countFlight(after, 1);
    for (const campaignId of new Set([before, after].flatMap(campaignIdOf)))
      this.#count('campaigns', campaignId);
    this.#count('line_items', (after ?? before)?.id ?? '');
  }

  #countFlight(item: StoredRecord | undefined, change: 1 | -1): void {
    if (item === undefined || isDeleted(item)) return;
    for (const campaignId of campaignIdOf(item)) {
      const flights = this.#flights.get(campaignId) ?? CampaignFlights.none;
      this.#flights.set(campaignId, flights.counting(flightOf(item), change));
    }
  }

  /** Takes out what a record added until now, and puts in what it adds as it stands. */
  #count(collection: 'campaigns' | 'line_items', id: string): void {
    const key = `${collection}/${id}`;
    const before = this.#shares.get(key);
    const after = collection === 'campaigns' ? this.#shareOfCampaign(id) : this.#shareOfLineItem(id);
    if (isSameShare(before, after)) return;
    if (before !== undefined) this.#book(before, -before.amount);
    if (after !== undefined) this.#book(after, after.amount);
    this.#shares.set(key, after);
  }

  #shareOfCampaign(id: string): Share | undefined {
    const campaign = this.#store.get('campaigns', id);
    if (!isActive(campaign) || leavesBudgets(campaign)) return undefined;
    return shareOf(campaign, (this.#flights.get(id) ?? CampaignFlights.none).union);
  }

  #shareOfLineItem(id: string): Share | undefined {
    const item = this.#store.get('line_items', id);
    if (!isActive(item)) return undefined;
    const campaign = this.#store.get('campaigns', textIn(item, 'campaign_id') ?? '');
    const flight = flightOf(item);
    const spends = isActive(campaign) && leavesBudgets(campaign) && flight !== undefined;
    return spends ? shareOf(item, [flight]) : undefined;
  }

  #book({ accountId, currency, spans }: Share, amount: bigint): void {
    const { byCurrency, uncapped } = this.of(accountId);
    const added = (sum: StepSum): StepSum => spans.reduce((total, span) => total.plus(span, amount), sum);
    this.#accounts.set(
      accountId,
      currency === undefined
        ? { byCurrency, uncapped: added(uncapped) }
        : {
            byCurrency: new Map(byCurrency).set(currency, added(byCurrency.get(currency) ?? StepSum.zero)),
            uncapped,
          },
    );
  }
}

function campaignIdOf(item: StoredRecord | undefined): readonly string[] {
  const id = item === undefined ? null : textIn(item, 'campaign_id');
  return id === null ? [] : [id];
}
