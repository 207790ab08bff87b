import { expect, test } from 'vitest';
import { reportJson } from '../../../src/report/report-json.ts';
import { plainStyle, terminalStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { textWidth } from '../../../src/report/text-width.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { wrapLines } from '../../../src/report/wrap-lines.ts';
import type { SpendingMeasure } from '../../../src/schemas/plan.ts';
import { calendarPlan, change, fullPlan, planOf, samplePlan } from './sample-plan.ts';

test.each([
  ['sample-80', samplePlan, 80, plainStyle, false],
  ['sample-120', samplePlan, 120, plainStyle, false],
  ['sample-120-every-field', samplePlan, 120, plainStyle, true],
  ['sample-120-colour', samplePlan, 120, terminalStyle, false],
  ['full-80', fullPlan, 80, plainStyle, false],
  ['full-120', fullPlan, 120, plainStyle, false],
  ['calendar-120', calendarPlan, 120, plainStyle, false],
  ['empty', planOf([]), 120, plainStyle, false],
])('%s', async (name, plan, width, style, everyField) => {
  const text = planText(planView(plan, { everyField }), { width, style });

  await expect(text).toMatchFileSnapshot(`expected/plan-${name}.txt`);
});

test('at 80 columns the days of an account are broken between words', async () => {
  const text = planText(planView(calendarPlan), { width: 80, style: plainStyle });

  const wrapped = wrapLines(text, 80);

  await expect(wrapped).toMatchFileSnapshot('expected/plan-calendar-80.txt');
  expect(wrapped.split('\n').filter((line) => textWidth(line) > 80)).toEqual([]);
});

/** The figures of one currency on one day that has no end; micro units. */
function daily(before: number, after: number, uncapped = 0): SpendingMeasure {
  const [highest, day] = [after, { from: '2026-11-20', before, after }];
  const calendar = {
    today: after,
    highest,
    highest_on: day.from,
    committed: null,
    until: null,
    days: [day],
  };
  return { before, after, peak: Math.max(before, after), uncapped, calendar };
}

test('an account that a plan does not touch has one line, without what the plan would make of it', () => {
  const campaigns = { before: 1, after: 1, peak: 1, limit: 200 };
  const plan = planOf([change({ address: 'acme-us', kind: 'account', action: 'adopt' })], {
    budget: {
      'acme-us': { active_campaigns: campaigns, exposure: { USD: daily(5_000_000, 5_000_000) } },
      'acme-uk': { active_campaigns: campaigns, exposure: { GBP: daily(5_000_000, 5_000_000, 2) } },
      'acme-none': { active_campaigns: null, exposure: { GBP: daily(0, 0) } },
      'acme-open': { active_campaigns: null, exposure: { GBP: daily(0, 0, 1), EUR: daily(1, 2) } },
      acme: { active_campaigns: campaigns, exposure: null },
    },
  });

  expect(
    planText(planView(plan), { width: 200, style: plainStyle })
      .split('\n')
      .filter((line) => /^acme.*:/.test(line)),
  ).toEqual([
    'acme-us: 5.00 USD a day as before, never more on the way; 1 of 200 campaigns active.',
    'acme-us in USD, after the plan: today 5.00, as on the highest day, no end to what is committed.',
    'acme-uk, which the plan does not touch: 5.00 GBP a day, 2 without a daily cap; 1 of 200 campaigns active.',
    'acme-none, which the plan does not touch: nothing can be spent; campaigns not counted.',
    'acme-open: 0.00 GBP a day as before, never more on the way, 1 without a daily cap; 0.000001 → 0.000002 EUR a day (+100 %), never more on the way; campaigns not counted.',
    'acme-open in GBP, after the plan: nothing under a daily cap, no end to what is committed.',
    'acme-open in EUR, after the plan: today 0.000002, as on the highest day, no end to what is committed.',
    'acme, which the plan does not touch: daily spending not counted; 1 of 200 campaigns active.',
  ]);
});

test('colour changes nothing else', () => {
  const options = { width: 100 };

  const plain = planText(planView(fullPlan), { ...options, style: plainStyle });
  const coloured = planText(planView(fullPlan), { ...options, style: terminalStyle });

  const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  expect(coloured.replaceAll(escapes, '')).toBe(plain);
  expect(coloured).not.toBe(plain);
});

test.each([80, 120, 200])(
  'the causes stand in one column at %i columns, wide characters counted twice',
  (width) => {
    const text = planText(planView(fullPlan), { width, style: plainStyle });

    const columns = text
      .split('\n')
      .filter((line) => line.includes(' drift: was '))
      .map((line) => textWidth(line.slice(0, line.indexOf('drift: was '))));
    expect(columns).toHaveLength(2);
    expect(new Set(columns).size).toBe(1);
  },
);

test('a field that is an own property of every object is only a name', () => {
  const after = Object.fromEntries([
    ['constructor', 'y'],
    ['__proto__', 'x'],
  ]);
  const plan = planOf([
    change({ address: 'acme-us/campaigns/__proto__', kind: 'campaign', action: 'update', after }),
  ]);

  const text = planText(planView(plan), { width: 120, style: plainStyle });

  expect(text).toContain('~ constructor   none → y');
  expect(text).toContain('~ __proto__     none → x');
});

test('five thousand changes are laid out quickly, and every one is shown', () => {
  const changes = Array.from({ length: 5000 }, (_, index) =>
    change({
      address: `acme-us/campaigns/c${index}`,
      kind: 'campaign',
      action: 'create',
      after: { daily_budget_amount_local_micro: index * 10_000 },
    }),
  );

  const text = planText(planView(planOf(changes)), { width: 120, style: terminalStyle });

  expect(text.match(/ create/g)).toHaveLength(5001);
});

test('the JSON form has the same bytes for the same plan, and reads back as it is', () => {
  expect(reportJson(structuredClone(fullPlan))).toBe(reportJson(fullPlan));
  expect(JSON.parse(reportJson(fullPlan))).toEqual(fullPlan);
});
