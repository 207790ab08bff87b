// The long run of the simulation: npm run simulate -- --seeds 100000 [--from N] [--jobs 2]; one: --seed N; a crash at
// every step of the reference applies: --crash-points
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { crashAlong, referenceNames } from '../test/laws/simulation/crash-points.ts';
import { explain, runSeeds } from '../test/laws/simulation/run-seeds.ts';

const reportSchema = z.object({
  seeds: z.number(),
  runs: z.number(),
  requests: z.number(),
  ends: z.record(z.string(), z.number()),
  failures: z.array(z.object({ seed: z.number(), violation: z.string() })),
});
const rangeSchema = z.object({ from: z.number(), count: z.number() });

type Report = z.infer<typeof reportSchema>;
type Range = z.infer<typeof rangeSchema>;

/** Seeds that a worker gets at a time. */
const chunk = 500;

/** Threads that take one range after the other, and say what came of it. */
function startWorker(): {
  readonly run: (range: Range) => Promise<Report>;
  readonly end: () => Promise<unknown>;
} {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'worker' });
  return {
    run: async (range) => {
      worker.postMessage(range);
      return z.tuple([reportSchema]).parse(await once(worker, 'message'))[0];
    },
    end: async () => await worker.terminate(),
  };
}

function serve(): void {
  parentPort?.on('message', (message: unknown) => {
    const { from, count } = rangeSchema.parse(message);
    void runSeeds(from, count).then((report) => parentPort?.postMessage(report));
  });
}

function add(total: Report, report: Report): void {
  total.seeds += report.seeds;
  total.runs += report.runs;
  total.requests += report.requests;
  total.failures.push(...report.failures);
  for (const [end, count] of Object.entries(report.ends)) total.ends[end] = (total.ends[end] ?? 0) + count;
  for (const { seed, violation } of report.failures) console.log(`seed ${seed}: ${violation.split('\n')[0]}`);
}

async function runAll({ from, count }: Range, jobs: number): Promise<Report> {
  const total: Report = { seeds: 0, runs: 0, requests: 0, ends: {}, failures: [] };
  let next = from;
  const work = async (): Promise<void> => {
    const worker = startWorker();
    while (next < from + count) {
      const range = { from: next, count: Math.min(chunk, from + count - next) };
      next += range.count;
      add(total, await worker.run(range));
      if (total.seeds % 5000 === 0) console.log(`${total.seeds} seeds, ${total.failures.length} violations`);
    }
    await worker.end();
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return total;
}

async function crashEverywhere(): Promise<void> {
  let [crashes, wrong] = [0, 0];
  for (const name of referenceNames) {
    const report = await crashAlong(name);
    crashes += report.crashes;
    wrong += report.wrong.length;
    console.log([`${report.crashes} crash points of ${name}`, ...report.wrong].join('\n  '));
  }
  console.log(`${crashes} crash points, ${wrong} violations`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      'crash-points': { type: 'boolean', default: false },
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  if (values.seed !== undefined) {
    console.log(await explain(Number(values.seed)));
    return;
  }
  if (values['crash-points']) return await crashEverywhere();
  const started = performance.now();
  const total = await runAll({ from: Number(values.from), count: Number(values.seeds) }, Number(values.jobs));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const ends = Object.entries(total.ends)
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([end, count]) => `${end}: ${count}`);
  console.log(`${total.seeds} seeds, ${total.runs} runs, ${total.requests} requests in ${minutes} minutes`);
  console.log(`runs ended with ${ends.join(', ')}`);
  console.log(`${total.failures.length} violations`);
  for (const { seed } of total.failures.slice(0, 3)) console.log(await explain(seed));
  process.exitCode = total.failures.length === 0 ? 0 : 1;
}

if (isMainThread) await main();
else serve();
