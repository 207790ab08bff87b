// The longer run of the generated worlds: npm run worlds -- --count 10000 --seed 7
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`${values.count} worlds, seed ${seed}`);
const startedAt = performance.now();
const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--project',
    'plans',
    '--project',
    'worlds',
    'schedule',
    'applied-worlds',
    'whole-worlds',
    'applied-whole',
    'read-in-part',
    '--testTimeout',
    '86400000',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, ADSYNC_WORLDS: values.count, ADSYNC_SEED: seed },
  },
);
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
process.exit(status ?? 1);
