import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startSandbox } from '../packages/sandbox/src/start-sandbox.ts';
import { SandboxClient } from '../test/unit/sandbox/sandbox-client.ts';

const account = '18ce54d4x5t';
const [post, card] = ['1166476031668015201', '1503831318555086849'];

/** Records that are worth looking at. */
const records = {
  cards: [
    {
      id: card,
      account_id: account,
      name: 'Rain',
      components: [
        { type: 'MEDIA', media_key: '3_1191948012077092869' },
        {
          type: 'DETAILS',
          title: 'Rain or shine',
          destination: { type: 'WEBSITE', url: 'https://example.com' },
        },
      ],
    },
  ],
  campaigns: [
    {
      id: '8spr1',
      account_id: account,
      name: 'Spring sale',
      entity_status: 'ACTIVE',
      daily_budget_amount_local_micro: 50_000_000,
      total_budget_amount_local_micro: 1_500_000_000,
    },
  ],
  line_items: [
    {
      id: '6spr1',
      account_id: account,
      campaign_id: '8spr1',
      name: 'Clicks',
      objective: 'WEBSITE_CLICKS',
      entity_status: 'ACTIVE',
      bid_strategy: 'MAX',
      bid_amount_local_micro: 1_200_000,
    },
  ],
  tweets: [
    { id: post, account_id: account, text: 'Leaves fall, and so do prices', card_uri: `card://${card}` },
  ],
  promoted_tweets: [{ id: '1espr', account_id: account, line_item_id: '6spr1', tweet_id: post }],
};

interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  /** What is done on the page before. */
  readonly prepare: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { file: 'sandbox-busy.png', width: 1280, height: 940, prepare: lookAtPost },
  { file: 'sandbox-dark.png', width: 1280, height: 940, dark: true, prepare: lookAtPost },
  { file: 'sandbox-change.png', width: 1280, height: 860, prepare: raiseTooFar },
  { file: 'sandbox-narrow.png', width: 390, height: 860, prepare: raiseTooFar },
];

/** Takes the pictures of the sandbox's console, with some requests in its log, and puts them into a folder. */
export async function takeConsolePictures(browser: Browser, folder: string): Promise<void> {
  const sandbox = await startSandbox({ clock: '2026-12-01T09:30:00Z' });
  try {
    const client = new SandboxClient();
    client.baseUrl = sandbox.baseUrl;
    client.secrets = sandbox.ready;
    await client.control('POST', '/seed', records);
    await client.control('PUT', '/clock', { now: '2026-12-01T09:30:00Z', frozen: true });
    await client.send('GET', '/12/accounts');
    await client.send('GET', `/12/accounts/${account}/campaigns`, { query: { count: '1000' } });
    await client.send('POST', `/12/accounts/${account}/campaigns`, { form: { name: 'No money' } });
    await client.send('GET', `/12/accounts/${account}/line_items`, { query: { line_item_ids: '6spr1' } });
    await client.send('GET', '/12/accounts/nope/campaigns');
    for (const { file, width, height, dark, prepare } of pictures) {
      const colorScheme = dark === true ? 'dark' : 'light';
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.goto(`${sandbox.baseUrl}/_sandbox/`);
      await page.locator('#rows tr').first().waitFor();
      await prepare(page);
      await page.screenshot({ path: join(folder, file) });
      await page.close();
      console.log(`wrote docs/images/${file}`);
    }
  } finally {
    await sandbox.stop();
  }
}

async function openCampaign(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Acme US' }).click();
  await page.locator('summary', { hasText: 'Spring sale' }).click();
}

async function lookAtPost(page: Page): Promise<void> {
  await openCampaign(page);
  await page.locator('summary', { hasText: 'Clicks' }).last().click();
  await page.locator('[data-key="promoted_tweets/1espr"] > summary').click();
  await page.getByRole('article').waitFor();
  await page.getByRole('article').scrollIntoViewIfNeeded();
}

async function raiseTooFar(page: Page): Promise<void> {
  await openCampaign(page);
  await page.getByRole('button', { name: 'Change Spring sale' }).click();
  await page.getByLabel('daily budget (USD)').fill('1600');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid]').waitFor();
  await page.locator('form.change').scrollIntoViewIfNeeded();
}
