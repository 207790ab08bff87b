// Pictures of the HTML reports and of the sandbox's console for the documentation, taken in the browser that the tests use.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { driftHtml } from '../src/report/html/drift-html.ts';
import { planHtml } from '../src/report/html/plan-html.ts';
import { driftView } from '../src/report/view/drift-view.ts';
import { planView } from '../src/report/view/plan-view.ts';
import { openBrowser } from '../test/system/console/browser.ts';
import { largeDrift } from '../test/unit/report/sample-drift.ts';
import { samplePlan } from '../test/unit/report/sample-plan.ts';
import { takeConsolePictures } from './console-pictures.ts';

const images = join(import.meta.dirname, '../docs/images');

interface Picture {
  readonly file: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  readonly paper?: true;
}

const drift = driftHtml(driftView(largeDrift(10_000)));
const plan = planHtml(planView(samplePlan));
const pictures: readonly Picture[] = [
  { file: 'report-plan.png', html: plan, width: 1200, height: 1000 },
  { file: 'report-plan-dark.png', html: plan, width: 1200, height: 1000, dark: true },
  { file: 'report-plan-narrow.png', html: plan, width: 390, height: 1100 },
  { file: 'report-drift.png', html: drift, width: 1200, height: 1000 },
  { file: 'report-drift-dark.png', html: drift, width: 1200, height: 1000, dark: true },
  { file: 'report-drift-narrow.png', html: drift, width: 390, height: 1100 },
  // A page of A4 less its margins, at 96 dots an inch.
  { file: 'report-drift-printed.png', html: drift, width: 703, height: 1017, paper: true },
];

// The browser brings one font only; those of the machine have arrows and letters of equal width.
const fonts = '/etc/fonts/fonts.conf';
if (existsSync(fonts)) process.env['FONTCONFIG_FILE'] ??= fonts;

const folder = await mkdtemp(join(tmpdir(), 'adsync-pictures-'));
const browser = await openBrowser();
try {
  for (const picture of pictures) await take(browser, picture);
  await takeConsolePictures(browser, images);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

async function take(browser: Browser, { file, html, width, height, dark, paper }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const source = join(folder, 'page.html');
  await writeFile(source, html);
  await page.goto(pathToFileURL(source).href);
  if (paper === true) {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  }
  await page.screenshot({ path: join(images, file) });
  await page.close();
  console.log(`wrote docs/images/${file}`);
}
