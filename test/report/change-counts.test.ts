import { expect, test } from 'vitest';
import { changeCountsText } from '../../src/report/change-counts.ts';
import type { Change } from '../../src/schemas/plan.ts';
import { change, planOf } from './sample-plan.ts';

const active = { entity_status: 'ACTIVE' };
const paused = { entity_status: 'PAUSED' };
let count = 0;

function campaign(action: Change['action'], part: Partial<Change> = {}): Change {
  count += 1;
  return change({ address: `acme/campaigns/c${count}`, kind: 'campaign', action, ...part });
}

const flip = (before: Change['before'], after: Change['after'], more: Change['after'] = {}): Change =>
  campaign('update', { before, after: { ...after, ...more } });

test.each<[readonly Change[], string]>([
  [
    [campaign('create', { after: active }), campaign('create', { after: paused })],
    '2 to create (1 of them activated)',
  ],
  [[campaign('create', { after: paused })], '1 to create'],
  [[flip(active, paused), flip(active, paused), flip(paused, active)], '2 to pause, 1 to activate'],
  [
    [flip(active, paused, { name: 'x' }), flip(paused, active, { name: 'x' }), campaign('update')],
    '3 to update (1 of them paused, 1 of them activated)',
  ],
  [
    [campaign('move', { moved_from: 'a' }), campaign('update', { moved_from: 'b' }), campaign('update')],
    '2 to update, 2 to move',
  ],
  [[], ''],
])('%#: every change is counted by what it does', (changes, expected) => {
  expect(changeCountsText(planOf(changes))).toBe(expected);
});
