// Everything that a commit must pass, in the order of what fails fastest; the first failure ends the run.
import { spawnSync } from 'node:child_process';

/** Projects whose tests together take every branch of the rooms that vitest.config.ts names. Coverage nearly doubles the time of a test. */
const covering = ['core', 'platform', 'state', 'apply', 'isolated'];

const checks = [
  ['types', 'tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/adsync/types.tsbuildinfo'],
  ['types of browser code', 'tsc', '--noEmit', '-p', 'src/report/browser'],
  ['types of the console', 'tsc', '--noEmit', '-p', 'packages/sandbox/src/console/browser'],
  ['format and lint', 'biome', 'check', '--error-on-warnings'],
  ['lint with types', 'oxlint', '--type-aware', '--deny-warnings'],
  ['arrows', 'node', 'scripts/check-arrows.mjs'],
  ['facts about the platform', 'node', 'scripts/check-facts.ts'],
  ['dead code', 'knip'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
  [
    'tests that take every branch',
    'vitest',
    'run',
    '--coverage',
    ...covering.map((name) => `--project=${name}`),
  ],
  ['all other tests', 'vitest', 'run', ...covering.map((name) => `--project=!${name}`)],
];

for (const [name, command, ...args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  if (status !== 0) process.exit(1);
}
