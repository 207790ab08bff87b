import { type Bench, createBench } from './harness.ts';

const account = '18ce54d4x5t';

/** Fields of a campaign of somebody else in the first account, as the platform names them; ACTIVE. */
export function campaignOf(id: string, fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    id,
    account_id: account,
    funding_instrument_id: 'hxtet',
    name: `Of others ${id}`,
    entity_status: 'ACTIVE',
    daily_budget_amount_local_micro: 7_000_000,
    ...fields,
  };
}

/** The same of a line item, PAUSED, beneath a campaign. */
export function lineItemOf(
  id: string,
  campaignId: unknown,
  fields: Readonly<Record<string, unknown>> = {},
): object {
  return {
    id,
    account_id: account,
    campaign_id: campaignId,
    name: `Of others ${id}`,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    entity_status: 'PAUSED',
    start_time: '2026-12-01T00:00:00Z',
    end_time: '2026-12-31T00:00:00Z',
    daily_budget_amount_local_micro: 3_000_000,
    bid_amount_local_micro: 1_000_000,
    ...fields,
  };
}

/** A bench with what other people do in its first account. */
export interface BenchWithOthers extends Bench {
  seed(records: Readonly<Record<string, readonly object[]>>): Promise<void>;
  /** Changes a record that has a name, or an id. */
  outside(collection: string, name: string, set: Readonly<Record<string, unknown>>): Promise<void>;
  idOf(collection: string, name: string): Promise<string>;
  /** Requests that `work` made the program write. */
  writesOf(work: () => Promise<unknown>): Promise<readonly string[]>;
}

/** A bench with a document, on which records of others exist already. */
export async function benchWithOthers(
  document: string,
  others: Readonly<Record<string, readonly object[]>> = {},
): Promise<BenchWithOthers> {
  const bench = await createBench(document);
  const idOf = async (collection: string, name: string): Promise<string> => {
    const found = (await bench.records(collection)).find((one) => one['name'] === name || one['id'] === name);
    if (typeof found?.['id'] !== 'string') throw new RangeError(`there is no ${name} in ${collection}`);
    return found['id'];
  };
  const seed: BenchWithOthers['seed'] = async (records) =>
    void (await bench.control('POST', 'seed', records));
  await seed(others);
  return {
    ...bench,
    idOf,
    seed,
    outside: async (collection, name, set) => {
      const id = await idOf(collection, name);
      await bench.control('POST', 'mutate', [{ collection, id, set }]);
    },
    writesOf: async (work) => {
      const before = (await bench.writes()).length;
      await work();
      return (await bench.writes()).slice(before);
    },
  };
}
