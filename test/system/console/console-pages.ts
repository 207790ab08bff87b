import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { openBrowser } from './browser.ts';

/** Pages with the console of a sandbox. */
export interface ConsolePages {
  /** The console of the sandbox at an address, in a page of its own. */
  open(baseUrl: string, options?: BrowserContextOptions): Promise<Page>;
  /** Lets the browser note that a call was refused, which it does by itself. */
  allowRefusals(): void;
}

/** Opens consoles; whatever one says in the browser's console, or wants from elsewhere, fails the test. */
export function useConsolePages(): ConsolePages {
  let browser: Browser;
  let complaints: string[] = [];
  let areRefusalsAllowed = false;

  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  beforeEach(() => {
    [complaints, areRefusalsAllowed] = [[], false];
  });
  afterEach(() => {
    const told = complaints.filter((each) => !areRefusalsAllowed || !each.includes('status of 400'));
    if (told.length > 0) throw new Error(told.join('\n'));
  });
  afterAll(() => browser.close());

  return {
    open: async (baseUrl, options = {}) => {
      const viewport = { width: 1280, height: 900 };
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(50_000);
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseUrl) && !url.startsWith('data:')) complaints.push(`asked for ${url}`);
      });
      await page.goto(`${baseUrl}/_sandbox/`);
      await page.getByText('live', { exact: true }).waitFor();
      return page;
    },
    allowRefusals: () => {
      areRefusalsAllowed = true;
    },
  };
}
