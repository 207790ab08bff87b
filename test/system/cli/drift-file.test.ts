import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

test('drift -o overwrites nothing but drift reports, also behind a link', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const at = (file: string) => join(bench.folder, file);
  await bench.adsync(['plan', '-o', 'plan.json']);
  await bench.write('notes.txt', 'Drift: as always.\n');
  await symlink('campaigns.yaml', at('report.html'));
  await symlink('.', at('to-folder'));
  const names = await readdir(bench.folder, { recursive: true });
  const state = names.find((name) => name.endsWith('.db')) ?? '';
  const files = ['campaigns.yaml', 'plan.json', 'notes.txt', state];
  const before = await Promise.all(files.map((file) => readFile(at(file))));

  const answers = new Map<string, string>();
  for (const file of [...files, 'report.html', 'to-folder']) {
    const { code, stderr } = await bench.adsync(['drift', '--format', 'html', '-o', file]);
    answers.set(file, `${code} ${stderr.includes(`${file} exists and is not a drift report`)}`);
  }

  expect(state).not.toBe('');
  expect([...new Set(answers.values())]).toEqual(['1 true']);
  expect(await Promise.all(files.map((file) => readFile(at(file))))).toEqual(before);
});

function dateless(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
}

const forms = ['text', 'json', 'markdown', 'html', 'junit'];

test('a report takes the place of one in any form, which keeps its mode, and is written behind a link', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const at = (file: string) => join(bench.folder, file);
  await bench.write('report', '');
  await chmod(at('report'), 0o640);
  await symlink('report', at('link'));

  for (const form of [...forms, ...forms]) {
    const { code } = await bench.adsync(['drift', '--format', form, '-o', 'link']);
    const { stdout } = await bench.adsync(['drift', '--format', form]);

    expect([form, code]).toEqual([form, 0]);
    expect(dateless(await bench.read('report'))).toBe(dateless(stdout));
  }
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true);
  expect((await stat(at('report'))).mode & 0o777).toBe(0o640);
});

test('of a state without resources, too', async () => {
  const bench = await createBench();
  for (const form of forms) await bench.adsync(['drift', '--format', form, '-o', 'report']);

  const { code } = await bench.adsync(['drift', '-o', 'report']);

  expect(code).toBe(0);
});
