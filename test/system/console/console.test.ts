import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { us, useSandbox } from '../../unit/sandbox/sandbox-client.ts';
import { useConsolePages } from './console-pages.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const pages = useConsolePages();

/** The console in a page of its own. */
async function openConsole(options: BrowserContextOptions = {}): Promise<Page> {
  return await pages.open(client.baseUrl, options);
}

test('records are seeded, and found under their account', async () => {
  const page = await openConsole();

  await page
    .getByLabel('Seed (JSON)')
    .fill(`{"campaigns":[{"account_id":"${us}","name":"Spring <b>sale</b>"}]}`);
  await page.getByRole('button', { name: 'Add records' }).click();
  await page.locator('summary', { hasText: 'Acme US' }).click();
  const campaign = page.locator('summary', { hasText: 'Spring <b>sale</b>' });
  await campaign.waitFor();
  await campaign.click();

  expect(await page.getByRole('alert').isVisible()).toBe(false);
  expect((await client.send('GET', `/12/accounts/${us}/campaigns`)).records).toHaveLength(2);
});

test('a request appears in the log as it arrives, and is shown in full', async () => {
  const page = await openConsole();

  await client.send('POST', `/12/accounts/${us}/campaigns`, { form: { name: 'No money' } });
  const row = page.locator('#rows tr', { hasText: `/12/accounts/${us}/campaigns` });
  await row.waitFor();
  await row.getByRole('button').click();
  const detail = page.locator('#detail-body');

  expect(await row.textContent()).toContain('400');
  expect(await detail.getByRole('listitem').first().textContent()).toContain('MISSING_PARAMETER');
  expect(await detail.textContent()).toContain('name=No+money');
});

test('the clock is advanced', async () => {
  const page = await openConsole();

  await page.getByLabel('Advance by seconds').fill('86400');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await page.locator('#now', { hasText: '2026-12-02T00:00' }).waitFor();
  const { headers } = await client.send('GET', '/12/accounts');

  expect(headers.get('date')).toMatch(/^Wed, 02 Dec 2026 00:00/);
});

test('a fault is set, acts, is seen in the log, and is removed', async () => {
  const page = await openConsole();

  await page.getByLabel('Effect').selectOption('status');
  await page.getByLabel('Method').selectOption('GET');
  await page.getByLabel('Number').fill('503');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByRole('button', { name: 'Remove fault status GET /12/**' }).waitFor();
  const hit = await client.send('GET', '/12/accounts');
  await page.locator('#rows tr', { hasText: '503' }).waitFor();
  await page.getByRole('button', { name: /^Remove fault/ }).click();
  await page.getByText('No fault is set.').waitFor();
  const after = await client.send('GET', '/12/accounts');

  expect([hit.status, after.status]).toEqual([503, 200]);
});

test('campaigns are generated, and more of them shown than the first part', async () => {
  const page = await openConsole();

  await page.locator('#generate-account').selectOption(us);
  await page.getByLabel('Campaigns', { exact: true }).fill('40');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.locator('summary', { hasText: 'Acme US' }).click();
  const campaigns = page.locator('[data-key^="campaigns/"] > summary');
  await campaigns.first().waitFor();
  const before = await campaigns.count();
  await page.getByRole('button', { name: 'Show more campaigns' }).click();
  await campaigns.nth(before).waitFor();

  expect(await page.evaluate<string>('document.activeElement.closest("details").dataset.key')).toBe(
    await campaigns.nth(before).locator('..').getAttribute('data-key'),
  );
  expect([before, await campaigns.count()]).toEqual([25, 41]);
});

test('what is open in the tree stays open when records change', async () => {
  const page = await openConsole();
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await page.locator('summary', { hasText: 'Evergreen' }).first().click();
  await page.locator('[data-key^="line_items/"] > summary').first().waitFor();

  await client.control('POST', '/seed', { campaigns: [{ account_id: us, name: 'Added later' }] });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('summary', { hasText: 'Added later' }).waitFor();

  expect(await page.locator('[data-key^="line_items/"] > summary').first().isVisible()).toBe(true);
});

/** The limits that the sandbox says it has. */
async function limits(): Promise<unknown> {
  return (await client.control('GET', '/limits')).json;
}

test('limits are set, and reset with everything else', async () => {
  const page = await openConsole();
  const before = await limits();

  await page.getByLabel('Active campaigns per account').fill('3');
  await page.getByLabel('Writes per minute, empty for no limit').fill('60');
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.locator('#said', { hasText: 'Limits set.' }).waitFor({ state: 'attached' });
  const during = await limits();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.locator('#said', { hasText: 'Back at the seed.' }).waitFor({ state: 'attached' });

  expect(during).toMatchObject({ default_active_campaigns: 3, writes_per_minute: 60 });
  expect(await limits()).toEqual(before);
  expect(await page.getByLabel('Writes per minute, empty for no limit').inputValue()).toBe('');
});

test('a held request is released', async () => {
  const page = await openConsole();
  await client.control('PUT', '/faults', [{ effect: 'hold', path: '/12/accounts', method: 'GET' }]);
  const held = client.send('GET', '/12/accounts');
  await page.locator('#rows tr', { hasText: 'held' }).waitFor();

  await page.getByRole('button', { name: 'Release 1' }).click();
  await page.locator('#rows tr', { hasText: '200' }).waitFor();

  expect((await held).status).toBe(200);
});

test('the log is filtered, and closing a request gives the focus back to its row', async () => {
  await client.send('GET', '/12/accounts');
  await client.send('GET', '/12/nowhere');
  const page = await openConsole();
  const rows = page.locator('#rows tr');
  await page.locator('#rows .bad').waitFor();

  await page.getByLabel('Failed only').check();
  const failed = await rows.count();
  await page.getByLabel('Failed only').uncheck();
  await page.locator('#filter').fill('GET /12/ACCOUNTS');
  const filtered = await rows.allTextContents();
  await rows.getByRole('button').click();
  await page.getByRole('button', { name: 'Close' }).click();

  expect([failed, filtered.length]).toEqual([1, 1]);
  expect(filtered[0]).toContain('/12/accounts');
  expect(await page.evaluate<string>('document.activeElement.closest("tr").textContent')).toBe(filtered[0]);
});

test('what the sandbox refuses is told', async () => {
  const page = await openConsole();

  await page.getByLabel('Seed (JSON)').fill('{"campaigns":[{}');
  await page.getByRole('button', { name: 'Add records' }).click();
  await page.getByRole('alert').waitFor();

  expect(await page.getByRole('alert').textContent()).toContain('The body is not JSON');
  pages.allowRefusals();
});

test('from the widest window to the narrowest, nothing needs scrolling to the side', async () => {
  await client.send('GET', `/12/accounts/${us}/${'a'.repeat(300)}`);
  const page = await openConsole();
  await page.locator('#rows tr', { hasText: 'aaaa' }).getByRole('button').click();
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await page.locator('summary', { hasText: 'Evergreen' }).first().waitFor();

  const beyond: Record<number, number> = {};
  for (const width of [1920, 1280, 1000, 768, 480, 320]) {
    await page.setViewportSize({ width, height: 800 });
    beyond[width] = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }

  expect(Object.entries(beyond).filter(([, pixels]) => pixels > 0)).toEqual([]);
});

/** How the two colours of an element differ, as the accessibility guidelines count it: 4.5 is enough for text. */
const contrastOf = `(selector) => {
  const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = (colour) => { const [r, g, b] = channels(colour); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const element = document.querySelector(selector);
  let ground = element;
  while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  const pair = [light(getComputedStyle(element).color), light(getComputedStyle(ground).backgroundColor)];
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}`;

test.each(['light', 'dark'] as const)('in %s, text stands out from its ground', async (colorScheme) => {
  await client.send('GET', '/12/accounts');
  await client.send('GET', '/12/nowhere');
  const page = await openConsole({ colorScheme });
  await page.locator('#rows .bad').waitFor();
  await page.locator('#rows .good').waitFor();

  const places = [
    'h1',
    'label',
    '.note',
    '#rows td',
    '#rows .good',
    '#rows .bad',
    'button',
    'button.plain',
    'a',
  ];
  const contrasts = await page.evaluate<number[]>(`${JSON.stringify(places)}.map(${contrastOf})`);
  const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

  expect(places.filter((_, index) => (contrasts[index] ?? 0) < 4.5)).toEqual([]);
  expect(ground).toBe(colorScheme === 'dark' ? 'rgb(15, 20, 27)' : 'rgb(244, 246, 249)');
});

test('everything is reached and used by the keyboard alone', async () => {
  const page = await openConsole();
  const wanted = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((each) => each.checkVisibility()).map((each) => each.id || each.dataset.do || each.textContent)`,
  );
  const reached: string[] = [];
  for (let presses = 0; presses < wanted.length + 5; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate<string>(
        `document.activeElement.id || document.activeElement.dataset.do || document.activeElement.textContent`,
      ),
    );
  }

  await page.getByRole('button', { name: 'Advance', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#now', { hasText: '2026-12-01T01:00' }).waitFor();
  await page.locator('summary', { hasText: 'Acme US' }).focus();
  await page.keyboard.press('Space');
  await page.locator('summary', { hasText: 'Evergreen' }).first().waitFor();

  expect(reached[0]).toBe('Skip to the requests');
  expect(wanted.filter((each) => !reached.includes(each))).toEqual([]);
});
