import type { StoredRecord } from '../../../packages/sandbox/src/store/stored-record.ts';
import type { Intent } from '../../../src/schemas/state-entry.ts';
import { accountId, collectionOf, type Platform } from './platform.ts';
import type { Edit } from './trial.ts';

/** The others who work in the account by hand. */
export interface Others {
  act(edit: Edit): void;
  /** They take back the copies that they made of what is ours. */
  removeTwins(): void;
  /** Whether something was done that no reading can tell from what we do. */
  readonly madeTwins: boolean;
}

/** `open` gives the intents that are open. */
export function createOthers(platform: Platform, open: () => Iterable<Intent>): Others {
  const twins = new Map<string, string>();
  let started = 0;
  const act = (edit: Edit): void => {
    if (edit.what === 'start') {
      started += 1;
      const amount = Math.ceil(edit.pick * 20) * 1_000_000;
      platform.seed({ campaigns: [foreignCampaign(`started${started}`, amount)] });
      return;
    }
    if (edit.what === 'twin') {
      const copy = copyOfCreate([...open()], edit.pick);
      if (copy === undefined) return;
      const id = `0twin${twins.size}`;
      twins.set(id, copy.collection);
      platform.seed({ [copy.collection]: [{ ...copy.params, id, account_id: accountId }] });
      return;
    }
    change(platform, edit);
  };
  return {
    act,
    removeTwins: () => {
      for (const [id, collection] of twins) platform.change(collection, id, { deleted: true });
    },
    get madeTwins() {
      return twins.size > 0;
    },
  };
}

function foreignCampaign(id: string, amount: number): Record<string, unknown> {
  return {
    id,
    account_id: accountId,
    funding_instrument_id: 'fione',
    name: `foreign ${id}`,
    entity_status: 'ACTIVE',
    daily_budget_amount_local_micro: amount,
  };
}

function copyOfCreate(
  intents: readonly Intent[],
  pick: number,
): { readonly collection: string; readonly params: Intent['operations'][number]['params'] } | undefined {
  const creates = intents.flatMap(({ operations }) => operations).filter(({ type }) => type === 'Create');
  const create = creates[Math.floor(pick * creates.length)];
  const collection = collectionOf(create?.kind ?? '');
  return create === undefined || collection === undefined ? undefined : { collection, params: create.params };
}

function change(platform: Platform, edit: Edit): void {
  if (edit.what === 'delete') {
    remove(platform, edit.pick);
    return;
  }
  const { made } = platform.ledger;
  const campaigns = platform.live('campaigns');
  const ours = campaigns.filter(({ id }) => made.has(id));
  const budgeted = ours.filter((record) => typeof record['daily_budget_amount_local_micro'] !== 'object');
  const theirs = campaigns.filter(({ id }) => !made.has(id));
  const among = {
    cut: budgeted,
    raise: budgeted,
    pause: ours,
    activate: ours,
    stop: theirs,
    start: [],
    twin: [],
  };
  const from = among[edit.what];
  const chosen = from[Math.floor(edit.pick * from.length)];
  if (chosen !== undefined) platform.change('campaigns', chosen.id, fieldsSetBy(edit));
}

function fieldsSetBy({ what, pick }: Edit): Partial<StoredRecord> {
  if (what === 'cut') return { daily_budget_amount_local_micro: 500_000n };
  if (what === 'raise')
    return { daily_budget_amount_local_micro: BigInt(Math.ceil(pick * 20) + 20) * 1_000_000n };
  return { entity_status: what === 'activate' ? 'ACTIVE' : 'PAUSED' };
}

function remove(platform: Platform, pick: number): void {
  const ours = ['campaigns', 'line_items', 'tracking_tags'].flatMap((collection) =>
    platform
      .live(collection)
      .filter(({ id }) => platform.ledger.made.has(id))
      .map(({ id }) => ({ collection, id })),
  );
  const chosen = ours[Math.floor(pick * ours.length)];
  if (chosen !== undefined) platform.change(chosen.collection, chosen.id, { deleted: true });
}
