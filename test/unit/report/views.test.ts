import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftJunit } from '../../../src/report/drift-junit.ts';
import { driftHtml } from '../../../src/report/html/drift-html.ts';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { driftMarkdown } from '../../../src/report/markdown/drift-markdown.ts';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { driftText } from '../../../src/report/text/drift-text.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { type DriftView, driftView } from '../../../src/report/view/drift-view.ts';
import { type PlanView, planView } from '../../../src/report/view/plan-view.ts';
import { anyDrift, anyPlan } from './any-report.ts';

const options = { style: plainStyle, width: 120 };
const planForms = (view: PlanView): readonly string[] => [
  planText(view, options),
  planMarkdown(view),
  planHtml(view),
];
const driftForms = (view: DriftView): readonly string[] => [
  driftText(view, options),
  driftMarkdown(view),
  driftHtml(view),
  driftJunit(view),
];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const ascending = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);

/** An address, or the pattern of several that change alike. */
function patternOf(address: string): RegExp {
  return new RegExp(
    `^${address
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('[^/]*')}$`,
  );
}

test('the view of a plan is plain data that holds every change once and the worst first', () => {
  fc.assert(
    fc.property(anyPlan(3), (plan) => {
      const view = planView(plan);
      const groups = view.changes.flatMap((account) => account.groups);
      const ranks = view.worstFirst.map(({ rank }) => rank);

      expect(structuredClone(view)).toEqual(view);
      expect(sum(groups.map(({ changes }) => changes))).toBe(plan.changes.length);
      expect(new Set(view.worstFirst)).toEqual(new Set(groups));
      expect(ranks).toEqual(ascending(ranks));
      const told = groups.flatMap(({ lines }) => lines.map(({ address }) => patternOf(address)));
      const addresses = plan.changes.map(({ address }) => address);
      expect(told.filter((pattern) => !addresses.some((address) => pattern.test(address)))).toEqual([]);
      const changed = addresses.map((address) => address.split('/', 3).join('/'));
      expect(groups.flatMap(({ members }) => members).sort()).toEqual([...new Set(changed)].sort());
      expect(view.accounts.map(({ account }) => account)).toEqual(Object.keys(plan.budget));
      expect(view.refusals.reasons.map(({ code }) => code)).toEqual(plan.violations.map(({ code }) => code));
    }),
  );
});

test('every form of a plan tells the sentences of its view, and comes from the view alone', () => {
  fc.assert(
    fc.property(anyPlan(3), (plan) => {
      const view = planView(plan);
      const forms = planForms(view);

      expect(planForms(structuredClone(view))).toEqual(forms);
      for (const form of forms) expect(form).toContain(view.others);
      const [text, markdown, page] = forms;
      expect([text, markdown].every((form) => plan.changes.length === 0 || form?.includes(view.does))).toBe(
        true,
      );
      expect(plan.changes.length === 0 || text?.includes(view.sends)).toBe(true);
      expect(markdown).toContain(view.sends);
      expect(page).toContain(view.sends);
    }),
    { numRuns: 40 },
  );
});

test('the view of a drift report is plain data that holds every resource once and the worst first', () => {
  fc.assert(
    fc.property(anyDrift(3), (report) => {
      const view = driftView(report);
      const states = ['May spend more', 'Missing', 'Modified', 'Unchecked', 'In sync'];
      const ranks = view.rows.map(({ title }) => states.indexOf(title));
      const forms = driftForms(view);

      expect(structuredClone(view)).toEqual(view);
      expect(view.rows.map(({ address }) => address).sort()).toEqual(
        report.resources.map(({ address }) => address).sort(),
      );
      expect(ranks).toEqual(ascending(ranks));
      expect(driftForms(structuredClone(view))).toEqual(forms);
      for (const form of forms.slice(0, 2)) expect(form).toContain(view.counts);
    }),
  );
});
