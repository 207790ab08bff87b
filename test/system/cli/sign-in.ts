import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ran, RunOptions } from '../../support/run-with.ts';
import { type Bench, createBench } from './harness.ts';

/** The environment of somebody who is not signed in, with the application's keys and the sandbox's addresses. */
export const signedOut = { ADSYNC_ACCESS_TOKEN: undefined, ADSYNC_ACCESS_TOKEN_SECRET: undefined };
/** Neither credentials nor addresses, so that all comes from a profile. */
export const bare = {
  ...signedOut,
  ADSYNC_CONSUMER_KEY: undefined,
  ADSYNC_CONSUMER_SECRET: undefined,
  ADSYNC_BASE_URL: undefined,
  ADSYNC_ADS_BASE_URL: undefined,
  ADSYNC_ADS_SANDBOX_BASE_URL: undefined,
};

/** A bench of somebody with a settings folder of their own, and where that is. */
export interface SignInBench {
  readonly bench: Bench;
  readonly profiles: string;
  /** Runs a command with the application's keys in the environment. */
  login(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs a command with nothing in the environment. */
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
}

/** A bench whose commands keep profiles in a folder of its own. */
export async function createSignInBench(): Promise<SignInBench> {
  const bench = await createBench();
  const settings = join(bench.folder, 'settings');
  await mkdir(settings, { mode: 0o700 });
  const withEnv =
    (env: RunOptions['env']) =>
    async (argv: readonly string[], options: RunOptions = {}) =>
      await bench.adsync(argv, { ...options, env: { ...env, ADSYNC_CONFIG_DIR: settings, ...options.env } });
  return { bench, profiles: join(settings, 'profiles'), login: withEnv(signedOut), run: withEnv(bare) };
}

/** The address that a sign-in shows; `undefined` while it has not. */
export function shownAddress(text: string): string | undefined {
  return /^ {2}(http:\S+\/oauth\/authorize\?oauth_token=\S+)\n/m.exec(text)?.[1];
}

/** Decides on the page of an approval as a browser does; gives where that leads, or the page. */
export async function decide(
  address: string,
  { decision = 'approve', user = 'acme_admin' }: { decision?: 'approve' | 'decline'; user?: string } = {},
): Promise<{ readonly location: string; readonly page: string }> {
  const form = new URLSearchParams({
    oauth_token: new URL(address).searchParams.get('oauth_token') ?? '',
    screen_name: user,
    decision,
  });
  const answer = await fetch(new URL('/oauth/authorize', address), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return { location: answer.headers.get('location') ?? '', page: await answer.text() };
}

/** The PIN on the page that an approval shows. */
export async function pinAt(address: string): Promise<string> {
  const { page } = await decide(address);
  const pin = /<kbd>(\d+)<\/kbd>/.exec(page)?.[1];
  if (pin === undefined) throw new Error(page);
  return pin;
}

/** Does something once, with the address that a sign-in shows and keys to press; `done` when it is done. */
export function onceShown(
  act: (address: string, press: () => void, type: (text: string) => void) => Promise<void>,
): {
  readonly onOutput: NonNullable<RunOptions['onOutput']>;
  done(): Promise<void>;
} {
  let acting: Promise<void> | undefined;
  return {
    onOutput: (text, press, type) => {
      const address = shownAddress(text);
      if (address !== undefined) acting ??= act(address, press, type);
    },
    done: async () => {
      expect(acting).toBeDefined();
      await acting;
    },
  };
}

/** Signs in by a browser that does what it is led to. */
export async function signInThrough(
  bench: SignInBench,
  argv: readonly string[] = ['auth', 'login'],
  options: RunOptions & { readonly user?: string } = {},
): Promise<Ran> {
  const { user, ...more } = options;
  const browser = onceShown(async (address) => {
    const { location } = await decide(address, user === undefined ? {} : { user });
    await (await fetch(location)).text();
  });
  const ran = await bench.login(argv, { ...more, onOutput: browser.onOutput });
  await browser.done();
  return ran;
}
