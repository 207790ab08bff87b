#!/usr/bin/env node
// Plain JavaScript without newer syntax: it has to start on an old Node to say that it is too old.
const needed = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < needed) {
  process.stderr.write(`adsync needs Node ${needed} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
// Imported, each of the two would load parts of Node that hardly a command needs.
process.getBuiltinModule('node:module').enableCompileCache();
const { existsSync } = process.getBuiltinModule('node:fs');
// A checkout runs its sources; what is published holds only what was built of them.
const sources = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(sources) ? sources.href : new URL('../dist/cli/main.js', import.meta.url).href);
