// Kills the real program at random moments, many times: npm run kills -- --count 1000 --seed 1 [--jobs 2] [--store postgres]
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startPostgres } from '../test/support/postgres.ts';
import { runTrial, type TrialResult } from '../test/system/kills/run-trial.ts';
import { createSite, type Site } from '../test/system/kills/site.ts';
import { databaseState, fileState, type StatePlace } from '../test/system/kills/state-place.ts';
import { trialOf } from '../test/system/kills/trial.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const whole = z.coerce.number().int().min(1);
const { count, seed, jobs, store } = z
  .object({ count: whole, seed: whole, jobs: whole, store: z.enum(['sqlite', 'postgres']) })
  .parse(values);

const started = performance.now();
const server = store === 'postgres' ? await startPostgres() : undefined;
const results: TrialResult[] = [];
let next = seed;
try {
  await Promise.all(Array.from({ length: jobs }, work));
} finally {
  await server?.remove();
}
summarise();

/** Does one trial after the other, as long as there are any, against a platform of its own. */
async function work(): Promise<void> {
  const site = await createSite();
  try {
    while (next < seed + count) {
      const trial = trialOf(next);
      next += 1;
      const result = await runTrial(site, trial, { state: await stateOf(site, trial.seed) });
      results.push(result);
      tell(result);
    }
  } finally {
    await site.remove();
  }
}

async function stateOf({ folder }: Site, number: number): Promise<StatePlace> {
  return server === undefined ? fileState(folder) : await databaseState(server, `kills_${number}`);
}

function tell({ seed, violations }: TrialResult): void {
  for (const { kind, what } of violations)
    console.log(
      `seed ${seed}: ${kind}: ${what}\n  npm run kills -- --count 1 --seed ${seed} --store ${store}`,
    );
  if (results.length % 50 === 0)
    console.log(`${results.length} of ${count} trials, ${minutes()} min, ${wrong().length} with violations`);
}

function summarise(): void {
  const sum = (of: (result: TrialResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const compared = results.filter(({ comparisons }) => comparisons.length > 0).length;
  const runs = results.flatMap(({ comparisons }) => comparisons);
  console.log(`
${results.length} trials on ${store}, seeds ${seed} to ${seed + count - 1}, ${minutes()} minutes
${sum(({ killed }) => killed)} kills, ${sum(({ openAtKill }) => openAtKill)} of them with a request under way
${sum(({ records }) => records)} records made
${compared} trials compared with a plan: ${runs.length} runs, ${runs.filter(({ hadOpen }) => hadOpen).length} of them with requests to find out about; at most ${Math.max(0, ...runs.map(({ extraReads }) => extraReads))} reads more than it takes
${sum(({ violations }) => violations.length)} violations in ${wrong().length} trials`);
  process.exitCode = wrong().length === 0 ? 0 : 1;
}

function wrong(): readonly TrialResult[] {
  return results.filter(({ violations }) => violations.length > 0);
}

function minutes(): string {
  return ((performance.now() - started) / 60_000).toFixed(1);
}
