import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { driftJunit } from '../../../src/report/drift-junit.ts';
import { driftHtml } from '../../../src/report/html/drift-html.ts';
import { driftView } from '../../../src/report/view/drift-view.ts';
import { drifted, driftOf, fullDrift, largeDrift } from '../../unit/report/sample-drift.ts';
import { lowContrast, useReportPages } from './report-pages.ts';

const pages = useReportPages();
const large = driftHtml(driftView(largeDrift(10_000)));

test('four answers for each resource, with what was declared, applied and is live', async () => {
  const page = await pages.open(driftHtml(driftView(fullDrift)));

  const sale = page.locator('tbody[id="acme-us/campaigns/sale"]');
  expect((await sale.locator('tr').first().locator('td').allInnerTexts()).map((text) => text.trim())).toEqual(
    ['Modified', 'daily_budget', '55.00 USD/day', '50.00 USD/day', '40.00 USD/day'],
  );
  expect(await sale.locator('tr').nth(2).innerText()).toContain('no longer declared');
  expect(await sale.locator('th').innerText()).toContain('changed 2026-11-20T10:00:00Z');
  const drifted = ['May spend more', 'Missing', 'Modified', 'Modified', 'Modified'];
  expect(await page.locator('.state').allInnerTexts()).toEqual(drifted);
  await page.getByRole('button', { name: 'Clear' }).click();
  const all = [...drifted, 'Unchecked', 'Unchecked', 'In sync'];
  expect(await page.locator('.state').allInnerTexts()).toEqual(all);
  expect(await page.getByRole('list').first().innerText()).toMatch(
    /4\s+modified\s+1\s+of them may spend more\s+1\s+missing\s+2\s+unchecked\s+1\s+in sync\s+3\s+unmanaged/,
  );
  expect(await page.locator('svg').count()).toBeGreaterThanOrEqual(3);
});

test('the page opens on what drifted, above all else that it holds', async () => {
  const page = await pages.open(large, { viewport: { width: 1280, height: 720 } });

  expect(await page.getByRole('status').innerText()).toBe('312 of 10,000 resources');
  const first = await page.locator('tbody.row').first().boundingBox();
  expect((first?.y ?? 720) + (first?.height ?? 720)).toBeLessThan(720);
  await page.getByRole('link', { name: 'Spending and limits' }).click();

  await expect.poll(async () => (await page.locator('#budget-title').boundingBox())?.y).toBeLessThan(720);
});

test('where nothing drifted, the page opens on the figures and lists everything', async () => {
  const inSync = {
    ...fullDrift,
    ...driftOf([drifted({ status: 'in_sync' }), drifted({ status: 'unchecked' })]),
  };
  const page = await pages.open(driftHtml(driftView({ ...inSync, budget: fullDrift.budget })));

  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Spending and limits');
  expect(await page.getByRole('status').innerText()).toBe('2 of 2 resources');
});

const statuses = ['modified', 'missing', 'unchecked', 'in_sync'] as const;
const daily = '/daily_budget_amount_local_micro';
const raise = { path: daily, applied: 1_000_000, live: 2_000_000, declared: 1_000_000 };

/** Reports of a few resources, of which some that were modified may spend more. */
const reports = fc
  .array(fc.record({ status: fc.constantFrom(...statuses), isRaised: fc.boolean() }), { maxLength: 25 })
  .map((fates) =>
    driftOf(
      fates.map(({ status, isRaised }, index) =>
        drifted({
          address: `acme-us/campaigns/c${index}`,
          status,
          fields: status === 'modified' && isRaised ? [raise] : [],
        }),
      ),
    ),
  );

test('each choice of the list tells the number of its card, and keeps so many', async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (report) => {
      const page = await pages.open(driftHtml(driftView(report)));
      const cards = numbersOf(await page.locator('.tiles li').allInnerTexts());
      const drifts = report.summary.modified + report.summary.missing;
      const chips = page.locator('.chip');
      const opened = drifts === 0 || (await chips.count()) === 0 ? report.resources.length : drifts;

      expect(Number.parseInt(await page.locator('#told').innerText(), 10)).toBe(opened);
      expect(cards.get('modified') ?? 0).toBe(report.summary.modified);
      for (const chip of await chips.all()) {
        await page.getByRole('button', { name: 'Clear' }).click();
        await chip.getByRole('checkbox').check();
        const [[title = '', count] = []] = numbersOf([await chip.innerText()]);
        const card = title === 'may spend more' ? 'of them may spend more' : title;
        expect([title, cards.get(card)]).toEqual([title, count]);
        expect(Number.parseInt(await page.locator('#told').innerText(), 10)).toBe(count);
        expect(await page.locator('tbody.row').count()).toBe(count);
      }
      await page.context().close();
    }),
    { numRuns: 4, seed: Number(process.env['ADSYNC_SEED'] ?? 1) },
  );
});

/** The number in each text, by the words beside it in small letters. */
function numbersOf(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    texts.map((text) => [
      text.replace(/\d+/, '').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
      Number(/\d+/.exec(text)?.[0]),
    ]),
  );
}

test('search over ten thousand: a keystroke draws the list once, and no more rows than a page holds', async () => {
  const page = await pages.open(large);
  await page.evaluate(`
    window.drawings = [];
    new MutationObserver((records) => {
      const rows = records.flatMap((record) => [...record.addedNodes]).filter((node) => node.nodeName === 'TBODY');
      window.drawings.push(rows.length);
    }).observe(document.querySelector('table'), { childList: true, subtree: true });
  `);

  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Search').click();
  const text = 'retargeting 2 audience 1 acme';
  await page.keyboard.type(text);
  await expect.poll(() => page.locator('#told').innerText()).toMatch(/^\d{2,3} of 10,000 resources$/);
  const drawings = z.array(z.number()).parse(await page.evaluate('window.drawings'));

  expect(drawings.length).toBeGreaterThan(1);
  // The first is the button's.
  expect(drawings.length).toBeLessThanOrEqual(text.length + 1);
  expect(Math.max(...drawings)).toBe(100);
  for (const name of await page.locator('tbody.row th').allInnerTexts()) expect(name).toMatch(/Retargeting/);
});

test('filters by state, account and kind; clearing shows everything again', async () => {
  const page = await pages.open(large);

  await page.getByLabel('Modified').uncheck();
  expect(await page.locator('#told').innerText()).toBe('20 of 10,000 resources');
  await page.getByLabel('Account', { exact: true }).selectOption('acme-us');
  const [missing = ''] = (await page.locator('#told').innerText()).split(' ');
  expect(Number(missing)).toBe(20);
  await page.getByLabel('Kind').selectOption('line item');
  expect(new Set(await page.locator('.state').allInnerTexts())).toEqual(new Set(['Missing']));
  await page.getByRole('button', { name: 'Clear' }).click();

  expect(await page.locator('#told').innerText()).toBe('10,000 of 10,000 resources');
  expect(await page.getByLabel('Missing').isChecked()).toBe(false);
});

test('a search without a match says so', async () => {
  const page = await pages.open(driftHtml(driftView(fullDrift)));

  await page.getByLabel('Search').fill('no such thing');

  expect(await page.locator('tbody.row').count()).toBe(0);
  expect(await page.locator('#none').isVisible()).toBe(true);
});

test('a link leads to a resource far down, past a filter, and to those around it', async () => {
  const address = 'acme-us/campaigns/c3333';
  const page = await pages.open(large, {}, `#${encodeURIComponent(address)}`);
  const row = page.locator(`tbody[id="${address}"]`);
  await row.waitFor();
  expect(await page.evaluate('document.activeElement.id')).toBe(address);
  expect(await page.locator('tbody.row').count()).toBeLessThan(400);

  const before = await page.locator('tbody.row').count();
  await page.getByRole('button', { name: 'Show earlier' }).click();
  expect(await page.locator('tbody.row').count()).toBe(before + 100);

  expect(await page.getByLabel('Modified').isChecked()).toBe(false);
  await page.getByLabel('Missing').check();
  const other = 'acme-uk/campaigns/c4/line_items/audience-1';
  await page.evaluate(`location.hash = '${encodeURIComponent(other)}'`);
  await page.locator(`tbody[id="${other}"].chosen`).waitFor();

  expect(await page.getByLabel('Missing').isChecked()).toBe(false);
});

test('scrolling shows more where nothing stands below the list, and keeps away nothing that does', async () => {
  const page = await pages.open(driftHtml(driftView({ ...largeDrift(10_000), budget: {} })));

  await page.locator('tbody.row').last().scrollIntoViewIfNeeded();

  await expect.poll(() => page.locator('tbody.row').count()).toBeGreaterThan(150);

  const withFigures = await pages.open(large);
  await withFigures.locator('#budget-title').scrollIntoViewIfNeeded();
  expect(await withFigures.locator('tbody.row').count()).toBe(100);
  await withFigures.getByRole('button', { name: 'Show more' }).click();
  expect(await withFigures.locator('tbody.row').count()).toBe(200);
});

test.each(['light', 'dark'] as const)('every text is read well, %s', async (colorScheme) => {
  const page = await pages.open(driftHtml(driftView(fullDrift)), { colorScheme });

  expect(await page.evaluate(lowContrast)).toEqual([]);
});

test('on a narrow screen nothing is wider than the screen', async () => {
  const page = await pages.open(driftHtml(driftView(fullDrift)), { viewport: { width: 360, height: 800 } });

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await page.locator('td[data-label="Live"]').first().isVisible()).toBe(true);
});

test('the keyboard reaches the list and every control, and the focus is seen', async () => {
  const page = await pages.open(driftHtml(driftView(fullDrift)));

  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the list');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');

  expect(await page.evaluate('document.activeElement.id')).toBe('search');
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
});

test('landmarks, one main heading, and headers of table columns', async () => {
  const page = await pages.open(driftHtml(driftView(fullDrift)));

  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('search').count()).toBe(1);
  expect(await page.getByRole('status').innerText()).toBe('5 of 8 resources');
  const table = page.getByRole('table', { name: 'Resources, the worst first' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'State',
    'Resource',
    'Field',
    'Declared',
    'Last applied',
    'Live',
  ]);
});

test('paper shows what matches, at most a thousand, without the controls; the screen is as before then', async () => {
  const page = await pages.open(large);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');

  expect(await page.locator('tbody.row').count()).toBe(1000);
  expect(await page.getByLabel('Search').isVisible()).toBe(false);
  expect(await page.locator('#printed').innerText()).toContain('The first 1,000 are printed');

  await page.evaluate('dispatchEvent(new Event("afterprint"))');
  expect(await page.locator('tbody.row').count()).toBe(100);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
});

test('without scripts the worst are listed', async () => {
  const page = await pages.open(large, { javaScriptEnabled: false });

  expect(await page.locator('noscript li').count()).toBe(200);
});

test('the JUnit form is well-formed XML for a browser too', async () => {
  const hostile = driftOf([
    drifted({ address: 'a/<b>&"\n\u0000\uFFFE\uD800', name: ']]>\u0001', status: 'missing' }),
    drifted({ status: 'unchecked', unchecked: ['/\u000b<'] }),
  ]);
  const page = await pages.open(driftHtml(driftView(hostile)));

  const told = await page.evaluate(`(() => {
    const read = new DOMParser().parseFromString(${JSON.stringify(driftJunit(driftView(hostile)))}, 'application/xml');
    return [read.querySelector('parsererror')?.textContent ?? '', read.querySelectorAll('testcase').length];
  })()`);

  expect(told).toEqual(['', 2]);
});
