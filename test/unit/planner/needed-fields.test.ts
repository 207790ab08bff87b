import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, refused } from '../../support/plan-world.ts';

const clicks = item('sale', 'clicks');
const sale = (): PlanWorld => new PlanWorld().ours(campaign('sale'));

test('a null where the live record has no value either is not sent with what changes beside it', () => {
  const world = sale().ours(clicks, { end_time: null }).edit(clicks, { name: 'renamed' });

  const plan = world.plan();

  expect(refused(plan)).toEqual([]);
  expect(plan.changes.map(({ address, after }) => [address, after])).toEqual([[clicks, { name: 'renamed' }]]);
});

test.each([
  [
    'for a new record',
    sale().declared(clicks, { end_time: null }),
    'would be made anew, and a new line item needs end_time: null declares one that has none',
  ],
  [
    'where the live record has a value',
    sale().ours(clicks).edit(clicks, { end_time: null }),
    'end_time cannot be unset, and is 2026-12-31T00:00:00Z on the platform',
  ],
])('a null %s is refused', (_title, world, message) => {
  expect(refused(world.plan())).toContain(`needed_field ${clicks}: ${message}`);
});
