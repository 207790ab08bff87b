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
const isolatedFiles = 'test/*/isolated/*.test.ts';

/** Where a wrong turn costs money or loses what is known, every branch is taken by a test. */
const everyBranch = [
  'src/planner/**',
  'src/appliers/**',
  'src/state/**',
  'src/platform/{batch,concurrency,judge,pace,pacer,retry}.ts',
];

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: availableParallelism(),
    reporters: ['default', './test/support/project-times-reporter.ts'],
    projects: [
      suite('core', ['diagnostics', 'schemas', 'planner', 'report']),
      suite('config', ['config']),
      suite('platform', ['platform', 'live']),
      suite('state', ['state']),
      suite('audiences', ['audiences', 'lookups'], 60_000),
      suite('rules', ['rules'], 60_000),
      suite('editor', ['editor'], 60_000),
      suite('walks', ['walks'], 120_000),
      suite('kinds', ['kinds'], 60_000),
      suite('sandbox', ['sandbox']),
      suite('clients', ['clients']),
      suite('console', ['console'], 60_000),
      suite('html', ['html'], 60_000),
      suite('worlds', ['worlds'], 240_000),
      suite('apply', ['appliers'], 60_000),
      suite('edit', ['edit'], 120_000),
      suite('import', ['import'], 60_000),
      suite('cli', ['cli'], 60_000),
      suite('journeys', ['journeys'], 60_000),
      suite('simulation', ['simulation'], 240_000),
      suite('pipelines', ['pipelines'], 120_000),
      suite('kills', ['kills'], 120_000),
      suite('faults', ['faults'], 120_000),
      suite('library', ['library'], 60_000),
      suite('policies', ['policies'], 60_000),
      suite('terminal', ['terminal'], 60_000),
      {
        extends: true as const,
        test: { name: 'isolated', include: [isolatedFiles], testTimeout: 60_000, hookTimeout: 60_000 },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**', 'packages/*/src/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: Object.fromEntries(everyBranch.map((files) => [files, { branches: 100 }])),
    },
  },
});
