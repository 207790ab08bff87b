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
      suite('sandbox', ['sandbox']),
      suite('clients', ['clients']),
      suite('console', ['console'], 60_000),
      suite('worlds', ['worlds'], 60_000),
      suite('apply', ['appliers'], 60_000),
      suite('cli', ['cli'], 60_000),
      suite('journeys', ['journeys'], 60_000),
    ],
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'json-summary'] },
  },
});
