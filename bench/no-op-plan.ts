import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startBenchSandbox } from './bench-sandbox.ts';
import { measure, median } from './measure.ts';

const campaigns = 5000;
const latencyMs = 50;
const rounds = 5;
const accountId = '18ce54d4x5t';
const launcher = join(import.meta.dirname, '../bin/adsync.js');
const campaignSchema = z.object({
  account_id: z.string(),
  name: z.string(),
  funding_instrument_id: z.string(),
  daily_budget_amount_local_micro: z.number().nullable(),
  total_budget_amount_local_micro: z.number().nullable(),
});

/** A plan of campaigns that are as declared, beside a bare loop that lists the same pages and parses them. */
export async function benchNoOpPlan(): Promise<void> {
  const { env, control, requests, stop } = await startBenchSandbox({ latencyMs });
  const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
  try {
    await control('POST', 'generate', { account_id: accountId, campaigns });
    const dump = z
      .object({ campaigns: z.array(campaignSchema) })
      .parse(await control('GET', `dump?account_id=${accountId}`));
    writeFileSync(join(folder, 'campaigns.yaml'), documentOf(dump.campaigns));
    await measure([launcher, 'apply', '--yes', '--adopt'], folder, env);

    const before = await requests();
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const plan = await measure([launcher, 'plan', '--detailed-exitcode'], folder, env);
      const floor = await measure([join(import.meta.dirname, 'floor-list.ts')], folder, env);
      pairs.push({ plan, floor });
    }
    const each = ((await requests()) - before) / rounds / 2;
    const plan = median(pairs.map((pair) => pair.plan));
    const floor = median(pairs.map((pair) => pair.floor));
    console.log(
      `plan without changes, ${dump.campaigns.length} campaigns, ${latencyMs} ms latency, median of ${rounds}, whole processes`,
    );
    console.log(
      `  adsync plan   ${plan.seconds.toFixed(2)} s  ${plan.megabytes.toFixed(0)} MB  ${each} requests`,
    );
    console.log(
      `  bare listing  ${floor.seconds.toFixed(2)} s  ${floor.megabytes.toFixed(0)} MB  ${each} requests`,
    );
    console.log(`  ratio         ${(plan.seconds / floor.seconds).toFixed(2)}`);
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

function units(micro: number): string {
  return (micro / 1_000_000).toFixed(2);
}

function documentOf(campaigns: readonly z.infer<typeof campaignSchema>[]): string {
  const instruments = [...new Set(campaigns.map((campaign) => campaign.funding_instrument_id))];
  const entries = campaigns.map((campaign, index) => {
    const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = campaign;
    const budgets = [
      daily === null ? '' : `, daily_budget: ${units(daily)}`,
      total === null ? '' : `, total_budget: ${units(total)}`,
    ];
    return `      c${index}: { name: ${JSON.stringify(campaign.name)}, funding_instrument: fi-${campaign.funding_instrument_id}${budgets.join('')} }\n`;
  });
  return `version: 1
accounts:
  acme-us:
    id: ${accountId}
    funding_instruments: { ${instruments.map((id) => `fi-${id}: { id: ${id} }`).join(', ')} }
    campaigns:
${entries.join('')}`;
}
