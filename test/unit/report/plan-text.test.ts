import { expect, test } from 'vitest';
import { planJson } from '../../../src/report/plan-json.ts';
import { planText } from '../../../src/report/plan-text.ts';
import { plainStyle, terminalStyle } from '../../../src/report/style.ts';
import { textWidth } from '../../../src/report/text-width.ts';
import { wrapLines } from '../../../src/report/wrap-lines.ts';
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
  const text = planText(plan, { width, style, everyField });

  await expect(text).toMatchFileSnapshot(`expected/plan-${name}.txt`);
});

test('at 80 columns the days of an account are broken between words', async () => {
  const text = planText(calendarPlan, { width: 80, style: plainStyle, everyField: false });

  const wrapped = wrapLines(text, 80);

  await expect(wrapped).toMatchFileSnapshot('expected/plan-calendar-80.txt');
  expect(wrapped.split('\n').filter((line) => textWidth(line) > 80)).toEqual([]);
});

test('colour changes nothing else', () => {
  const options = { width: 100, everyField: false };

  const plain = planText(fullPlan, { ...options, style: plainStyle });
  const coloured = planText(fullPlan, { ...options, style: terminalStyle });

  const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  expect(coloured.replaceAll(escapes, '')).toBe(plain);
  expect(coloured).not.toBe(plain);
});

test.each([80, 120, 200])(
  'the causes stand in one column at %i columns, wide characters counted twice',
  (width) => {
    const text = planText(fullPlan, { width, style: plainStyle, everyField: false });

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

  const text = planText(plan, { width: 120, style: plainStyle, everyField: false });

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

  const text = planText(planOf(changes), { width: 120, style: terminalStyle, everyField: false });

  expect(text.match(/ create/g)).toHaveLength(5001);
});

test('the JSON form has the same bytes for the same plan, and reads back as it is', () => {
  expect(planJson(structuredClone(fullPlan))).toBe(planJson(fullPlan));
  expect(JSON.parse(planJson(fullPlan))).toEqual(fullPlan);
});
