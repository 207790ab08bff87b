import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startSandbox } from '../src/sandbox/start-sandbox.ts';
import { type Cost, measure } from './measure.ts';

const campaigns = 8000;
const accountId = '18ce54d4x5t';
const launcher = join(import.meta.dirname, '../bin/adsync.js');

/** An import of a large account and the plan after it, beside a bare listing of the same lists. */
export async function benchImport(): Promise<void> {
  const sandbox = await startSandbox({});
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  const { ready } = sandbox;
  const env = {
    ...process.env,
    ADSYNC_CONSUMER_KEY: ready.consumer_key,
    ADSYNC_CONSUMER_SECRET: ready.consumer_secret,
    ADSYNC_ACCESS_TOKEN: ready.access_token,
    ADSYNC_ACCESS_TOKEN_SECRET: ready.access_token_secret,
    ADSYNC_ADS_BASE_URL: ready.base_url,
    ADSYNC_ADS_SANDBOX_BASE_URL: ready.base_url,
  };
  const control = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${ready.admin_url}/${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
  const counted = async (name: string, argv: readonly string[]): Promise<Cost> => {
    const before = z.array(z.unknown()).parse(await control('requests')).length;
    const cost = await measure(argv, folder, env);
    const sent = z.array(z.unknown()).parse(await control('requests')).length - before;
    console.log(
      `  ${name.padEnd(13)} ${cost.seconds.toFixed(2)} s  ${cost.megabytes.toFixed(0)} MB  ${sent} requests`,
    );
    return cost;
  };
  try {
    await control('generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        account_id: accountId,
        campaigns,
        line_items_per_campaign: 2,
        tracking_tags_per_line_item: 1,
        targeting_per_line_item: 3,
        promoted_tweets_per_line_item: 1,
        active_share: 0.02,
      }),
    });
    console.log(`import of ${campaigns} campaigns with ${2 * campaigns} line items, whole processes`);
    const floor = await counted('bare listing', [join(import.meta.dirname, 'floor-import.ts')]);
    const done = await counted('adsync import', [launcher, 'import', accountId, '-o', 'live']);
    await counted('adsync plan', [launcher, 'plan', '--detailed-exitcode', 'live']);
    console.log(`  ratio         ${(done.seconds / floor.seconds).toFixed(2)}`);
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  }
}
