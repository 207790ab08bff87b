import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createSite, type Logged, type Site } from './site.ts';

const count = 60;
export const apply = ['apply', '--yes', '--json'];

/** A site with a document of 60 campaigns, in batches of so many. */
export async function siteWithCampaigns(batch = 10): Promise<Site> {
  const site = await createSite();
  onTestFinished(site.remove);
  const entries = Array.from({ length: count }, (_, index): readonly [string, object] => [
    `c${index}`,
    { name: `Campaign ${index}`, funding_instrument: 'credit', daily_budget: 5 },
  ]);
  const account = {
    id: '18ce54d4x5t',
    limits: { batch: { campaigns: batch } },
    funding_instruments: { credit: { id: 'hxtet' } },
    campaigns: Object.fromEntries(entries),
  };
  await writeFile(
    join(site.folder, 'campaigns.yaml'),
    JSON.stringify({ version: 1, accounts: { 'acme-us': account } }),
  );
  return site;
}

/**
 * Fails unless exactly what is declared is live, and nothing is left to do. Of the names given there may be two: a
 * process that stood still between its last look at the clock and the first byte still sends what it had recorded.
 */
export async function expectDone(site: Site, mayBeTwice: readonly string[] = []): Promise<void> {
  const names = ((await site.dump())['campaigns'] ?? [])
    .filter(({ name }) => name !== 'Evergreen')
    .map(({ name }) => String(name));
  const again = names.filter((name, index) => names.indexOf(name) !== index);
  expect(again.filter((name) => !mayBeTwice.includes(name))).toEqual([]);
  expect(new Set(again).size).toBe(again.length);
  expect(new Set(names)).toEqual(new Set(Array.from({ length: count }, (_, index) => `Campaign ${index}`)));
  expect(await site.runHere(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
}

export async function writes(site: Site, since = 0): Promise<readonly Logged[]> {
  return (await site.requests(since)).filter(({ method }) => method !== 'GET');
}

/** Waits until so many write requests have reached the platform. */
export async function untilWrites(site: Site, least: number): Promise<void> {
  while ((await writes(site)).length < least) await sleep(5);
}

/**
 * Makes a process see the time so many seconds later, as after the lease of another has run out, and take itself for one
 * of another machine: what lives on the same one is never replaced.
 */
export function laterBy(seconds: number): Readonly<Record<string, string>> {
  const shift = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    const now = Date.now.bind(Date);
    Date.now = () => now() + ${seconds * 1000};
    os.hostname = () => 'another-machine';
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` };
}
