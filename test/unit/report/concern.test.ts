import { expect, test } from 'vitest';
import { concernOf, worryingChanges } from '../../../src/report/view/concern.ts';
import { change, planOf } from './sample-plan.ts';

const daily = 'daily_budget_amount_local_micro';
const bid = 'bid_amount_local_micro';
const campaign = { address: 'acme-us/campaigns/sale', kind: 'campaign' };
const item = { address: 'acme-us/campaigns/sale/line_items/clicks', kind: 'line_item' };

test.each([
  ['irreversible', change({ ...campaign, action: 'delete' })],
  ['irreversible', change({ ...campaign, action: 'replace', irreversible: true })],
  ['removal', change({ ...campaign, action: 'delete', irreversible: false })],
  ['replacement', change({ ...campaign, action: 'replace' })],
  ['spending', change({ ...campaign, action: 'update', before: { [daily]: 1 }, after: { [daily]: 2 } })],
  ['spending', change({ ...campaign, action: 'update', before: { [daily]: 1 }, after: { [daily]: null } })],
  ['spending', change({ ...item, action: 'update', before: { [bid]: 1 }, after: { [bid]: 2 } })],
  ['spending', change({ ...campaign, action: 'create', after: { entity_status: 'ACTIVE' } })],
  [
    'spending',
    change({
      ...campaign,
      action: 'update',
      before: { entity_status: 'PAUSED' },
      after: { entity_status: 'ACTIVE' },
    }),
  ],
  ['other', change({ ...campaign, action: 'update', before: { [daily]: 2 }, after: { [daily]: 1 } })],
  ['other', change({ ...campaign, action: 'update', before: { [daily]: null }, after: { [daily]: 1 } })],
  ['other', change({ ...campaign, action: 'update', before: { name: 'a' }, after: { name: 'b' } })],
  ['other', change({ ...campaign, action: 'create', after: { entity_status: 'PAUSED', [daily]: 5 } })],
  [
    'other',
    change({
      ...campaign,
      action: 'update',
      before: { entity_status: 'ACTIVE' },
      after: { entity_status: 'PAUSED' },
    }),
  ],
])('%s', (concern, one) => {
  expect(concernOf(one)).toBe(concern);
});

test('the worst first, and of what may spend more only the fields that do', () => {
  const raised = change({
    ...campaign,
    action: 'update',
    before: { name: 'a', [daily]: 1_000_000 },
    after: { name: 'b', [daily]: 2_000_000 },
  });
  const plan = planOf([change({ ...item, action: 'create' }), raised, change({ ...item, action: 'delete' })]);

  const worrying = worryingChanges(plan);

  expect(worrying.map(({ title }) => title)).toEqual(['Cannot be undone', 'May spend more']);
  expect(worrying[1]?.lines.map(({ name }) => name)).toEqual(['daily_budget']);
});
