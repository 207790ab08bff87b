import { expect, test } from 'vitest';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import { campaign, item, member, PlanWorld, refused, told } from '../../support/plan-world.ts';

const [sale, x] = [campaign('sale'), item('sale', 'x')];
const [age, gender] = [member('sale', 'x', 'AGE:EQ:AGE_OVER_25'), member('sale', 'x', 'GENDER:EQ:1')];
const active = { entity_status: 'ACTIVE' };

/** Somebody else's line item, in which the state knows targeting that the document does not declare any more. */
function targeted(status: string, more: Partial<StateEntry>, ...members: readonly string[]): PlanWorld {
  const world = new PlanWorld()
    .foreign('campaign', 'sale', active)
    .foreign('line_item', 'sale.x', { entity_status: status, campaign_id: 'sale' });
  for (const each of members) world.dropped(each, {}, more);
  return world;
}

test("targeting that was there before is let go where the line item is somebody else's", () => {
  const plan = targeted('ACTIVE', { origin: 'adopted' }, age, gender).plan();

  expect(told(plan)).toEqual([`forget ${age} (config)`, `forget ${gender} (config)`]);
  expect(refused(plan)).toEqual([]);
});

const stays = `no_targeting ${x}: would stay ACTIVE without any targeting, and reach everybody everywhere`;

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['of an ACTIVE line item, all of it', targeted('ACTIVE', {}, age, gender), [stays]],
  ['of a PAUSED one', targeted('PAUSED', {}, age, gender), []],
  [
    'beside some that somebody else made',
    targeted('ACTIVE', {}, age).foreign('targeting_criterion', 'theirs', {
      line_item_id: 'sale.x',
      targeting_type: 'GENDER',
      operator_type: 'EQ',
      targeting_value: '2',
    }),
    [],
  ],
  ['of one that was deleted', targeted('ACTIVE', {}, age).vanish(x), []],
  ['that goes with the line item', new PlanWorld().ours(sale).dropped(x, active).dropped(age), []],
])('the targeting that adsync made goes: %s', (_, world, expected) => {
  expect(refused(world.plan())).toEqual(expected);
});

test('what a plan to destroy deletes is declared, and needs no other reason', () => {
  const { changes } = new PlanWorld()
    .ours(sale)
    .ours('acme', { name: 'Acme' }, { id: '18ce54d4x5t' })
    .remember('acme', { origin: 'external' })
    .with({ command: 'destroy' })
    .plan();

  expect(changes.map(({ address, action, reason }) => [address, action, reason])).toEqual([
    [sale, 'delete', undefined],
    ['acme', 'forget', 'let go by the document'],
  ]);
});
