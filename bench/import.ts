import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchSandbox } from './bench-sandbox.ts';
import { type Cost, measure } from './measure.ts';

const campaigns = 8000;
const accountId = '18ce54d4x5t';
const launcher = join(import.meta.dirname, '../bin/adsync.js');

/** An import of a large account and the plan after it, beside a bare listing of the same lists. */
export async function benchImport(): Promise<void> {
  const sandbox = await startBenchSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  const counted = async (name: string, argv: readonly string[]): Promise<Cost> => {
    const before = await sandbox.requests();
    const cost = await measure(argv, folder, sandbox.env);
    const sent = (await sandbox.requests()) - before;
    console.log(
      `  ${name.padEnd(13)} ${cost.seconds.toFixed(2)} s  ${cost.megabytes.toFixed(0)} MB  ${sent} requests`,
    );
    return cost;
  };
  try {
    await sandbox.control('POST', 'generate', {
      account_id: accountId,
      campaigns,
      line_items_per_campaign: 2,
      tracking_tags_per_line_item: 1,
      targeting_per_line_item: 3,
      promoted_tweets_per_line_item: 1,
      active_share: 0.02,
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
