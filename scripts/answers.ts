// The demo's story with one wrong answer after another: npm run answers -- --count 1000 --seed 1
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`at most ${values.count} mutations of answers, seed ${seed}`);
const { status } = spawnSync('vitest', ['run', '--project', 'faults', 'test/system/answers'], {
  stdio: 'inherit',
  env: { ...process.env, ADSYNC_ANSWERS: values.count, ADSYNC_SEED: seed },
});
process.exit(status ?? 1);
