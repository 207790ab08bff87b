import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The files of some folders. Those of one thread share what they import: loading it anew would take most of the time. */
const suite = (name: string, folders: readonly string[], timeout = 20_000) => ({
  extends: true as const,
  test: {
    name,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [isolatedFiles],
    isolate: false,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

/** Files that put others in the place of modules, or patch them for good, as nock does. */
const isolatedFiles = 'test/*/*/isolated/*.test.ts';

/** Where a wrong turn costs money or loses what is known, every branch is taken by a test. */
const everyBranch = [
  'src/planner/**/*.ts',
  'src/appliers/**/*.ts',
  'src/state/**/*.ts',
  'src/platform/{batch,concurrency,judge,pace,pacer,retry}.ts',
];

export default defineConfig({
  test: {
    pool: 'threads',
    // One more than there are cores: many tests wait, for a process, a lease or a lock.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './test/support/memory-folder.ts',
    reporters: ['default', './test/support/project-times-reporter.ts'],
    projects: [
      suite('core', ['unit/diagnostics', 'unit/schemas', 'unit/planner', 'unit/report', 'unit/stops']),
      suite('config', ['unit/config', 'system/mistakes']),
      suite('platform', ['unit/platform', 'unit/client', 'unit/live', 'unit/profiles']),
      suite('state', ['unit/state']),
      suite('audiences', ['unit/audiences', 'unit/lookups'], 60_000),
      suite('rules', ['laws/rules'], 60_000),
      suite('editor', ['system/editor'], 60_000),
      suite('walks', ['laws/walks'], 120_000),
      suite('kinds', ['laws/kinds', 'laws/blame'], 60_000),
      suite('sandbox', ['unit/sandbox']),
      suite('clients', ['system/clients']),
      suite('console', ['system/console'], 60_000),
      suite('html', ['system/html'], 60_000),
      suite('plans', ['laws/plans'], 240_000),
      suite('worlds', ['laws/worlds'], 240_000),
      suite('apply', ['unit/appliers'], 60_000),
      suite('edit', ['unit/edit'], 120_000),
      suite('import', ['unit/import'], 60_000),
      suite('cli', ['system/cli'], 60_000),
      suite('journeys', ['system/journeys'], 60_000),
      suite('simulation', ['laws/simulation'], 240_000),
      suite('pipelines', ['system/pipelines'], 120_000),
      suite('kills', ['system/kills'], 120_000),
      suite('faults', ['system/faults', 'system/answers', 'system/writes'], 120_000),
      suite('stops', ['system/stops'], 120_000),
      suite('library', ['system/library'], 60_000),
      suite('policies', ['system/policies'], 60_000),
      suite('terminal', ['system/terminal'], 60_000),
      {
        extends: true as const,
        test: { name: 'isolated', include: [isolatedFiles], testTimeout: 60_000, hookTimeout: 60_000 },
      },
    ],
    coverage: {
      provider: 'v8',
      include: everyBranch,
      reporter: [['text', { skipFull: true }]],
      thresholds: Object.fromEntries(everyBranch.map((files) => [files, { branches: 100 }])),
    },
  },
});
