import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';
import { program } from '../tsdown.config.ts';

const project = join(import.meta.dirname, '..');
const floors = ['floor-list', 'floor-import', 'floor-create'];

/** Paths of programs that Node runs as they are. */
export interface Programs {
  /** adsync as it is installed: what the package holds, and what it depends on. */
  readonly adsync: string;
  /** A program that does nothing. */
  readonly empty: string;
  /** The path of a floor by its name. */
  readonly floor: (name: string) => string;
}

/** Builds adsync as its package is built, and the floors with the same tools, into a folder. */
export async function buildPrograms(folder: string): Promise<Programs> {
  const installed = join(folder, 'node_modules/adsync');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of ['bin', 'schemas', 'templates', 'package.json'])
    cpSync(join(project, name), join(installed, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(installed, 'node_modules'));
  await build({
    ...program,
    config: false,
    cwd: project,
    outDir: join(installed, 'dist'),
    logLevel: 'error',
  });
  await build({
    config: false,
    cwd: project,
    entry: floors.map((name) => join(import.meta.dirname, `${name}.ts`)),
    format: 'esm',
    platform: 'node',
    target: 'node24',
    fixedExtension: true,
    dts: false,
    outDir: join(installed, 'floors'),
    logLevel: 'error',
  });
  const empty = join(installed, 'floors/empty.mjs');
  writeFileSync(empty, '');
  return {
    adsync: join(installed, 'bin/adsync.js'),
    empty,
    floor: (name) => join(installed, 'floors', `${name}.mjs`),
  };
}
