// Commands that change files, killed or with a full disk at one change: npm run writes -- --count 200 --seed 1
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`${values.count} trials of commands that change files, seed ${seed}`);
const { status } = spawnSync('vitest', ['run', '--project', 'faults', 'test/system/writes'], {
  stdio: 'inherit',
  env: { ...process.env, ADSYNC_WRITES: values.count, ADSYNC_SEED: seed },
});
process.exit(status ?? 1);
