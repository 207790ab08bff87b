// The tests of a room, each a module, beside all that they test as one: loading it is most of what a mutant costs.
import { readdir } from 'node:fs/promises';
import { build } from 'tsdown';
import { z } from 'zod';

const room = z.enum(['planner', 'appliers']).parse(process.argv[2]);
/** In these size matters, or many worlds: seconds for each mutant. */
const large = new Set(['hostile.test.ts', 'need-order.test.ts']);
const folders = { planner: ['test/unit/planner', 'test/laws/plans'], appliers: ['test/unit/appliers'] };

const files = await Promise.all(
  folders[room].map(async (folder) =>
    (await readdir(folder))
      .filter((name) => name.endsWith('.test.ts') && !large.has(name))
      .map((name) => `${folder}/${name}`),
  ),
);
await build({
  entry: files.flat(),
  deps: { alwaysBundle: [/./], neverBundle: [/^vitest/], onlyBundle: false },
  config: false,
  format: 'esm',
  dts: false,
  outDir: 'test/mutation/built',
  outputOptions: { codeSplitting: { groups: [{ name: 'program', test: (id) => !id.endsWith('.test.ts') }] } },
  logLevel: 'warn',
});
