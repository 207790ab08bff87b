import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveOpen } from '../../../src/appliers/resolve-open.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import type { Values } from '../../../src/schemas/values.ts';
import type { Lease } from '../../../src/state/store.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import { accountId, buildPlan, type OperationSpec } from './build-plan.ts';
import { runPlan, settleMs } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.control('PUT', '/limits', { creatives: { tweet_composer: 'implied' } });
  await world.mutate('promotable_users', 'l310s', { promotable_user_type: 'FULL' });
  const lease = await world.acquire();
  await lease.recordEntries(accountId, 'refresh', [regulars, evergreen], []);
});
afterEach(async () => {
  await world.close();
});

class Crash extends Error {}

/** A run whose process dies once a request was answered, or right before it was sent. */
async function crash(kind: string, operation: OperationSpec, before: 'request' | 'outcome'): Promise<void> {
  const lease = await world.acquire();
  const dying: Lease = {
    ...lease,
    recordIntent: async (intent) => {
      const number = await lease.recordIntent(intent);
      if (before === 'request') throw new Crash();
      return number;
    },
    recordOutcome: async () => {
      await Promise.resolve();
      throw new Crash();
    },
  };
  const plan = buildPlan([{ kind, single: true, operations: [operation] }]);
  // What is to be answered is sent also on a machine that is busy for a moment.
  const more = before === 'outcome' ? { timeoutMs: 500 } : {};
  await expect(runPlan(world, plan, { lease: dying, ...more })).rejects.toBeInstanceOf(Crash);
}

async function resume(): ReturnType<typeof resolveOpen> {
  const lease = await world.acquire();
  const snapshot = await world.snapshot();
  const common = { client: world.client, lease, clock: realClock, snapshot, settleMs };
  return await resolveOpen({ ...common, accountIds: [accountId], emit: () => undefined });
}

const item = 'acme/line_items/evergreen';
const external = {
  accountKey: 'acme',
  accountId,
  origin: 'external',
  declared: {},
  answered: {},
  file: 'campaigns.yaml',
  preventDestroy: false,
} as const;
const regulars = { ...external, address: 'acme/audiences/regulars', kind: 'custom_audience', id: '1nmth' };
const evergreen = { ...external, address: item, kind: 'line_item', id: '6zva' };
const author = '2417045708';

interface Made {
  readonly kind: string;
  readonly address: string;
  readonly params: Values;
  readonly collection: string;
}

const made: readonly Made[] = [
  {
    kind: 'targeting_criterion',
    address: `${item}/targeting/BROAD_KEYWORD:EQ:spring`,
    params: {
      line_item_id: '6zva',
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'spring',
      operator_type: 'EQ',
    },
    collection: 'targeting_criteria',
  },
  {
    kind: 'audience_permission',
    address: 'acme/audiences/regulars/shared_with/uk',
    params: { custom_audience_id: '1nmth', granted_account_id: '18ce5uk0000', permission_level: 'READ_ONLY' },
    collection: 'audience_permissions',
  },
  {
    kind: 'draft_post',
    address: 'acme/draft_posts/d',
    params: { as_user_id: author, text: 'It may be spring', name: 'Draft' },
    collection: 'draft_tweets',
  },
  {
    kind: 'media',
    address: 'acme/media/m',
    params: { media_key: '3_1191948012077099999', name: 'New leaf' },
    collection: 'media_library',
  },
  {
    kind: 'custom_audience',
    address: 'acme/audiences/buyers',
    params: { name: 'Buyers' },
    collection: 'custom_audiences',
  },
];

describe.each(made.map((each) => [each.kind, each] as const))(
  '%s',
  (_name, { kind, address, params, collection }) => {
    test('made by a run that died before it heard of it, is found again, and deleted the same way', async () => {
      const before = (await world.dump(collection)).length;
      await crash(kind, { type: 'Create', address, params }, 'outcome');

      const created = await resume();

      expect(created.resolved).toEqual([{ address, outcome: 'took effect' }]);
      const records = await world.dump(collection);
      expect(records.length).toBe(before + 1);
      const entry = created.snapshot.entries.find((each) => each.address === address);
      expect(records.map(({ id }) => id)).toContain(entry?.id);

      await crash(kind, { type: 'Delete', address, id: entry?.id ?? '' }, 'request');
      const kept = await resume();
      expect(kept.resolved).toEqual([{ address, outcome: 'did not take effect' }]);
      expect(kept.snapshot.entries).toContainEqual(entry);

      await crash(kind, { type: 'Delete', address, id: entry?.id ?? '' }, 'outcome');
      const gone = await resume();
      expect(gone.resolved).toEqual([{ address, outcome: 'took effect' }]);
      expect(gone.snapshot.entries).toEqual([regulars, evergreen]);
      expect((await world.dump(collection)).length).toBe(before);
    });

    test('never sent by a run that died, is known to be absent', async () => {
      await crash(kind, { type: 'Create', address, params }, 'request');

      const { resolved, snapshot } = await resume();

      expect(resolved).toEqual([{ address, outcome: 'did not take effect' }]);
      expect(snapshot).toMatchObject({ entries: [regulars, evergreen], openIntents: [] });
    });
  },
);

function madeOf(kind: string): Made {
  const found = made.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

test('two that fit below one parent are named, with the list that shows them', async () => {
  const { kind, address, params } = madeOf('audience_permission');
  await crash(kind, { type: 'Create', address, params }, 'outcome');
  const ours = (await world.dump('audience_permissions')).map(({ id }) => String(id));
  await world.seed({ audience_permissions: [{ id: 'twin', account_id: accountId, ...params }] });

  const error: unknown = await resume().catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: 'ADSYNC_OUTCOME_UNKNOWN' });
  const told = error instanceof AdsyncError ? (error.detail.lines ?? []) : [];
  expect(told.slice(1).toSorted()).toEqual(
    [...ours, 'twin']
      .map((id) => `candidate ${id}: GET /12/accounts/${accountId}/custom_audiences/1nmth/permissions`)
      .toSorted(),
  );
});

test('what stood below a record that is gone since is known to be absent', async () => {
  const { kind, address, params } = madeOf('audience_permission');
  await crash(kind, { type: 'Create', address, params }, 'outcome');
  await world.mutate('custom_audiences', '1nmth', 'remove');

  const { resolved } = await resume();

  expect(resolved).toEqual([{ address, outcome: 'did not take effect' }]);
});

test('settings of which nobody can tell otherwise are told by what they show', async () => {
  const address = 'acme/tax_settings';
  const params = { tax_category: 'INDIVIDUAL' };
  await crash('tax_settings', { type: 'Update', address, id: accountId, params }, 'outcome');

  const { resolved, snapshot } = await resume();

  expect(resolved).toEqual([{ address, outcome: 'took effect' }]);
  expect(snapshot.entries.find((entry) => entry.address === address)).toMatchObject({
    id: accountId,
    answered: params,
  });
});

test('members that a run that died had not pushed to the end are pushed by the next one', async () => {
  const address = 'acme/audiences/regulars/users';
  const operation: OperationSpec = { type: 'Update', address, params: { users: { digest: 'sha256:1' } } };
  const plan = buildPlan([{ kind: 'audience_members', single: true, operations: [operation] }]);
  const dying = async (): Promise<never> => {
    await Promise.resolve();
    throw new Crash();
  };
  await expect(runPlan(world, plan, { pushMembers: dying })).rejects.toBeInstanceOf(Crash);
  await world.control('PUT', '/clock', { advance_seconds: 3600 });

  const { resolved } = await resume();

  expect(resolved).toEqual([{ address, outcome: 'did not take effect' }]);
});
