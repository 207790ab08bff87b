import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

const us = campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 55.00' });
const more = campaigns({ more: 'name: More, status: PAUSED, daily_budget: 5.00' }).replace(
  /^ *funding_instruments:.*\n/m,
  '',
);

/** Two files of a document in a folder, applied, beside files of other programs. */
async function applied(): Promise<Bench> {
  const bench = await createBench();
  await rm(join(bench.folder, 'campaigns.yaml'));
  await bench.write('ads/us.yaml', us);
  await bench.write('ads/more.yaml', more);
  await bench.write('ads/compose.yaml', 'version: "3.8"\nservices: {}\n');
  await bench.write('ads/.github/workflows/ads.yml', 'on: push\njobs: {}\n');
  expect(await bench.adsync(['apply', '--yes', 'ads'])).toMatchObject({ code: 0 });
  return bench;
}

const note =
  'Not read: ads/compose.yaml, which has no "version: 1". To leave it out without this note, name it in .adsyncignore.\n';

test('files of other programs in a folder are told of in one note', async () => {
  const bench = await applied();

  for (const command of ['plan', 'validate', 'drift']) {
    const { code, stderr } = await bench.adsync([command, 'ads']);
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: note });
  }
  expect((await bench.adsync(['fmt', '--check', 'ads'])).stderr).toContain(note);
  await bench.write('ads/.adsyncignore', 'compose.yaml\n');
  expect(await bench.adsync(['plan', 'ads'])).toMatchObject({ code: 0, stderr: '' });
});

test('a file that loses its version is an error, and nothing of it is deleted', async () => {
  const bench = await applied();
  await bench.write('ads/more.yaml', more.replace('version: 1\n', ''));
  const before = await bench.writes();

  const { code, stderr } = await bench.adsync(['apply', '--yes', 'ads']);

  expect(code).toBe(1);
  expect(stderr).toContain(
    'ads/more.yaml:1:1  the file has "accounts:" and lacks "version:", which files in a folder are known by',
  );
  expect(await bench.writes()).toEqual(before);
});

test.each([
  ['named in .adsyncignore', async (bench: Bench) => await bench.write('ads/.adsyncignore', 'more.yaml\n')],
  ['emptied of its document', async (bench: Bench) => await bench.write('ads/more.yaml', '# nothing yet\n')],
])('what a file declared is not deleted where the file is there and not read: %s', async (_, change) => {
  const bench = await applied();
  await change(bench);

  const { code, stdout } = await bench.adsync(['plan', '--detailed-exitcode', 'ads']);

  expect(code).toBe(0);
  expect(stdout).toContain('1 out of scope');
  // Without the file there is nothing left that declares it.
  await rm(join(bench.folder, 'ads/more.yaml'));
  expect(await bench.adsync(['plan', '--detailed-exitcode', 'ads'])).toMatchObject({ code: 2 });
});

test('a new project is valid as a folder', async () => {
  const bench = await createBench();
  await rm(join(bench.folder, 'campaigns.yaml'));

  expect(await bench.adsync(['init', '.', '--account', '18ce54d4x5t'])).toMatchObject({ code: 0 });
  await bench.write('values/dev.yaml', 'season: summer\n');

  const { code, stderr } = await bench.adsync(['validate', '.', '--var-file', 'values/dev.yaml']);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: '' });
});
