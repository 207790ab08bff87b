import { expect, test } from 'vitest';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { calendarPlan, change, fullPlan, planOf, samplePlan } from '../../unit/report/sample-plan.ts';
import { lowContrast, useReportPages } from './report-pages.ts';

const pages = useReportPages();
const manyCampaigns = planOf(
  Array.from({ length: 3000 }, (_, index) =>
    change({
      address: `acme-us/campaigns/c${index}`,
      kind: 'campaign',
      action: index % 100 === 99 ? 'delete' : 'create',
      name: `Campaign ${index}`,
      after: index % 100 === 99 ? {} : { daily_budget_amount_local_micro: index * 10_000 },
    }),
  ),
);

test('a small plan is open: changes by campaign, the worst first, with the figures and the digest', async () => {
  const page = await pages.open(planHtml(planView(samplePlan)));

  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Autumn leftovers',
    'Sale spring 2026',
    'USA high',
  ]);
  expect(await page.locator('#rows').innerText()).toContain('50.00 → 55.00 USD/day');
  expect(await page.getByRole('main').innerText()).toContain('600.00 USD → 705.00 USD (+17.5 %)');
  expect(await page.getByRole('main').innerText()).toContain('12 → 13 of 200');
  expect(await page.getByRole('heading', { name: '7 requests' }).isVisible()).toBe(true);
  expect(await page.locator('dd').first().innerText()).toBe('sha256:00');
});

test('what stands against it is on top, each with a link to its resource', async () => {
  const page = await pages.open(planHtml(planView(fullPlan)));

  const [first] = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(first).toBe('Refused, for 2 reasons');
  await page.locator('.refused').getByRole('link', { name: 'acme-us/campaigns/tokyo' }).click();

  await page.locator('li[id="acme-us/campaigns/tokyo"].chosen').waitFor();
});

test('the days of an account are told in one line, and drawn with a text alternative', async () => {
  const page = await pages.open(planHtml(planView(calendarPlan)));

  const cell = page.locator('td.number').first();
  expect(await cell.innerText()).toContain('600.00 USD → 931.00 USD on the highest day (+55.2 %)');
  expect(await cell.innerText()).toContain(
    'after the plan: today 75.50, highest 931.00 on 2027-06-01, 41,200.00 committed until the end of 2027-09-30',
  );
  const chart = page.getByRole('img', { name: 'What acme-us can spend day by day in USD' });
  expect(await chart.isVisible()).toBe(true);
  expect(await chart.locator('text').allTextContents()).toEqual([
    'highest 931.00 on 2027-06-01',
    '2026-11-20',
    '2027-09-30',
  ]);
  expect(await chart.locator('desc').textContent()).toContain(
    'From 2027-06-01: 931.00 after the plan, 600.00 before.',
  );
  expect(await page.getByRole('main').innerText()).toContain('20.00 GBP → 25.00 GBP · up to 45.00 GBP');
  expect(await page.getByRole('main').innerText()).toContain('2 → 1 without a daily cap');
  expect(await page.getByRole('img').count()).toBe(4);
});

test('the days are drawn where scripts do not run, and within the page on paper', async () => {
  const page = await pages.open(planHtml(planView(calendarPlan)), { javaScriptEnabled: false });
  await page.emulateMedia({ media: 'print' });

  for (const chart of await page.getByRole('img').all()) {
    const box = await chart.boundingBox();
    expect(box?.height).toBeGreaterThan(40);
    for (const text of await chart.locator('text').all()) {
      const place = await text.boundingBox();
      expect(place?.x).toBeGreaterThanOrEqual((box?.x ?? 0) - 1);
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(
        (box?.x ?? 0) + (box?.width ?? 0) + 1,
      );
    }
  }
});

test('a long plan is folded; a campaign opens, stays open, and all open and close', async () => {
  const page = await pages.open(planHtml(planView(manyCampaigns)));
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toBe('Campaign 99');

  await page.getByRole('heading', { name: 'Campaign 199', exact: true }).click();
  expect(await page.locator('details[open] .lines').innerText()).toContain('delete, cannot be undone');
  await page.getByLabel('Search').fill('Campaign 29');
  const many = manyCampaigns.changes.filter(({ name }) => name.includes('29')).length;
  expect(await page.locator('#told').innerText()).toBe(`${many} of 3,000 entries`);
  await page.getByRole('button', { name: 'Expand all' }).click();
  expect(await page.locator('details[open]').count()).toBe(100);
  await page.getByRole('button', { name: 'Collapse all' }).click();

  expect(await page.locator('details[open]').count()).toBe(0);
});

test('a search that leaves few opens them', async () => {
  const page = await pages.open(planHtml(planView(manyCampaigns)));

  await page.getByLabel('Search').fill('c2999');

  expect(await page.locator('details[open]').count()).toBe(1);
});

test('filters by what happens', async () => {
  const page = await pages.open(planHtml(planView(manyCampaigns)));

  await page.getByLabel('Delete').check();

  expect(await page.locator('#told').innerText()).toBe('30 of 3,000 entries');
});

test('a link leads to a line deep in a folded campaign', async () => {
  const items = Array.from({ length: 400 }, (_, index) =>
    change({ address: `acme-us/campaigns/big/line_items/i${index}`, kind: 'line_item', action: 'delete' }),
  );
  const address = 'acme-us/campaigns/big/line_items/i399';

  const page = await pages.open(planHtml(planView(planOf(items))), {}, `#${encodeURIComponent(address)}`);

  await page.locator(`tr[id="${address}"].chosen`).waitFor();
  expect(await page.locator('.lines tr').count()).toBe(400);
});

test('a link leads to what changes alike with others, and all of those are named', async () => {
  const items = ['us', 'uk', 'de'].map((market) =>
    change({
      address: `acme-us/campaigns/sale-${market}/line_items/clicks`,
      kind: 'line_item',
      action: 'update',
      before: { bid_amount_local_micro: 850_000 },
      after: { bid_amount_local_micro: 950_000 },
      fields: [{ field: 'bid_amount_local_micro', cause: 'config' }],
    }),
  );
  const link = encodeURIComponent('acme-us/campaigns/sale-uk/line_items/clicks');

  const page = await pages.open(planHtml(planView(planOf(items))), {}, `#${link}`);

  await page.locator('tr[id="acme-us/campaigns/sale-*/line_items/clicks"].chosen').waitFor();
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['3 campaigns']);
  expect(await page.locator('.members li').allInnerTexts()).toEqual([
    'acme-us/campaigns/sale-us',
    'acme-us/campaigns/sale-uk',
    'acme-us/campaigns/sale-de',
  ]);
});

test('of several that are created alike each name is listed, and can be looked for', async () => {
  const items = ['us', 'uk', 'de'].map((market) =>
    change({
      address: `acme-us/campaigns/sale-${market}`,
      kind: 'campaign',
      action: 'create',
      name: market === 'de' ? 'sale-de' : `Summer in ${market}`,
    }),
  );

  const page = await pages.open(planHtml(planView(planOf(items))));
  await page.getByLabel('Search').fill('Summer in uk');

  expect(await page.locator('.members li').allInnerTexts()).toEqual([
    'acme-us/campaigns/sale-us Summer in us',
    'acme-us/campaigns/sale-uk Summer in uk',
    'acme-us/campaigns/sale-de',
  ]);
});

test('names from outside are texts, whatever they look like', async () => {
  const name = '</script><img src=x onerror=alert(1)>{{x}}';
  const page = await pages.open(
    planHtml(
      planView(
        planOf([change({ address: 'acme-us/campaigns/x', kind: 'campaign', action: 'delete', name })]),
      ),
    ),
  );

  expect(await page.getByRole('heading', { level: 3 }).innerText()).toBe(name);
  expect(await page.locator('img').count()).toBe(0);
});

test.each([
  ['light', 'full', fullPlan],
  ['dark', 'full', fullPlan],
  ['light', 'calendar', calendarPlan],
  ['dark', 'calendar', calendarPlan],
] as const)('every text is read well, %s, %s', async (colorScheme, _name, plan) => {
  const page = await pages.open(planHtml(planView(plan)), { colorScheme });

  expect(await page.evaluate(lowContrast)).toEqual([]);
});

test.each([
  ['full', fullPlan],
  ['calendar', calendarPlan],
])('on a narrow screen nothing is wider than the screen, %s', async (_name, plan) => {
  const page = await pages.open(planHtml(planView(plan)), { viewport: { width: 360, height: 800 } });

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test('on paper every campaign is open', async () => {
  const page = await pages.open(planHtml(planView(manyCampaigns)));
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');

  expect(await page.locator('details[open]').count()).toBe(1000);
  await page.evaluate('dispatchEvent(new Event("afterprint"))');
  expect(await page.locator('details[open]').count()).toBe(0);
});
