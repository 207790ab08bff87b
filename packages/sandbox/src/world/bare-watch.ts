import type { Store } from '../store/store.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';

const criteria = 'targeting_criteria';

/**
 * Counts, per account, how often an ACTIVE line item under an ACTIVE campaign came to stand without targeting criteria
 * after it had some: it then runs for everybody. What is looked at is what stands after a whole request, since a batch
 * happens at once.
 */
export class BareWatch {
  readonly #store: Store;
  readonly #touched = new Set<string>();
  readonly #bare = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
    store.onChange((collection, before, after) => this.#follow(collection, before, after));
    store.onSettled(() => this.#look());
  }

  /** How often since the last `forget`. */
  count(accountId: string): number {
    return this.#counts.get(accountId) ?? 0;
  }

  forget(): void {
    this.#look();
    this.#counts.clear();
  }

  #follow(collection: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const record = after ?? before;
    if (record === undefined) return;
    if (collection === criteria) this.#touched.add(textIn(record, 'line_item_id') ?? '');
    if (collection === 'line_items') this.#touched.add(record.id);
    if (collection !== 'campaigns' || before === undefined || isActive(before) === isActive(after)) return;
    for (const item of this.#store.in('line_items', 'campaign_id', record.id)) this.#touched.add(item.id);
  }

  #look(): void {
    for (const itemId of this.#touched) {
      const item = this.#store.get('line_items', itemId);
      if (item === undefined || !this.#isBare(item)) this.#bare.delete(itemId);
      else if (!this.#bare.has(itemId)) {
        const accountId = textIn(item, 'account_id') ?? '';
        this.#bare.add(itemId);
        this.#counts.set(accountId, this.count(accountId) + 1);
      }
    }
    this.#touched.clear();
  }

  #isBare(item: StoredRecord): boolean {
    if (!isActive(item) || !isActive(this.#store.get('campaigns', textIn(item, 'campaign_id') ?? '')))
      return false;
    const all = [...this.#store.in(criteria, 'line_item_id', item.id)];
    return all.length > 0 && all.every(isDeleted);
  }
}

function isActive(record: StoredRecord | undefined): boolean {
  return record !== undefined && record['entity_status'] === 'ACTIVE' && !isDeleted(record);
}
