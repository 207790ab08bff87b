import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', main: 'src/command/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outDir: 'dist',
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  dts: false,
  fixedExtension: false,
});
