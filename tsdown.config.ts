import { defineConfig } from 'tsdown';

// Every file lies two folders deep, so that what is built finds package.json and examples where the sources do.
const common = {
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outDir: 'dist',
  dts: false,
  fixedExtension: false,
} as const;

/** What other programs import: it shares the packages that they have installed. */
export const library = defineConfig({
  ...common,
  entry: {
    'runs/index': 'src/runs/index.ts',
    'schemas/document': 'src/schemas/document.ts',
    'schemas/plan': 'src/schemas/plan.ts',
  },
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
});

/** The program with its packages in few files: finding and opening hundreds of them takes most of a start. */
export const program = defineConfig({
  ...common,
  entry: { 'cli/main': 'src/cli/main.ts' },
  outputOptions: {
    chunkFileNames: 'program/[name]-[hash].js',
    // What every start needs, in one file.
    codeSplitting: {
      groups: [
        {
          name: 'base',
          test: /src\/(?:diagnostics\/|report\/(?:style|layout|wrap-lines|text-width|error-text)|config\/document-error|cli\/(?:context|log|report-error|exit))/,
        },
      ],
    },
  },
  // Emptied before the library is built.
  clean: false,
  deps: {
    alwaysBundle: [
      'canonicalize',
      'commander',
      'csv-parse',
      'diff',
      'fast-json-patch',
      'fastest-levenshtein',
      'ignore',
      'kysely',
      'oauth-1.0a',
      're2js',
      'undici',
      'yaml',
      'zod',
    ],
    onlyBundle: false,
  },
});

export default [library, program];
