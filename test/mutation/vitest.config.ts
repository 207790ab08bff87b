import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.ts';

export default defineConfig({
  test: {
    include: ['*.test.mjs'],
    testTimeout: 20_000,
    setupFiles: ['test/mutation/no-mutant.ts'],
    isolate: false,
    server: { deps: { external: [/built[\\/]program/] } },
  },
  plugins: [
    {
      name: keptThread.name,
      // Stryker names a pool of its own.
      configureVitest: ({ project }) => {
        project.config.pool = keptThread.name;
        project.config.poolRunner = keptThread;
      },
    },
  ],
});
