// All tests of a room with what they test, as one module: loading it is most of what a mutant costs.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { build } from 'tsdown';
import { z } from 'zod';

const room = z.enum(['planner', 'appliers']).parse(process.argv[2]);
/** In these size matters, or many worlds: seconds for each mutant. */
const large = new Set(['hostile.test.ts', 'need-order.test.ts']);
const folder = 'test/mutation';
const entry = `${folder}/${room}.ts`;

const names = (await readdir(`test/${room}`)).filter((name) => name.endsWith('.test.ts') && !large.has(name));
const suites = names
  .toSorted()
  .map((name) => `describe('${name}', async () => { await import('../${room}/${name}'); });`);
await writeFile(entry, `import { describe } from 'vitest';\n${suites.join('\n')}\n`);
await build({
  entry: { 'room.test': entry },
  deps: { alwaysBundle: [/./], neverBundle: [/^vitest/], onlyBundle: false },
  config: false,
  format: 'esm',
  dts: false,
  outDir: `${folder}/built`,
  outputOptions: { codeSplitting: false },
  logLevel: 'warn',
});
await rm(entry);
