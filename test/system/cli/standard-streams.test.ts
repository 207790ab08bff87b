import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

/** A plan as JSON without the moment that it was made at. */
const stable = (text: string): string => text.replaceAll(/"created_at":.*/g, '');

test('plan -o - writes the saved plan to standard output, and drift -o - its report', async () => {
  const bench = await createBench();

  const asJson = await bench.adsync(['plan', '--json']);
  const dashed = await bench.adsync(['plan', '-o', '-']);
  const drift = await bench.adsync(['drift']);
  const dashedDrift = await bench.adsync(['drift', '-o', '-']);
  const both = await bench.adsync(['plan', '-o', '-', '--format', 'markdown']);

  expect(dashed).toMatchObject({ code: 0, stderr: '' });
  expect(stable(dashed.stdout)).toBe(stable(asJson.stdout));
  expect(dashedDrift).toEqual(drift);
  expect(both).toMatchObject({ code: 1, stdout: '' });
  expect(both.stderr).toContain('-o - and --format markdown both write to standard output');
  expect(await readdir(bench.folder)).not.toContain('-');
});

const [aFile, aFolder] = ['name a file; one that is called - is ./-', 'one that is called so is ./-'];

test.each([
  ['plan -', 'one that is called - is ./-'],
  ['validate -', 'it is read more than once'],
  ['drift -', 'it is read more than once'],
  ['init -', aFolder],
  ['import 18ce54d4x5t -o -', aFolder],
  ['sandbox --data -', aFile],
  ['sandbox --cert -', aFile],
  ['sandbox --key -', aFile],
  ['state list --state -', 'Write sqlite:PATH'],
  ['state copy sqlite:.adsync/state.db -', 'Write sqlite:PATH'],
])('what cannot be a stream is refused: %s', async (line, remedy) => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const { code, stdout, stderr } = await bench.adsync(line.split(/ +/));

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('error[ADSYNC_USAGE]');
  expect(stderr).toContain(remedy);
  expect(await readdir(bench.folder)).not.toContain('-');
});

test.each([
  ['plan', '-o, --out <file>'],
  ['drift', '-o, --out <file>'],
  ['apply', '--plan <file>'],
  ['show', 'file'],
  ['validate', '--var-file <file>'],
  ['sandbox', '--seed <file>'],
])('the help of %s says what - is', async (command, option) => {
  const bench = await createBench();

  const { stdout } = await bench.adsync([command, '--help']);

  const from = stdout.split('\n').findIndex((line) => line.trimStart().startsWith(option));
  expect(from).toBeGreaterThan(0);
  expect(
    stdout
      .split('\n')
      .slice(from, from + 3)
      .join(' '),
  ).toMatch(/- (is|for|reads|writes) (it (to|from) )?standard/);
});
