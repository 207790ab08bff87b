import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readInputs } from '../../../src/runs/document-inputs.ts';
import { folderWith } from './support/load.ts';

const secret = 'launch-day-secret';
const entries = Array.from(
  { length: 1500 },
  (_, index) =>
    `      c${index}: { name: "C ${index} \${var.season}", funding_instrument: credit, daily_budget: ${index + 1}.00 }\n`,
);
const source = `version: 1
variables:
  season: ${secret}
accounts:
  acme:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
${entries.join('')}`;

function folder(made: boolean): string {
  const cwd = folderWith({ 'campaigns.yaml': source });
  if (made) mkdirSync(path.join(cwd, '.adsync'));
  return cwd;
}

async function read(cwd: string, workTree?: string, settings = path.join(cwd, '.settings')) {
  const { document } = await readInputs(
    {
      cwd,
      workTree,
      version: '1.0.0',
      sources: {
        environment: {},
        profile: undefined,
        shelf: { folder: path.join(settings, 'profiles'), keychain: () => undefined, environment: {} },
      },
      variables: { files: [], flags: [], environment: {} },
      frontend: {
        note: () => undefined,
        wait: () => undefined,
        progress: async (_text, work) => await work({ say: () => undefined, above: (write) => write() }),
      },
    },
    ['campaigns.yaml'],
  );
  return document;
}

test('a form that somebody else made is not taken, whatever its mode and owner are', async () => {
  const [theirs, ours] = [folder(true), folder(true)];
  await read(theirs);
  const [name = ''] = readdirSync(path.join(theirs, '.adsync/cache'));
  const forged = path.join(ours, '.adsync/cache', name);
  mkdirSync(path.dirname(forged));
  // As a checkout or an archive brings it to somebody whose umask is strict.
  copyFileSync(path.join(theirs, '.adsync/cache', name), forged);
  chmodSync(forged, 0o600);
  const before = readFileSync(forged);

  await read(ours);

  // Not taken, or it would have stayed: our own took its place.
  expect(readFileSync(forged).equals(before)).toBe(false);
  expect(statSync(path.join(ours, '.settings/cache-key')).mode & 0o777).toBe(0o600);
});

test('without a key, and with one that others may read, nothing is kept', async () => {
  const cwd = folder(true);
  const settings = path.join(cwd, '.settings');
  mkdirSync(settings);
  writeFileSync(path.join(settings, 'cache-key'), Buffer.alloc(32), { mode: 0o644 });

  await read(cwd);
  await read(cwd, undefined, path.join(cwd, 'campaigns.yaml'));

  expect(existsSync(path.join(cwd, '.adsync/cache'))).toBe(false);
});

test('a document of kept forms is the document that its files give', async () => {
  const cwd = folder(true);
  const cache = path.join(cwd, '.adsync/cache');

  const whole = await read(cwd);
  const [name = ''] = readdirSync(cache);
  const kept = readFileSync(path.join(cache, name));
  const { ino } = statSync(path.join(cache, name));

  expect(await read(cwd)).toStrictEqual(whole);
  // Had the form not been taken, the file would have been written anew.
  expect(statSync(path.join(cache, name)).ino).toBe(ino);
  // Places only: neither a value of a variable nor any other text.
  expect(kept.includes(secret)).toBe(false);
  expect(kept.includes('funding_instrument')).toBe(false);
});

test('a changed file is read anew, and what is wrong with it is told each time', async () => {
  const cwd = folder(true);
  await read(cwd);
  writeFileSync(
    path.join(cwd, 'campaigns.yaml'),
    source.replace('daily_budget: 7.00', 'daily_budget: -7.00'),
  );

  await expect(read(cwd)).rejects.toThrow('the document has a problem');
  await expect(read(cwd)).rejects.toThrow('the document has a problem');
});

test('reading leaves nothing in a folder that holds no state, and nothing in a pipeline', async () => {
  const bare = folder(false);
  await read(bare);
  expect(existsSync(path.join(bare, '.adsync'))).toBe(false);

  const checkout = folder(true);
  await read(checkout, checkout);
  expect(readdirSync(path.join(checkout, '.adsync'))).toEqual([]);
});
