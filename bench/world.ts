import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchSandbox, startBenchSandbox } from './bench-sandbox.ts';
import type { Size } from './generated-document.ts';

/** The account of all cases. */
export const accountId = '18ce54d4x5t';

/** Works with an account of a size and an empty folder; both are gone afterwards. */
export async function inWorld<Done>(
  { latencyMs, size }: { readonly latencyMs: number; readonly size: Size },
  work: (folder: string, sandbox: BenchSandbox) => Promise<Done>,
): Promise<Done> {
  const sandbox = await startBenchSandbox({ latencyMs });
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  try {
    await fill(sandbox, size);
    return await work(folder, sandbox);
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Adds what the sandbox generates, all of it PAUSED. */
async function fill(sandbox: BenchSandbox, { campaigns, lineItems, tagsOfEach }: Size): Promise<void> {
  await sandbox.control('POST', 'generate', {
    account_id: accountId,
    campaigns,
    line_items_per_campaign: lineItems,
    tracking_tags_per_line_item: tagsOfEach,
  });
}
