import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { builtProgram } from '../../support/built-program.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');
const hook = join(import.meta.dirname, 'fixtures/note-modules.mjs');

/** What a command loads: how many files, and the sources in them, packages by their names. */
interface Loaded {
  readonly files: number;
  readonly rooms: ReadonlySet<string>;
}

async function loadedBy(argv: readonly string[]): Promise<Loaded> {
  const { launcher, environment } = await builtProgram();
  const folder = mkdtempSync(join(tmpdir(), 'adsync-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, 'modules.json');
  await run(process.execPath, ['--import', hook, launcher, ...argv], {
    cwd: folder,
    env: { ...process.env, ...environment, ADSYNC_TEST_MODULES: report },
  });
  const urls = z.array(z.string()).parse(JSON.parse(readFileSync(report, 'utf8')));
  const rooms = urls.flatMap((url) =>
    Array.from(
      readFileSync(new URL(url), 'utf8').matchAll(
        /^\/\/(?:#region)? ((?:src|packages|node_modules)\/\S+\.\w+)$/gm,
      ),
      ([, source = '']) => roomOf(source),
    ),
  );
  return { files: urls.length, rooms: new Set(rooms) };
}

/** `src/state`, or the name of a package. */
function roomOf(source: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name ?? source.split('/').slice(0, 2).join('/');
}

test('--version loads neither a package nor a command', async () => {
  const { files, rooms } = await loadedBy(['--version']);
  expect(files).toBeLessThanOrEqual(6);
  expect([...rooms].sort()).toEqual([
    'src/cli',
    'src/config',
    'src/diagnostics',
    'src/profiles',
    'src/report',
    'src/runs',
  ]);
});

test('validate loads nothing that talks to the platform, keeps the state or changes either', async () => {
  const { files, rooms } = await loadedBy(['validate', join(project, 'examples/campaigns.yaml')]);
  expect(files).toBeLessThanOrEqual(60);
  expect(rooms).toContain('yaml');
  for (const room of ['kysely', 'undici', 'pg', 'fastify', 're2js', 'src/appliers', 'src/import', 'src/live'])
    expect(rooms, 'what validate loads').not.toContain(room);
});

test('the help of a command loads nothing that the command works with', async () => {
  const { rooms } = await loadedBy(['plan', '--help']);
  expect(rooms).toContain('commander');
  for (const room of ['kysely', 'undici', 'pg', 'fastify', 'yaml', 'src/state'])
    expect(rooms, 'what the help of plan loads').not.toContain(room);
});
