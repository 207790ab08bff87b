import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const suite = (name: string, folders: readonly string[], timeout = 20_000) => ({
  extends: true as const,
  test: {
    name,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

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
      suite('worlds', ['worlds'], 60_000),
      suite('apply', ['appliers'], 60_000),
      suite('edit', ['edit'], 60_000),
      suite('import', ['import'], 60_000),
      suite('cli', ['cli'], 60_000),
      suite('journeys', ['journeys'], 60_000),
      suite('simulation', ['simulation'], 60_000),
      suite('pipelines', ['pipelines'], 120_000),
      suite('kills', ['kills'], 120_000),
      suite('faults', ['faults'], 120_000),
      suite('policies', ['policies'], 60_000),
    ],
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'json-summary'] },
  },
});
