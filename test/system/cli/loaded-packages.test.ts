import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const program = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const notePackages = new URL('fixtures/note-packages.mjs', import.meta.url).href;
const namesSchema = z.array(z.string());

/** The packages that the program loads for a command on a document with such a policy. */
async function packagesFor(argv: readonly string[], policy: string): Promise<readonly string[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'adsync-packages-'));
  onTestFinished(async () => await rm(cwd, { recursive: true, force: true }));
  await writeFile(
    join(cwd, 'campaigns.yaml'),
    `version: 1\naccounts:\n  acme: { id: 18ce54d4x5t }\npolicy: ${policy}\n`,
  );
  const file = join(cwd, 'packages.json');
  await promisify(execFile)(process.execPath, ['--import', notePackages, program, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], PACKAGES_FILE: file },
  });
  return namesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Packages that few runs need; each would take milliseconds of every start. */
const rarelyNeeded = new Set([
  '@napi-rs/keyring',
  'csv-parse',
  'diff',
  'jq-wasm',
  'open',
  'ora',
  'pg',
  're2js',
  'string-width',
]);

test.each<[command: string, policy: string, packages: readonly string[]]>([
  ['validate', '{ forbid: [{ action: delete, address: acme/campaigns/b-* }] }', []],
  ['validate', '{ names: { campaign: "^[A-Z]" } }', ['re2js']],
  ['state list', '{}', []],
])('%s with the policy %s loads %j of the packages that few runs need', async (command, policy, packages) => {
  const loaded = await packagesFor(command.split(' '), policy);

  expect(loaded).toContain('commander');
  expect(loaded.filter((name) => rarelyNeeded.has(name))).toEqual(packages);
});

test('--version loads no package at all', async () => {
  expect(await packagesFor(['--version'], '{}')).toEqual([]);
});
