// The longer run of the random walks over all kinds: npm run walks -- --count 300 --seed 1
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '300' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`${values.count} walks, seeds from ${seed}`);
const { status } = spawnSync('vitest', ['run', '--project', 'walks', '--testTimeout', '600000'], {
  stdio: 'inherit',
  env: { ...process.env, ADSYNC_WALKS: values.count, ADSYNC_SEED: seed },
});
process.exit(status ?? 1);
