import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { createSignInBench, decide, onceShown, type SignInBench, shownAddress } from '../cli/sign-in.ts';
import { openBrowser } from './browser.ts';

const program = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);

afterAll(() => browser.close());

/** A window of a browser in which nobody is signed in; what it complains of in its console is a failure. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(50_000);
  const complaints: string[] = [];
  // A browser asks every host for its icon, and complains where there is none.
  page.on('console', (message) => {
    if (!/favicon\.ico|status of 4\d\d/.test(`${message.location().url} ${message.text()}`))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  onTestFinished(() => expect(complaints).toEqual([]));
  return page;
}

async function answerPage(page: Page, address: string, button: 'Authorize app' | 'Cancel'): Promise<void> {
  await page.goto(address);
  if (button === 'Authorize app') await page.getByLabel('Your name on the sandbox').fill('acme_manager');
  await page.getByRole('button', { name: button }).click();
}

/** The program in a process of its own, signing in; gives what it shows until it has ended. */
function startLogin({ bench, profiles }: SignInBench): {
  /** Ends it as nothing in it can notice. */
  kill(): void;
  readonly address: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string }>;
} {
  const {
    ADSYNC_ACCESS_TOKEN: _token,
    ADSYNC_ACCESS_TOKEN_SECRET: _secret,
    ...env
  } = sandboxEnvironment(bench.sandbox.ready);
  const child = spawn(process.execPath, [program, 'auth', 'login', '--no-keychain', '--no-browser'], {
    cwd: bench.folder,
    env: { PATH: process.env['PATH'], ADSYNC_CONFIG_DIR: join(profiles, '..'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const written = { stdout: '', stderr: '' };
  const { promise: address, resolve } = Promise.withResolvers<string>();
  child.stdout.on('data', (chunk) => (written.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => {
    written.stderr += String(chunk);
    const shown = shownAddress(written.stderr);
    if (shown !== undefined) resolve(shown);
  });
  const ending = async () => {
    const [code] = z
      .tuple([z.number().nullable()])
      .rest(z.unknown())
      .parse(await once(child, 'close'));
    return { code, stdout: written.stdout + (code === 0 ? '' : written.stderr) };
  };
  return { kill: () => void child.kill('SIGKILL'), address, ended: ending() };
}

test('a user lets the application in, in a browser, and the program is signed in', async () => {
  const bench = await createSignInBench();
  const page = await openPage();
  const login = startLogin(bench);

  await answerPage(page, await login.address, 'Authorize app');
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  const text = await page.locator('body').innerText();
  const html = await page.content();
  const { code, stdout } = await login.ended;

  expect(stdout).toContain('Signed in as @acme_manager');
  expect(code).toBe(0);
  expect(text).toContain('You can close this window and go back to the terminal.');
  for (const [, value] of new URL(page.url()).searchParams) expect(html).not.toContain(value);
  expect((await stat(join(bench.profiles, 'default.yaml'))).mode & 0o777).toBe(0o600);
  expect(await bench.run(['accounts'])).toMatchObject({ code: 0, stderr: '' });
});

test('a sign-in that is killed leaves nothing behind, and nobody who would take its answer', async () => {
  const bench = await createSignInBench();
  const login = startLogin(bench);
  const { location } = await decide(await login.address);

  login.kill();
  await login.ended;

  await expect(fetch(location)).rejects.toThrow('fetch failed');
  await expect(stat(bench.profiles)).rejects.toThrow('ENOENT');
});

test('a user who cancels in the browser is told there that the program is not signed in', async () => {
  const bench = await createSignInBench();
  const page = await openPage();
  const visit = onceShown(async (address) => {
    await answerPage(page, address, 'Cancel');
    await page.getByText('You have not let the application in.').waitFor();
  });

  const ran = await bench.login(['auth', 'login'], { onOutput: visit.onOutput });
  await visit.done();

  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('error[ADSYNC_LOGIN_FAILED]: the application was not let in');
});

test('a user types the PIN that the page shows', async () => {
  const bench = await createSignInBench();
  const page = await openPage();
  const visit = onceShown(async (address, _press, type) => {
    await answerPage(page, address, 'Authorize app');
    type(`${await page.locator('.pin').innerText()}\r`);
  });

  const ran = await bench.login(['auth', 'login', '--oob'], {
    isInteractive: true,
    onOutput: visit.onOutput,
  });
  await visit.done();

  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('@acme_manager');
});
