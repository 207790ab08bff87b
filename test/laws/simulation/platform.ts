import { adsSurface, answerAds } from '../../../packages/sandbox/src/api/ads.ts';
import { operationsByPath, type Route } from '../../../packages/sandbox/src/api/surface.ts';
import { addSeed, type SeedRecords, seedSchema } from '../../../packages/sandbox/src/control/seed.ts';
import type { Endpoint } from '../../../packages/sandbox/src/engine/endpoint.ts';
import { createState, type SandboxState } from '../../../packages/sandbox/src/state/sandbox-state.ts';
import { isDeleted, type StoredRecord } from '../../../packages/sandbox/src/store/stored-record.ts';
import type { PlatformRequest, Reply } from '../../../packages/sandbox/src/wire/platform-request.ts';
import { campaignFields, itemFields } from '../../support/worlds/fields.ts';
import { textOf } from './plain.ts';
import type { Trial } from './trial.ts';

export const accountId = '18ce54d4x5t';
export const credentials = {
  consumerKey: 'simulated-consumer',
  consumerSecret: 'simulated-consumer-secret',
  accessToken: '756201191646691328-simulated',
  accessTokenSecret: 'simulated-token-secret',
};

/** What the program made, and what it did to what is not its own. */
export interface Ledger {
  /** The collection of each record that a request of ours made, by id. */
  readonly made: Map<string, string>;
  /** Records that others made and a request of ours changed. */
  readonly touched: Set<string>;
}

/** The emulated platform, without a network around it. */
export interface Platform {
  readonly state: SandboxState;
  readonly ledger: Ledger;
  /** Answers a request of ours; `asOf` reads what was at that instant, in milliseconds since 1970. */
  answer(request: PlatformRequest): Reply;
  /** Every record of a collection that exists, and whose parents do. */
  live(collection: string): readonly StoredRecord[];
  get(collection: string, id: string): StoredRecord | undefined;
  /** What somebody else makes or changes. */
  seed(records: Readonly<Record<string, readonly Record<string, unknown>[]>>): void;
  change(collection: string, id: string, set: Partial<StoredRecord>): void;
}

const collections: Readonly<Record<string, string>> = {
  campaign: 'campaigns',
  line_item: 'line_items',
  tracking_tag: 'tracking_tags',
  targeting_criterion: 'targeting_criteria',
};

/** Where the platform keeps the records of a kind; `undefined` for kinds that are not simulated. */
export function collectionOf(kind: string): string | undefined {
  return collections[kind];
}

const routes = adsSurface('public', () => true)
  .mounts.filter(({ prefix }) => prefix === '/12')
  .flatMap((mount) => [...operationsByPath(mount)])
  .map(([path, operations]) => ({
    pattern: new RegExp(`^/12${path.replaceAll(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`),
    operations,
  }));

/** The operations at a path; the paths that are simulated have no literal where another has a parameter. */
function routeOf(path: string): Route<Endpoint> | undefined {
  for (const { pattern, operations } of routes) {
    const found = pattern.exec(path);
    if (found !== null) return { operations, path: { ...found.groups } };
  }
  return undefined;
}

const parents: Readonly<Record<string, readonly [field: string, collection: string]>> = {
  line_items: ['campaign_id', 'campaigns'],
  tracking_tags: ['line_item_id', 'line_items'],
  targeting_criteria: ['line_item_id', 'line_items'],
};

/** A platform with the trial's account and what others have there. */
export function createPlatform(trial: Pick<Trial, 'foreign' | 'batchCheck' | 'writesPerMinute'>): Platform {
  const state = createState({ seed: originOf() });
  const { store } = state.world;
  const perMinute = trial.writesPerMinute;
  state.world.limits = {
    ...state.world.limits,
    batch_check: trial.batchCheck,
    ...(perMinute !== undefined && { writes_per_minute: perMinute }),
  };
  store.remember(20_000);
  const ledger: Ledger = { made: new Map(), touched: new Set() };
  let ours = false;
  store.onChange((collection, before, after) => {
    if (!ours || after === undefined) return;
    if (before === undefined)
      note(
        () => ledger.made.set(after.id, collection),
        () => ledger.made.delete(after.id),
      );
    else if (!ledger.made.has(after.id))
      note(
        () => ledger.touched.add(after.id),
        () => ledger.touched.delete(after.id),
      );
  });
  const note = (todo: () => void, undo: () => void): void => {
    todo();
    store.undoWith(undo);
  };
  const exists = (collection: string, record: StoredRecord): boolean => {
    if (isDeleted(record)) return false;
    const [field, above] = parents[collection] ?? [];
    if (field === undefined || above === undefined) return true;
    const parent = store.get(above, textOf(record[field]));
    return parent !== undefined && exists(above, parent);
  };
  const seed: Platform['seed'] = (records) => void addSeed(state.world, seedSchema.parse(records));
  seed({
    campaigns: trial.foreign.map((spec) => ({
      id: idOf(spec.key),
      account_id: accountId,
      ...campaignFields(spec),
    })),
    line_items: trial.foreign.flatMap((spec) =>
      spec.items.map((item) => ({ account_id: accountId, campaign_id: idOf(spec.key), ...itemFields(item) })),
    ),
  });
  return {
    state,
    ledger,
    answer: (request) => {
      ours = true;
      try {
        state.world.due.letTimePass(state.world.clock.stamp());
        return answerAds(state, routeOf(request.path), request, { fault: null });
      } finally {
        ours = false;
      }
    },
    live: (collection) => [...store.all(collection)].filter((record) => exists(collection, record)),
    get: (collection, id) => store.get(collection, id),
    seed,
    change: (collection, id, set) => {
      const before = store.get(collection, id);
      if (before !== undefined)
        store.put(collection, { ...before, updated_at: state.world.clock.stamp(), ...set, id });
    },
  };
}

function idOf(key: string): string {
  return key.replace('-', '');
}

function originOf(): SeedRecords {
  const instrument = {
    account_id: accountId,
    currency: 'USD',
    type: 'CREDIT_CARD',
    start_time: '2026-01-01T00:00:00Z',
  };
  return {
    apps: [
      {
        id: '1',
        name: 'Simulation',
        consumer_key: credentials.consumerKey,
        consumer_secret: credentials.consumerSecret,
      },
    ],
    users: [
      {
        id: '756201191646691328',
        screen_name: 'acme_admin',
        access_token: credentials.accessToken,
        access_token_secret: credentials.accessTokenSecret,
        accounts: { [accountId]: ['ACCOUNT_ADMIN'] },
      },
    ],
    accounts: [{ id: accountId, name: 'Acme', timezone: 'America/Los_Angeles', industry_type: 'RETAIL' }],
    funding_instruments: [
      { id: 'fione', ...instrument },
      { id: 'fitwo', ...instrument, type: 'INSERTION_ORDER' },
    ],
  };
}
