import { defineConfig } from 'tsdown';

// Every file lies two folders deep, so that what is built finds package.json and examples where the sources do.
export default defineConfig({
  entry: {
    'cli/main': 'src/cli/main.ts',
    'runs/index': 'src/runs/index.ts',
    'schemas/document': 'src/schemas/document.ts',
    'schemas/plan': 'src/schemas/plan.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outDir: 'dist',
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  dts: false,
  fixedExtension: false,
});
