import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, tag } from '../../support/plan-world.ts';

const sale = campaign('sale');
const twin = { address: sale, own_id: 'sale', kind: 'campaign', id: 'second' };

/** A campaign of ours, and another record of its name. */
function doubled(): PlanWorld {
  return new PlanWorld().ours(sale).foreign('campaign', 'second', { name: 'sale' });
}

test('a record that nobody declares, with the natural key of one of ours, is a twin of that', () => {
  expect(doubled().plan().twins).toEqual([twin]);
  expect(doubled().drift().twins).toEqual([twin]);
});

test('a twin changes neither what is done nor whether all is in sync', () => {
  const [with_, without] = [doubled(), new PlanWorld().ours(sale)].map((world) => world.plan());

  expect(with_?.effect).toBe(without?.effect);
  expect(with_?.violations).toEqual([]);
  expect(doubled().drift().in_sync).toBe(true);
});

test('so is one beneath a parent that is ours', () => {
  const [line, pixel] = [item('sale', 'a'), tag('sale', 'a', 'x')];
  const { twins } = new PlanWorld()
    .ours(sale)
    .ours(line)
    .ours(pixel)
    .foreign('tracking_tag', 'second', {
      line_item_id: 'sale.a',
      tracking_tag_type: 'IMPRESSION_TAG',
      tracking_tag_url: 'https://example.com/x',
    })
    .plan();

  expect(twins).toEqual([{ address: pixel, own_id: 'sale.a.x', kind: 'tracking_tag', id: 'second' }]);
});

test.each([
  ['has another name', new PlanWorld().ours(sale).foreign('campaign', 'second', { name: 'Sale' })],
  [
    'is in another account',
    new PlanWorld().ours(sale).foreign('campaign', 'second', { name: 'sale' }, 'beta'),
  ],
  ['is of a kind without natural keys', new PlanWorld().ours(sale).foreign('account_media', 'second')],
  ['is ours as well', new PlanWorld().ours(sale).ours(campaign('second'), { name: 'sale' })],
  [
    'equals one that somebody deleted',
    doubled().foreign('campaign', 'third', { name: 'third' }).vanish(sale),
  ],
  ['equals one that is only referred to', doubled().remember(sale, { origin: 'external' })],
  [
    'is beside one of ours without a natural key',
    new PlanWorld().ours('acme/account_media/m').foreign('account_media', 'n'),
  ],
  [
    'equals one that nobody owns',
    new PlanWorld().foreign('campaign', 'a').foreign('campaign', 'b', { name: 'a' }),
  ],
])('what %s is none', (_title, world) => {
  expect(world.plan()).not.toHaveProperty('twins');
  expect(world.drift()).not.toHaveProperty('twins');
});
