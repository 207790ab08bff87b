// The same kills for alchemy: npm install alchemy@0.94.0 in a folder, then node bench/peer.ts FOLDER [--count 50] [--seed 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startSandbox } from '../packages/sandbox/src/start-sandbox.ts';
import { sandboxEnvironment } from '../src/cli/serve-sandbox.ts';
import { type Random, randomFrom } from '../test/support/worlds/random.ts';

/** So many milliseconds after so many campaigns. */
interface Kill {
  readonly created: number;
  readonly thenMs: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const alchemy = resolve(positionals[0] ?? '.', 'node_modules/alchemy/lib/index.js');
const program = join(import.meta.dirname, 'peer-program.mjs');
const campaigns = 60;
const dumpSchema = z.object({ campaigns: z.array(z.object({ name: z.string().nullable() })) });

const sandbox = await startSandbox({});
const environment = { ...process.env, ...sandboxEnvironment(sandbox.ready), ALCHEMY_TELEMETRY_DISABLED: '1' };
const seen = { duplicates: 0, trialsWithDuplicates: 0, unfinished: 0 };
const trials = Number(values.count);
for (let trial = 0; trial < trials; trial += 1) {
  const { duplicates, finished } = await runTrial(randomFrom(Number(values.seed) + trial));
  seen.duplicates += duplicates;
  if (duplicates > 0) seen.trialsWithDuplicates += 1;
  if (!finished) seen.unfinished += 1;
}
await sandbox.stop();
console.log(`${trials} kills while ${campaigns} campaigns are created:
${seen.trialsWithDuplicates} trials with duplicates, ${seen.duplicates} duplicates in all, ${seen.unfinished} trials that could not be ended`);

/** Kills a run after so many campaigns, and runs it again to its end. */
async function runTrial(
  random: Random,
): Promise<{ readonly duplicates: number; readonly finished: boolean }> {
  await control('POST', 'reset');
  const folder = await mkdtemp(join(tmpdir(), 'adsync-peer-'));
  try {
    await run(folder, { created: 1 + random.below(campaigns), thenMs: random.below(20) });
    await sleep(100);
    const finished = (await run(folder, undefined)) === 0;
    const names = dumpSchema.parse(await control('GET', 'dump')).campaigns.map(({ name }) => name);
    const ours = names.filter((name) => name?.startsWith('Campaign ') === true);
    return { duplicates: ours.length - new Set(ours).size, finished };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(cwd: string, kill: Kill | undefined): Promise<number | null> {
  const child = spawn(process.execPath, [program, alchemy, `${campaigns}`], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let created = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'created') return;
    created += 1;
    if (created === kill?.created) setTimeout(() => child.kill('SIGKILL'), kill.thenMs);
  });
  const [code] = z.tuple([z.int().nullable(), z.unknown()]).parse(await once(child, 'close'));
  return code;
}

async function control(method: string, path: string): Promise<unknown> {
  const answer = await fetch(`${sandbox.ready.admin_url}/${path}`, { method });
  return await answer.json();
}
