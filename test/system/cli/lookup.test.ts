import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { targetingLists } from '../../../src/lookups/targeting-lists.ts';
import { targetingTypes } from '../../../src/schemas/kinds/targeting-types.ts';
import { type Bench, createBench } from './harness.ts';

const foundSchema = z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.string() }));

async function found(bench: Bench, ...argv: readonly string[]) {
  const { code, stdout, stderr } = await bench.adsync(['lookup', ...argv, '--format', 'json']);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
  return foundSchema.parse(JSON.parse(stdout));
}

test('every list gives values that the document takes, as they stand in its table', async () => {
  const bench = await createBench();
  const lines: string[] = [];
  for (const { name, takes } of targetingLists) {
    const locale = takes['locale'] === undefined ? [] : ['--locale', 'en-US'];
    const rows = await found(bench, name, ...locale);
    expect({ name, some: rows.length > 0 }).toEqual({ name, some: true });
    for (const { type, value } of rows)
      expect({ name, type, value, fits: targetingTypes[type]?.values.test(value) }).toEqual({
        name,
        type,
        value,
        fits: true,
      });
    const { stdout } = await bench.adsync(['lookup', name, ...locale]);
    lines.push(...(/- \{ type: .* \}$/m.exec(stdout) ?? []));
  }
  expect(lines).toHaveLength(targetingLists.length);
  expect(await bench.writes()).toEqual([]);
});

test('names are found by a part, those that begin with it first, and by their value', async () => {
  const bench = await createBench();
  const cities = await found(bench, 'locations', 'los angeles', '--type', 'cities', '--country', 'us');
  const english = await found(bench, 'LANGUAGE', 'eng');
  const value = await found(bench, 'language', 'en');
  const none = await bench.adsync(['lookup', 'language', 'Englisch']);
  const csv = await bench.adsync(['lookup', 'platform-version', 'iOS', '--format', 'csv']);

  expect(cities).toMatchObject([{ name: 'Los Angeles, CA, USA', type: 'LOCATION', country_code: 'US' }]);
  expect(english).toMatchObject([{ name: 'English', type: 'LANGUAGE', value: 'en' }]);
  expect(value.map((each) => each.value)).toContain('en');
  expect(none).toMatchObject({ code: 0, stdout: 'Nothing was found.\n', stderr: 'Did you mean English?\n' });
  expect(csv.stdout).toMatch(/^name,type,value,.*\niOS 16.0,PLATFORM_VERSION,/);
});

test('a list is read once, and then taken from the disk; what fails is not kept', async () => {
  const bench = await createBench();
  const folder = await mkdtemp(join(tmpdir(), 'adsync-lookups-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const env = { ADSYNC_CACHE_DIR: folder };
  const path = '/12/targeting_criteria/interests';
  const lookup = async (text: string) => await bench.adsync(['lookup', 'interest', text], { env });
  await bench.control('PUT', 'faults', [
    { method: 'GET', path, nth: [1], effect: 'status', status: 200, body: { data: 'no' } },
  ]);

  const odd = await lookup('');
  const all = await lookup('');
  const again = await lookup('');
  await bench.adsync(['lookup', 'location', 'berlin'], { env });
  await bench.adsync(['lookup', 'location', 'paris'], { env });
  await bench.adsync(['lookup', 'location', 'berlin'], { env });

  expect(odd).toMatchObject({ code: 1, stdout: '' });
  expect(odd.stderr).toContain('error[ADSYNC_ANSWER_INVALID]: the platform answered no list');
  expect(again).toEqual(all);
  const reads = await bench.requests();
  expect(reads.filter((each) => each === `GET ${path}`)).toHaveLength(2);
  expect(reads.filter((each) => each.endsWith('/locations'))).toHaveLength(2);
});

test('names of the platform cannot draw on a terminal, and odd values are quoted', async () => {
  const bench = await createBench();
  const body = {
    data: [
      { name: '=A\u001B[2J\u202E', targeting_type: 'DEVICE', targeting_value: 'a: }#', __proto__: { x: 1 } },
      { name: 'no value' },
      null,
    ].slice(0, 2),
  };
  await bench.control('PUT', 'faults', [
    { method: 'GET', path: '/12/targeting_criteria/devices', effect: 'status', status: 200, body },
  ]);

  const table = await bench.adsync(['lookup', 'device'], { typed: '' });

  expect(table.stdout).toContain('- { type: DEVICE, value: "a: }#" }');
  expect(table.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
});

const refused: readonly (readonly [line: string, text: string])[] = [
  ['langage', 'Did you mean language?'],
  ['__proto__', 'There are location, interest, '],
  ['language --country US', '--country does not go with language'],
  ['tv_show', 'tv_show needs a locale'],
  ['location --type planets', "argument 'planets' is invalid"],
];

test('what cannot be looked up is refused', async () => {
  const bench = await createBench();
  for (const [line, text] of refused) {
    const ran = await bench.adsync(['lookup', ...line.split(' ')]);

    expect({ line, ...ran }).toMatchObject({ line, code: 1, stdout: '' });
    expect(ran.stderr).toContain(text);
  }
  expect(await bench.requests()).toEqual([]);
});
