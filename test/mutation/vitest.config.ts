import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/mutation/built/room.test.mjs'],
    testTimeout: 20_000,
    experimental: { viteModuleRunner: false },
  },
});
