// Stops and their ends, killed at requests and moments, with changes by others between: npm run stops -- --count 300 --seed 1
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '300' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`${values.count} trials of stops and their ends, seed ${seed}`);
const { status } = spawnSync('vitest', ['run', '--project', 'stops'], {
  stdio: 'inherit',
  env: { ...process.env, ADSYNC_STOPS: values.count, ADSYNC_SEED: seed },
});
process.exit(status ?? 1);
