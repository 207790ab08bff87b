import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, createBench } from '../cli/harness.ts';
import { lowContrast } from '../html/report-pages.ts';
import { useConsolePages } from './console-pages.ts';

const pages = useConsolePages();
const account = '18ce54d4x5t';

const document = `version: 1
accounts:
  acme-us:
    id: ${account}
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale:
        funding_instrument: credit
        name: Sale
        status: ACTIVE
        daily_budget: 55.00
        line_items:
          clicks:
            name: Clicks
            status: ACTIVE
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: MAX
            bid_amount: 1.20
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
      tea: { funding_instrument: credit, name: Tea, status: PAUSED, daily_budget: 5.00, total_budget: 50.00 }
`;

const driftSchema = z.object({
  resources: z.array(
    z.object({
      address: z.string(),
      status: z.string(),
      fields: z.array(z.object({ path: z.string(), live: z.unknown() })),
    }),
  ),
});

/** What drifted, as `adsync drift` tells it: `address: status`, or `address path = live value`. */
async function driftIn(bench: Bench): Promise<readonly string[]> {
  const { stdout } = await bench.adsync(['drift', '--format', 'json']);
  const { resources } = driftSchema.parse(JSON.parse(stdout));
  return resources
    .filter(({ status }) => status !== 'in_sync')
    .flatMap(({ address, status, fields }) =>
      fields.length === 0
        ? [`${address}: ${status}`]
        : fields.map(({ path, live }) => `${address} ${path} = ${String(live)}`),
    )
    .sort();
}

/** The document above, applied, and the console with its account open. */
async function openApplied(): Promise<{ readonly bench: Bench; readonly page: Page }> {
  const bench = await createBench(document);
  const { code, stderr } = await bench.adsync(['apply', '--yes']);
  if (code !== 0) throw new Error(stderr);
  const page = await pages.open(bench.sandbox.baseUrl);
  await page.locator('summary', { hasText: 'Acme US' }).click();
  return { bench, page };
}

/** Opens a record of the tree by its name. */
async function openRecord(page: Page, name: string): Promise<void> {
  await page
    .locator('summary', { has: page.getByText(name, { exact: true }) })
    .first()
    .click();
}

async function said(page: Page, text: string): Promise<void> {
  await page.locator('#said', { hasText: text }).waitFor({ state: 'attached' });
}

test('what is paused, changed and deleted by clicking is drift for the program', async () => {
  const { bench, page } = await openApplied();
  expect(await driftIn(bench)).toEqual([]);

  await openRecord(page, 'Sale');
  await page.getByRole('button', { name: 'Pause Sale' }).click();
  await said(page, 'Paused Sale.');
  await page.getByRole('button', { name: 'Switch on Sale' }).waitFor();
  await page.getByRole('button', { name: 'Change Sale' }).click();
  await page.getByLabel('daily budget (USD)').fill('120.5');
  await page.keyboard.press('Enter');
  await said(page, 'Changed Sale.');
  await openRecord(page, 'Clicks');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete Clicks' }).click();
  await said(page, 'Deleted Clicks.');

  const sale = page.locator('summary', { has: page.getByText('Sale', { exact: true }) });
  expect(await sale.innerText()).toContain('120.50 USD a day');
  expect(await page.getByRole('button', { name: 'Delete Clicks' }).count()).toBe(0);
  expect(await page.locator('summary:focus').innerText()).toContain('Clicks');
  expect(await driftIn(bench)).toEqual([
    'acme-us/campaigns/sale /daily_budget_amount_local_micro = 120500000',
    'acme-us/campaigns/sale /entity_status = PAUSED',
    'acme-us/campaigns/sale/line_items/clicks/targeting/LOCATION:EQ:96683cc9126741d1: missing',
    'acme-us/campaigns/sale/line_items/clicks: missing',
  ]);
});

test('a value that the platform refuses is told beside its field, and nothing is changed', async () => {
  const { bench, page } = await openApplied();
  pages.allowRefusals();
  await openRecord(page, 'Tea');
  await page.getByRole('button', { name: 'Change Tea' }).click();
  const field = page.getByLabel('daily budget (USD)');
  const wrong = (): Promise<string | null> =>
    page.locator(`.field:has(label:text-is("daily budget (USD)")) .wrong`).textContent();

  const told: Record<string, string | null> = {};
  for (const value of ['12,50', '-1', '0.001', '51', '99999999999999999999']) {
    await field.fill(value);
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid]:focus').waitFor();
    told[value] = await wrong();
  }
  await field.fill('5.00');
  await page.getByLabel('name', { exact: true }).fill('x'.repeat(256));
  await page.getByRole('button', { name: 'Save' }).click();
  const name = page.locator('.field:has(label:text-is("name")) .wrong:not([hidden])');
  await name.waitFor();

  expect(told).toEqual({
    '12,50': 'An amount has digits and a point, such as 1250.50',
    '-1': 'Expected a value at least 0.00, got "-1.00" for daily budget (USD)',
    '0.001': 'Expected a multiple of 0.01 for daily budget (USD) in USD, got "0.001"',
    '51': 'daily budget (USD) must be at most total budget (USD): 51.00 is more than 50.00',
    '99999999999999999999': 'An amount has digits and a point, such as 1250.50',
  });
  expect(await wrong()).toBe('');
  await page.keyboard.press('Escape');
  expect(await page.locator('form.change').count()).toBe(0);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Change');
  expect(await driftIn(bench)).toEqual([]);
});

test('a limit of the platform is told beside the button, and a form stays open while records change', async () => {
  const { bench, page } = await openApplied();
  pages.allowRefusals();
  await bench.control('PUT', 'limits', { active_campaigns: 1 });
  await openRecord(page, 'Tea');

  await page.getByRole('button', { name: 'Switch on Tea' }).click();
  const trouble = page.locator('.acts > .wrong:not(:empty)');
  await trouble.waitFor();
  expect(await trouble.textContent()).toBe('A maximum of 1 active campaigns is allowed');

  await page.getByRole('button', { name: 'Change Tea' }).click();
  await page.getByLabel('name', { exact: true }).fill('Green t');
  await bench.control('POST', 'seed', { campaigns: [{ account_id: account, name: 'Added later' }] });
  await page.evaluate(`document.getElementById('refresh').dispatchEvent(new MouseEvent('click'))`);
  await page.getByText('Added later', { exact: true }).waitFor();
  await page.keyboard.type('ea');
  await page.keyboard.press('Enter');
  await said(page, 'Changed Green tea.');

  expect(await driftIn(bench)).toEqual(['acme-us/campaigns/tea /name = Green tea']);
});

test('one account is chosen for the tree and the requests, and all of them again', async () => {
  const { bench, page } = await openApplied();
  await bench.control('POST', 'generate', { account_id: '18ce5uk0000', campaigns: 1 });
  const accounts = page.locator('#tree > details > summary');
  const rows = page.locator('#rows tr');
  await rows.first().waitFor();
  const all = [await accounts.count(), await rows.count()];

  await page.getByRole('banner').getByLabel('Account').selectOption({ label: 'Acme UK' });
  await page.getByText('campaigns (1)').waitFor();
  expect([await accounts.allInnerTexts(), await rows.count()]).toEqual([
    [expect.stringContaining('Acme UK')],
    0,
  ]);
  expect(await page.locator('#no-rows').innerText()).toBe('No request fits the filter.');
  await page.getByRole('banner').getByLabel('Account').selectOption({ label: 'Acme US' });
  expect(await accounts.allInnerTexts()).toEqual([expect.stringContaining('Acme US')]);
  expect(await rows.count()).toBeGreaterThan(5);
  expect(new Set(await page.locator('#rows .path').allInnerTexts())).not.toContain('/12/accounts');
  await page.getByRole('banner').getByLabel('Account').selectOption('');

  await expect.poll(async () => [await accounts.count(), await rows.count()]).toEqual(all);
});

const hostile = '\u202Egnirps</bdi></summary><img src=x onerror=alert(1)>\u0000\n{{x}}\u2066';

test('a post is shown as its readers would see it, and nothing in it gets out', async () => {
  const bench = await createBench();
  const [post, uri] = ['1166476031668015201', '1503831318555086849'];
  await bench.control('POST', 'seed', {
    cards: [
      {
        id: uri,
        account_id: account,
        name: 'Leaf card',
        components: [
          { type: 'MEDIA', media_key: '3_1191948012077092869' },
          {
            type: 'DETAILS',
            title: 'Rain',
            destination: { type: 'WEBSITE', url: 'https://example.com/rain' },
          },
        ],
      },
    ],
    tweets: [
      {
        id: post,
        account_id: account,
        text: `Leaves fall\nPrices too ${hostile}`,
        card_uri: `card://${uri}`,
        media_keys: ['16_1191948012077092870', '3_1'],
      },
    ],
    promoted_tweets: [{ id: '__proto__', account_id: account, line_item_id: '6zva', tweet_id: post }],
    campaigns: [{ account_id: account, name: hostile, entity_status: 'PAUSED' }],
  });
  const page = await pages.open(bench.sandbox.baseUrl);
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await openRecord(page, 'Evergreen');
  await openRecord(page, 'Evergreen clicks');
  await page.locator('[data-key="promoted_tweets/__proto__"] > summary', { hasText: 'Leaves fall' }).click();
  const preview = page.getByRole('article', { name: 'Preview of the post' });
  const lines = (await preview.innerText()).split('\n').map((line) => line.trim());

  expect(lines).toEqual(
    expect.arrayContaining(['Leaves fall', 'gif', 'Rain', 'image', 'Leaf', 'example.com']),
  );
  expect(lines.join(' ')).toContain('@acme_admin');
  expect(lines.join(' ')).toContain('not in the library 3_1');
  expect(lines.at(-1)).toMatch(/^2026-11-20T10:00:\d\dZ · only promoted$/);
  expect(lines.find((line) => line.startsWith('Prices'))).toContain('\\u202egnirps</bdi>');

  await page.getByRole('button', { name: /^Delete Leaves fall/ }).waitFor();
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  const summary = page.locator('[data-key^="campaigns/"] > summary', { hasText: 'gnirps' });
  await summary.click();
  await page.getByRole('button', { name: /^Delete \\u202e/ }).click();

  expect(asked).toMatch(/^Delete \\u202egnirps.*\(campaigns \w+\)\?$/);
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(
    /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u,
  );
});

test('all accounts are in the tree, and records that more was asked for stay when it is read again', async () => {
  const bench = await createBench();
  const accounts = Array.from({ length: 30 }, () => ({ name: 'Acme' }));
  await bench.control('POST', 'seed', { accounts });
  await bench.control('POST', 'generate', { account_id: account, campaigns: 40 });
  const page = await pages.open(bench.sandbox.baseUrl);
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await page.getByRole('button', { name: 'Show more campaigns' }).click();
  const last = page.locator('summary', { hasText: 'Generated 000040' });
  await last.click();
  await page.getByRole('button', { name: 'Switch on Generated 000040' }).click();
  await said(page, 'Switched on Generated 000040.');

  expect(await last.innerText()).toContain('active');
  expect(await page.locator('[data-key^="campaigns/"]').count()).toBe(41);
  expect(await page.locator('[data-key^="accounts/"]').count()).toBe(32);
  const names = await page.locator('#account option').allInnerTexts();
  expect([new Set(names).size, names.slice(0, 3)]).toEqual([33, ['all', 'Acme US', 'Acme UK']]);
});

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)('in %s at %i, forms and previews are read well and stay inside', async (colorScheme, width) => {
  const bench = await createBench();
  const name = 'W'.repeat(255);
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: '8zva0', set: { name } }]);
  const page = await pages.open(bench.sandbox.baseUrl, { colorScheme, viewport: { width, height: 900 } });
  pages.allowRefusals();
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await page.locator('[data-key="campaigns/8zva0"] > summary').click();
  await page.getByRole('button', { name: /^Change WWW/ }).click();
  await page.getByLabel('daily budget (USD)').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-key="tweets/1166476031668015104"] > summary').click();
  await page.locator('.post').waitFor();

  expect(await page.evaluate(lowContrast)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(
    await page.evaluate(
      `document.getElementById('tree').scrollWidth - document.getElementById('tree').clientWidth`,
    ),
  ).toBe(0);
});
