// Accounts read in part, and from changes, against reading in full: npm run histories -- --count 10000 --seed 7
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`${values.count} histories and as many worlds, seed ${seed}`);
const worlds = String(Number(values.count) * 20);
const { status } = spawnSync(
  'vitest',
  ['run', '--project', 'worlds', 'histories', 'read-in-part', '--testTimeout', '86400000'],
  {
    stdio: 'inherit',
    env: { ...process.env, ADSYNC_HISTORIES: values.count, ADSYNC_WORLDS: worlds, ADSYNC_SEED: seed },
  },
);
process.exit(status ?? 1);
