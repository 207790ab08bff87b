import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gathered } from '../../support/gathered.ts';
import { createWorld, realClock, type World } from '../../support/world.ts';
import {
  accountId,
  buildPlan,
  campaign,
  createCampaigns,
  type OperationSpec,
  type StepSpec,
} from './build-plan.ts';
import { runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

const evergreen = { address: 'acme/campaigns/e', id: '8zva0' } as const;

/** Time enough on a busy machine, and waits that take none. */
const unhurried = {
  timeoutMs: 10_000,
  clock: { ...realClock, sleep: async () => await Promise.resolve() },
};

/** What the journal tells became of each request. */
async function results(): Promise<readonly string[]> {
  const records = await gathered(world.store.history());
  return records.flatMap((record) => (record.kind === 'outcome' ? [record.result] : []));
}

test.each<readonly [string, Partial<StepSpec>, object]>([
  ['a batch', {}, { data: [{ id: evergreen.id }] }],
  ['a single write', { single: true }, { data: { id: evergreen.id } }],
])('an intent is not older than the answer before it: %s', async (_title, more, body) => {
  const answeredAt = new Date(Date.now() + 600_000).toUTCString();
  const rename = (name: string): StepSpec => ({
    kind: 'campaign',
    operations: [{ type: 'Update', ...evergreen, params: { name } }],
    ...more,
  });
  const plan = buildPlan([rename('x'), { ...rename('y'), after: [1] }]);
  const method = plan.steps[0]?.method;
  await world.faults({
    method,
    nth: [1],
    effect: 'status',
    status: 200,
    headers: { date: answeredAt },
    body,
  });

  const { result } = await runPlan(world, plan, unhurried);

  expect(result.exitCode).toBe(0);
  const records = await gathered(world.store.history());
  const times = records.flatMap((record) => (record.kind === 'intent' ? [record.intent.at] : []));
  expect(times.map((at) => at >= Date.parse(answeredAt))).toEqual([false, true]);
});

describe('an answer to a single write', () => {
  const settings: OperationSpec = {
    type: 'Update',
    address: 'acme/tax_settings',
    id: accountId,
    params: { tax_category: 'INDIVIDUAL' },
  };
  const item: OperationSpec = { type: 'Delete', address: 'acme/campaigns/e/line_items/i', id: '6zva' };

  test.each([
    ['settings without an id', 'tax_settings', settings],
    ['nothing of a deleted record, not even what it stands below', 'line_item', item],
  ])('that shows %s is taken at its word', async (_title, kind, operation) => {
    await world.faults({ method: 'DELETE', effect: 'status', status: 200, body: { data: {} } });
    const plan = buildPlan([{ kind, single: true, operations: [operation] }]);

    await runPlan(world, plan, unhurried);

    expect(await results()).toEqual(['applied']);
    expect((await world.requests()).at(-1)?.method).toBe(plan.steps[0]?.method);
  });

  test('that shows another record than the deleted one is not believed', async () => {
    await world.faults({
      method: 'DELETE',
      nth: [1],
      effect: 'status',
      status: 200,
      body: { data: { id: 'other' } },
    });
    const plan = buildPlan([
      { kind: 'campaign', single: true, operations: [{ type: 'Delete', ...evergreen }] },
    ]);

    await runPlan(world, plan, unhurried);

    expect(await results()).toEqual(['absent', 'applied']);
    expect(await world.requests('DELETE')).toHaveLength(2);
    expect(await world.dump('campaigns')).toEqual([]);
  });
});

test.each([
  ['that was there before', '8zva0'],
  ['with an id of a megabyte', 'x'.repeat(1_000_000)],
])('a creation that is answered with a record %s: what was made is found by reading', async (_title, id) => {
  await world.faults({
    method: 'POST',
    nth: [1],
    effect: 'status',
    status: 200,
    body: { data: [{ ...campaign('a'), id }] },
  });
  const plan = buildPlan([createCampaigns(['a'])]);

  await runPlan(world, plan, unhurried);

  const { entries } = await world.snapshot();
  const made = (await world.dump('campaigns')).find(({ name }) => name === 'a');
  expect(entries.map((entry) => entry.id)).toEqual([made?.['id']]);
});
