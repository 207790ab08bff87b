import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * The files of some folders. Those of one thread share what they import: loading it anew would take most of the time. The
 * timeout, in milliseconds, is for tests that hang; on a busy machine a slow one takes many times what it takes alone.
 */
const suite = (name: string, folders: readonly string[], timeout = 60_000) => ({
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
      suite('platform', ['unit/platform', 'unit/events', 'unit/client', 'unit/live', 'unit/profiles']),
      suite('state', ['unit/state']),
      suite('audiences', ['unit/audiences', 'unit/lookups']),
      suite('rules', ['laws/rules']),
      suite('editor', ['system/editor']),
      suite('walks', ['laws/walks'], 120_000),
      suite('kinds', ['laws/kinds', 'laws/blame']),
      suite('sandbox', ['unit/sandbox']),
      suite('clients', ['system/clients']),
      suite('console', ['system/console']),
      suite('html', ['system/html']),
      suite('plans', ['laws/plans'], 240_000),
      suite('worlds', ['laws/worlds'], 240_000),
      suite('apply', ['unit/appliers']),
      suite('edit', ['unit/edit'], 120_000),
      suite('import', ['unit/import']),
      suite('cli', ['system/cli']),
      suite('journeys', ['system/journeys']),
      suite('simulation', ['laws/simulation'], 240_000),
      suite('pipelines', ['system/pipelines'], 120_000),
      suite('kills', ['system/kills'], 120_000),
      suite('faults', ['system/faults', 'system/answers', 'system/writes'], 120_000),
      suite('stops', ['system/stops'], 120_000),
      suite('library', ['system/library']),
      suite('policies', ['system/policies']),
      suite('terminal', ['system/terminal']),
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
