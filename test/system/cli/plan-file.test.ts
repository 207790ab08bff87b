import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

test('-o overwrites nothing but plans: not a state, a document, a value file, a folder, nor what a link leads to', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const at = (file: string) => join(bench.folder, file);
  await bench.write('values.yaml', 'daily: 5\n');
  await bench.write('report.json', '{"format_version":"1.0"}\n');
  await symlink('campaigns.yaml', at('to-document'));
  await symlink('to-document', at('to-link'));
  await symlink('.', at('to-folder'));
  const names = await readdir(bench.folder, { recursive: true });
  const state = names.find((name) => name.endsWith('.db')) ?? '';
  const files = ['campaigns.yaml', 'values.yaml', 'report.json', state];
  const before = await Promise.all(files.map((file) => readFile(at(file))));

  const answers = new Map<string, string>();
  for (const file of [...files, 'to-document', 'to-link', 'to-folder']) {
    const { code, stderr } = await bench.adsync(['plan', '-o', file]);
    answers.set(file, `${code} ${stderr.includes(`${file} exists and is not a saved plan`)}`);
  }

  expect(state).not.toBe('');
  expect([...new Set(answers.values())]).toEqual(['1 true']);
  expect(await Promise.all(files.map((file) => readFile(at(file))))).toEqual(before);
  expect((await lstat(at('to-document'))).isSymbolicLink()).toBe(true);
  expect((await readdir(bench.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a saved plan is for this user alone, also where one was there before that others could read', async () => {
  const bench = await createBench();
  const at = (file: string) => join(bench.folder, file);
  const modes: number[] = [];
  await writeFile(at('empty.json'), '');
  await symlink('behind-link.json', at('link.json'));
  for (const file of ['new.json', 'new.json', 'empty.json', 'link.json']) {
    const { code } = await bench.adsync(['plan', '-o', file]);
    expect(code).toBe(0);
    modes.push((await stat(at(file))).mode & 0o777);
    await chmod(at(file), 0o644);
  }

  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
  expect((await lstat(at('link.json'))).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await bench.read('behind-link.json'))).toMatchObject({ summary: { create: 1 } });
});

test('a plan can be written to a device, which stays', async () => {
  const bench = await createBench();

  const { code } = await bench.adsync(['plan', '-o', '/dev/null']);

  expect(code).toBe(0);
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
});
