import { expect, test } from 'vitest';
import { campaign } from '../../../src/schemas/kinds/campaign.ts';
import { fundingInstrument } from '../../../src/schemas/kinds/funding-instrument.ts';
import { lineItem } from '../../../src/schemas/kinds/line-item.ts';
import type { Values } from '../../../src/schemas/values.ts';

const million = 1_000_000;
const daily = 'daily_budget_amount_local_micro';
const on = { entity_status: 'ACTIVE', currency: 'USD' };

test.each<readonly [Values, readonly string[]]>([
  [{ daily_budget: 55 * million, total_budget: 1500 * million }, []],
  [{ daily_budget: 5, total_budget: 5 }, []],
  [
    { daily_budget: 55 * million, total_budget: 50 * million },
    ['daily_budget is above the total budget: 55.00 a day, 50.00 in all'],
  ],
  [{ daily_budget: null, total_budget: 50 }, []],
  [{ budget_optimization: 'LINE_ITEM', total_budget: 50 }, []],
  [
    { budget_optimization: 'LINE_ITEM', daily_budget: 5, standard_delivery: false },
    [
      'standard_delivery goes only with budget_optimization: CAMPAIGN',
      'daily_budget goes only with budget_optimization: CAMPAIGN',
    ],
  ],
  [{ budget_optimization: 'CAMPAIGN', daily_budget: 5, standard_delivery: true }, []],
])('a campaign that declares %j', (declared, findings) => {
  const found = campaign.check?.(declared, undefined, () => [declared]) ?? [];

  expect(found.map(({ field, message }) => `${field} ${message}`)).toEqual(findings);
});

test.each([
  ['USD', 0],
  ['usd', 1],
  ['US1', 1],
  ['EURO', 1],
])('a funding instrument in %s has %i findings', (currency, count) => {
  expect(fundingInstrument.check?.({ currency }, undefined, () => [])).toHaveLength(count);
  expect(fundingInstrument.check?.({}, undefined, () => [])).toEqual([]);
});

test.each<readonly [Values, unknown]>([
  [
    { ...on, [daily]: 5 },
    { currency: 'USD', daily: 5 },
  ],
  [
    { ...on, [daily]: 0 },
    { currency: 'USD', daily: 0 },
  ],
  [
    { ...on, [daily]: null },
    { currency: 'USD', daily: 'uncapped' },
  ],
  [
    { ...on, [daily]: '9223372036854775807' },
    { currency: 'USD', daily: 'too large' },
  ],
  [
    { ...on, budget_optimization: 'CAMPAIGN', [daily]: 5 },
    { currency: 'USD', daily: 5 },
  ],
  [{ ...on, budget_optimization: 'LINE_ITEM' }, undefined],
  [{ ...on, entity_status: 'PAUSED', [daily]: 5 }, undefined],
  [{}, undefined],
])('a campaign with %j can spend a day', (own, exposure) => {
  expect(campaign.spending?.exposure(own, undefined)).toEqual(exposure);
});

const spendingCampaign = { ...on, budget_optimization: 'LINE_ITEM' };

test.each<readonly [Values, Values | undefined, unknown]>([
  [{ ...on, [daily]: 5 }, spendingCampaign, { currency: 'USD', daily: 5 }],
  [{ ...on, [daily]: null }, spendingCampaign, { currency: 'USD', daily: 'uncapped' }],
  [{ ...on, entity_status: 'PAUSED', [daily]: 5 }, spendingCampaign, undefined],
  [{ ...on, [daily]: 5 }, { ...spendingCampaign, entity_status: 'PAUSED' }, undefined],
  [{ ...on, [daily]: 5 }, { ...on, budget_optimization: 'CAMPAIGN' }, undefined],
  [{ ...on, [daily]: 5 }, undefined, undefined],
])('a line item with %j under %j can spend a day', (own, parent, exposure) => {
  expect(lineItem.spending?.exposure(own, parent)).toEqual(exposure);
});
