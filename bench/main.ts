// Speed beside a floor, in the same run, as ratios: npm run bench -- [CASE...] [--runs 5] [--peer FOLDER] [--page FOLDER]
// In FOLDER of --peer alchemy is installed; --page writes the figures and a page of charts.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildPrograms } from './build-programs.ts';
import type { Result, Suite } from './compare.ts';
import { benchCreate } from './create.ts';
import { benchFewOfMany } from './few-of-many.ts';
import { benchImport } from './import.ts';
import { benchIncremental, benchLargePlan, benchSmallPlan } from './no-op-plan.ts';
import { writePage } from './page.ts';
import { benchSandboxThroughput } from './sandbox-throughput.ts';
import { benchStartup } from './startup.ts';
import { tableOf } from './table.ts';

const cases: Readonly<Record<string, (suite: Suite) => Promise<void>>> = {
  startup: benchStartup,
  'small-plan': benchSmallPlan,
  'large-plan': benchLargePlan,
  incremental: benchIncremental,
  'few-of-many': benchFewOfMany,
  create: benchCreate,
  import: benchImport,
  sandbox: benchSandboxThroughput,
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    peer: { type: 'string' },
    page: { type: 'string' },
  },
});
const runs = Number(values.runs);
const peer = values.peer === undefined ? undefined : resolve(values.peer);
const chosen = positionals.length === 0 ? Object.keys(cases) : positionals;
if (chosen.some((name) => !Object.hasOwn(cases, name)) || !Number.isSafeInteger(runs) || runs < 1) {
  console.error(`The cases are ${Object.keys(cases).join(', ')}; --runs is a number from 1.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'adsync-bench-'));
const results: Result[] = [];
try {
  const programs = await buildPrograms(folder);
  const report = (result: Result): void => {
    results.push(result);
    console.log(`${tableOf(result)}\n`);
  };
  for (const name of chosen) await cases[name]?.({ programs, runs, peer, report });
} finally {
  rmSync(folder, { recursive: true });
}
if (values.page !== undefined) {
  const processors = cpus().length;
  const model = cpus()[0]?.model ?? 'unknown';
  writePage(values.page, { machine: { node: process.version, processors, model }, results });
}
