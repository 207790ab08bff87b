import { expect, test } from 'vitest';
import { campaign, item, million, PlanWorld, refused } from '../../support/plan-world.ts';
import { bid } from '../../support/worlds/fields.ts';

const [sale, winter] = [campaign('sale'), campaign('winter')];
const [here, there] = [item('sale', 'clicks'), item('winter', 'clicks')];
const running = { name: 'Clicks', entity_status: 'ACTIVE', [bid]: 1.2 * million };

/** A line item that the document had under one campaign, and has under another, without `moved`. */
const pasted = (): PlanWorld =>
  new PlanWorld().ours(sale).ours(winter).dropped(here, running).declared(there, running);

const taking = `undo_drift ${there}: takes the place of ${here}:`;

test.each<readonly [string, PlanWorld, readonly string[]]>([
  ['as it was applied', pasted(), []],
  [
    'paused by somebody',
    pasted().outside(here, { entity_status: 'PAUSED' }),
    [`${taking} was paused outside adsync; applying would switch it on again`],
  ],
  [
    'with a bid that somebody lowered',
    pasted().outside(here, { [bid]: 0.4 * million }),
    [`${taking} bid_amount was lowered outside adsync to 0.40 USD; applying would raise it to 1.20 USD`],
  ],
  [
    'deleted by somebody',
    pasted().vanish(here),
    [`undo_drift ${there}: was ${here} and deleted outside adsync; applying would create it again`],
  ],
  [
    'under another name',
    pasted().edit(there, { name: 'Other' }).outside(here, { entity_status: 'PAUSED' }),
    [],
  ],
  [
    'paused by somebody, and the campaign goes while the other one stays',
    pasted().without(sale).outside(here, { entity_status: 'PAUSED' }),
    [`${taking} was paused outside adsync; applying would switch it on again`],
  ],
])('a line item that is cut out of one campaign and pasted into another: %s', (_how, world, expected) => {
  expect(refused(world.plan()).filter((line) => line.startsWith('undo_drift'))).toEqual(expected);
});

test('a line item of a campaign that goes has nothing to do with one of the same name in a new campaign', () => {
  const world = new PlanWorld()
    .dropped(sale)
    .dropped(here, running)
    .outside(here, { entity_status: 'PAUSED' })
    .declared(winter)
    .declared(there, running);

  expect(refused(world.plan())).toEqual([]);
});
