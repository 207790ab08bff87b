import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { openBrowser } from '../console/browser.ts';

/** Opens reports in a browser; whatever a page complains about or asks the network for fails the test. */
export function useReportPages(): {
  readonly open: (html: string, options?: BrowserContextOptions, hash?: string) => Promise<Page>;
} {
  let browser: Browser;
  let folder = '';
  let complaints: string[] = [];
  let pages = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adsync-html-'));
    browser = await openBrowser();
  }, 60_000);
  beforeEach(() => {
    complaints = [];
  });
  afterEach(() => {
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    open: async (html, options = {}, hash = '') => {
      const viewport = { width: 1280, height: 900 };
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(50_000);
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
      });
      pages += 1;
      const file = join(folder, `${pages}.html`);
      await writeFile(file, html);
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      return page;
    },
  };
}

/**
 * Texts of a page that stand out too little from what is behind them: below 4.5 to 1, WCAG 2.2 level AA. Runs in the
 * browser, on colours without transparency.
 */
export const lowContrast = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (colour) => {
    const [r, g, b] = [...rgb(colour)].slice(0, 3).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (rgb(colour)[3] === 255) return colour;
    }
    return 'white';
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!own || element.closest('script, noscript, .hidden, .skip, [hidden]')) continue;
    const [one, two] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < 4.5) found.push(element.tagName + ' ' + element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
  }
  return found;
})()`;
