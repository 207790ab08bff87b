import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { driftHtml } from '../../../src/report/html/drift-html.ts';
import { embedded, html, linkTo } from '../../../src/report/html/html.ts';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { driftView } from '../../../src/report/view/drift-view.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { anyDrift, anyPlan, anyText } from './any-report.ts';
import { fullDrift, largeDrift } from './sample-drift.ts';
import { change, fullPlan, planOf } from './sample-plan.ts';

const pageData = z.object({ rows: z.array(z.object({ tags: z.array(z.number()) })) });

/** The tags of a page in order, with their attributes' names; values and texts left out. */
function skeleton(page: string): string {
  const scripts = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g;
  const tags = page.replace(scripts, '<$1/>').match(/<[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replace(/="[^"]*"/g, '')).join('');
}

const ourTags =
  /^(<\/?(html|head|meta|title|link|style|script|body|a|header|main|footer|section|h1|h2|p|ul|li|table|thead|tbody|tr|th|td|svg|rect|line|path|text|desc|code|span|nav|strong|br|dl|dt|dd|div|label|input|select|option|button|fieldset|legend|noscript|!DOCTYPE)\b[ a-zA-Z0-9-]*\/?>)*$/;

function expectSound(page: string): void {
  expect(skeleton(page)).toMatch(ourTags);
  // Two scripts and the sheet: the data, and ours.
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
  expect(page).not.toMatch(/(?:src|href)="(?!#|data:,)/);
  const data = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(() => {
    JSON.parse(data);
  }).not.toThrow();
}

test('any plan is a page of our tags only', () => {
  fc.assert(
    fc.property(anyPlan(3), (plan) => {
      expectSound(planHtml(planView(plan)));
    }),
    { numRuns: 80, endOnFailure: true },
  );
}, 60_000);

test('any drift report is a page of our tags only', () => {
  fc.assert(
    fc.property(anyDrift(3), (report) => {
      expectSound(driftHtml(driftView(report)));
    }),
    { numRuns: 80, endOnFailure: true },
  );
}, 60_000);

test('the cards of any drift report count what the choices of its list keep', () => {
  fc.assert(
    fc.property(anyDrift(12), (report) => {
      const page = driftHtml(driftView(report));
      const data = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
      const { rows } = pageData.parse(JSON.parse(data));
      const kept = [...page.matchAll(/class="chip"><input type="checkbox" value="(\d)"( checked)?>/g)];
      const chips = [...page.matchAll(/class="chip">[\s\S]*?class="quiet number">(\d+)</g)];
      const cards = [...page.matchAll(/<li class="\w*"><strong>(\d+)<\/strong> (?!unmanaged)/g)];
      const counts = kept.map(([, tag]) => rows.filter(({ tags }) => tags.includes(Number(tag))).length);
      const opened = kept.filter(([, , checked]) => checked !== undefined).map(([, tag]) => Number(tag));
      const { modified, missing } = report.summary;

      expect(chips.map(([, count]) => Number(count))).toEqual(counts);
      if (chips.length > 0) expect(cards.map(([, count]) => Number(count))).toEqual(counts);
      if (opened.length > 0) {
        const shown = rows.filter(({ tags }) => tags.some((tag) => opened.includes(tag)));
        expect(shown).toHaveLength(modified + missing);
      }
    }),
    { numRuns: 100, endOnFailure: true },
  );
}, 60_000);

test('any text in a template or in data comes back as it was, made printable', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(html`<p title="${text}">${text}</p>`.html).toMatch(/^<p title="[^"<>]*">[^<>]*<\/p>$/);
      expect(linkTo(text).html).toMatch(/^<a href="#[^"<> ]*"><code>[^<>]*<\/code><\/a>$/);
      const data = embedded({ text }).html;
      expect(data).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(data)).toEqual({ text });
    }),
  );
});

test('what escapes and what does not: texts do, templates in templates do not', () => {
  const items = ['a', '<b>'].map((each) => html`<li>${each}</li>`);

  expect(html`<ul>${items}</ul>${12345}`.html).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>12,345');
});

test('a page asks nothing of the network, and its policy allows only its own script and style', () => {
  const page = planHtml(planView(fullPlan));

  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  expect(policy).toMatch(
    /^default-src &#39;none&#39;; script-src &#39;sha256-[^;]+&#39;; style-src &#39;sha256-[^;]+&#39;; img-src data:; base-uri &#39;none&#39;; form-action &#39;none&#39;$/,
  );
  expect(page).not.toMatch(/https?:\/\/(?!example\.com)/);
  expect(page).not.toMatch(/ style="| on[a-z]+="/);
});

test('what has no daily cap is no part of a percentage', () => {
  const page = driftHtml(driftView(fullDrift));

  expect(page).toContain('1 without a daily cap');
  expect(page).not.toContain('+1,500 %');
});

test('ten thousand resources and five thousand changes take few bytes each, and little time', () => {
  const started = performance.now();
  const drift = driftHtml(driftView(largeDrift(10_000)));
  const changes = Array.from({ length: 5000 }, (_, index) =>
    change({ address: `acme-us/campaigns/c${index}`, kind: 'campaign', action: 'delete' }),
  );
  const plan = planHtml(planView(planOf(changes)));

  expect(performance.now() - started).toBeLessThan(5000);
  expect(drift.length).toBeLessThan(3_000_000);
  expect(plan.length).toBeLessThan(2_000_000);
});
