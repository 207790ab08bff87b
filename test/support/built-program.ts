import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');
const cache = join(project, 'node_modules/.cache/adsync');
const keptMs = 3_600_000;
/** What the program reads while it runs. */
const beside = ['bin', 'package.json', 'templates', 'examples/demo'];

/** The program with its packages in few files. */
export interface BuiltProgram {
  /** The file that starts it. */
  readonly launcher: string;
  /** Where it keeps its compiled code, beside itself. */
  readonly environment: { readonly NODE_COMPILE_CACHE: string };
}

/**
 * The program built from the sources as they are, for tests that start it many times: it takes a third of the time to start.
 * Made once for one content of the sources, in one step, beside the packages.
 */
export async function builtProgram(): Promise<BuiltProgram> {
  const folder = join(cache, `program-${digestOfSources()}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeOld();
    await make(folder);
  }
  return {
    launcher: join(folder, 'bin/adsync.js'),
    environment: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
  };
}

function digestOfSources(): string {
  const digest = createHash('sha256');
  for (const path of globSync(
    [
      'src/**/*.ts',
      'packages/*/src/**/*.ts',
      ...beside.map((path) => `${path}{,/**/*}`),
      'package-lock.json',
      'tsdown.config.ts',
      'test/support/built-program.ts',
    ],
    { cwd: project },
  ).toSorted())
    if (statSync(join(project, path)).isFile()) digest.update(path).update(readFileSync(join(project, path)));
  return digest.digest('hex').slice(0, 16);
}

async function make(folder: string): Promise<void> {
  const making = mkdtempSync(`${folder}-`);
  const [{ build }, { program }] = await Promise.all([import('tsdown'), import('../../tsdown.config.ts')]);
  try {
    await build({
      ...program,
      deps: { alwaysBundle: [/./], onlyBundle: false },
      config: false,
      cwd: project,
      outDir: join(making, 'dist'),
      logLevel: 'silent',
    });
    for (const path of beside) cpSync(join(project, path), join(making, path), { recursive: true });
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Unless another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Those of earlier sources, unless tests may still run them. */
function removeOld(): void {
  for (const path of globSync('program-*', { cwd: cache }).map((name) => join(cache, name)))
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
}
