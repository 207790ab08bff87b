import { expect, test } from 'vitest';
import { campaign, item, PlanWorld, refused, sent, told } from './plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');

/** A campaign that an earlier run paused on the way; the document does not say what its status is. */
function paused(): PlanWorld {
  return new PlanWorld()
    .ours(sale, {}, { lifecycle: { allowReplace: true } })
    .edit(sale, { entity_status: undefined })
    .remember(sale, { pausedOnTheWay: true });
}

test('what is made anew is switched on as the old one would have been', () => {
  const plan = paused().edit(sale, { funding_instrument_id: 'fi2' }).plan();

  expect(told(plan)).toEqual([`replace ${sale} (config)`]);
  expect(sent(plan).at(-1)).toBe(`claim: Update ${sale} ACTIVE`);
});

test('what a run could not finish beneath it comes first', () => {
  const plan = paused().declared(clicks).plan();

  expect(sent(plan)).toEqual([`neutral: Create ${clicks} PAUSED`, `claim: Update ${sale} ACTIVE`]);
  expect(refused(plan)).toEqual([]);
});

test('a part that leaves something of it out does not switch it on', () => {
  const { plan, stateChanges } = paused()
    .declared(clicks)
    .with({ excludes: [clicks] })
    .result();

  expect([plan.changes, stateChanges]).toEqual([[], []]);
});

test('drift does not tell it as somebody else’s change', () => {
  expect(paused().drift().resources).toMatchObject([{ address: sale, status: 'in_sync' }]);
});

test('what is declared no longer is not switched on before it goes', () => {
  expect(sent(paused().without(sale).plan())).toEqual([`neutral: Delete ${sale}`]);
});
