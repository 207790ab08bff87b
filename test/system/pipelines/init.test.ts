import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentJsonSchema } from '../../../src/schemas/json-schema.ts';
import { createBench as createCliBench } from '../cli/harness.ts';
import { projectFolder } from './run-script.ts';

/** A bench whose project is the folder `new`, which does not exist yet. */
async function createBench() {
  const bench = await createCliBench();
  return {
    folder: bench.folder,
    adsync: async (argv: readonly string[]) => await bench.adsync(argv),
    read: async (file: string) => await bench.read(file),
    write: async (file: string, text: string) => await bench.write(file, text),
    init: async (...argv: readonly string[]) => await bench.adsync(['init', ...argv]),
    files: async (folder: string) =>
      (await readdir(join(bench.folder, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(join(bench.folder, folder).length + 1))
        .toSorted(),
  };
}

test.each([
  ['campaigns/a.yaml', 'campaigns', 'campaigns'],
  ['ads.yaml', '.', '.'],
])('where %s is the document, no other one is written beside it', async (file, shown, inWorkflow) => {
  const { init, read, write, files } = await createBench();
  await write(`new/${file}`, 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n');

  const { code, stdout } = await init('new');

  expect(code).toBe(0);
  expect(stdout).toContain(
    `exists  new${shown === '.' ? '' : `/${shown}`}: it holds the document, so that no campaigns.yaml is written\n`,
  );
  expect(await files('new')).not.toContain('campaigns.yaml');
  expect(await read('new/.github/workflows/adsync.yml')).toContain(`paths: ${inWorkflow}\n`);
});

test('what it writes is valid, and plans and applies against the sandbox', async () => {
  const { init, files, adsync } = await createBench();

  const written = await init('new', '--ci', 'none');
  const document = 'new/campaigns.yaml';
  const valid = await adsync(['validate', document]);
  const applied = await adsync(['apply', '--yes', document]);
  const planned = await adsync(['plan', '--detailed-exitcode', document]);

  expect(written).toEqual({
    code: 0,
    stdout: 'wrote   new/campaigns.yaml\nwrote   new/campaigns.schema.json\nwrote   new/.gitignore\n',
    stderr: 'Next: cd new, then adsync validate. To try it without an account: adsync sandbox.\n',
  });
  expect(await files('new')).toEqual(['.gitignore', 'campaigns.schema.json', 'campaigns.yaml']);
  expect(valid).toMatchObject({ code: 0, stdout: 'Valid: 4 resources in 1 account, from 1 file.\n' });
  expect(applied.code).toBe(0);
  expect(planned).toMatchObject({ code: 0 });
});

test.each(['18ce54d4x5t', '18ce5uk0000'])(
  'for the account %s the plan is empty until the example is put in',
  async (id) => {
    const { init, read, write, adsync } = await createBench();

    await init('new', '--ci', 'none', '--account', id);
    const planned = await adsync(['plan', '--detailed-exitcode', 'new/campaigns.yaml']);
    const text = await read('new/campaigns.yaml');
    await write(
      'new/campaigns.yaml',
      text.replaceAll(/^ {4}# (?=funding| )|^ {4}# (?=campaigns:)/gm, '    '),
    );
    const valid = await adsync(['validate', 'new/campaigns.yaml']);

    expect(parse(text)).toHaveProperty('accounts.main', { id });
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.stdout).toMatch(/^Nothing to change/);
    expect(valid).toMatchObject({ code: 0, stdout: 'Valid: 4 resources in 1 account, from 1 file.\n' });
  },
);

test('an account that looks like nothing of the platform is refused', async () => {
  const { init, files } = await createBench();

  const { code, stderr } = await init('new', '--account', 'Acme "US"');

  expect(code).toBe(1);
  expect(stderr).toContain('Acme "US" is not the id of an account');
  expect(await files('.')).toEqual(['campaigns.yaml']);
});

test('it overwrites nothing, and says what is there', async () => {
  const { init, read, write } = await createBench();
  await write('.gitignore', 'node_modules/\n');
  await write('.github/workflows/adsync.yml', 'mine\n');
  const before = await read('campaigns.yaml');

  const { code, stdout } = await init();

  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'exists  campaigns.yaml: it stays as it is',
    'wrote   campaigns.schema.json',
    'exists  .gitignore: add the lines .adsync/ and *.csv to it',
    'exists  .github/workflows/adsync.yml',
    '',
  ]);
  expect(await read('campaigns.yaml')).toBe(before);
  expect(await read('.gitignore')).toBe('node_modules/\n');
  expect(await read('.github/workflows/adsync.yml')).toBe('mine\n');
});

test('the schema is the one of adsync schema; run again, init brings it up to date, and no other file', async () => {
  const { init, adsync, read, write } = await createBench();
  await init();
  const { stdout: current } = await adsync(['schema']);
  const first = await read('campaigns.schema.json');
  const older = { ...documentJsonSchema(), title: 'of an earlier version' };

  await write('campaigns.schema.json', JSON.stringify(older));
  const again = await init();
  const updated = await read('campaigns.schema.json');
  await write('campaigns.schema.json', '{ "mine": true }');
  const other = await init();

  expect(first).toBe(current);
  expect(again.stdout).toContain('updated campaigns.schema.json\n');
  expect(updated).toBe(current);
  expect(other.stdout).toContain('exists  campaigns.schema.json\n');
  expect(await read('campaigns.schema.json')).toBe('{ "mine": true }');
  expect(await read('.gitignore')).toMatch(/^\.adsync\/\n(.*\n)*\*\.csv\n$/m);
});

test('a schema behind a link is brought up to date where it lies, and keeps its mode; a link to nothing stays', async () => {
  const { init, folder, read } = await createBench();
  const older = { ...documentJsonSchema(), title: 'of an earlier version' };
  const real = join(folder, 'shared.json');
  await writeFile(real, JSON.stringify(older));
  await chmod(real, 0o640);
  await symlink('shared.json', join(folder, 'campaigns.schema.json'));
  await symlink('nowhere', join(folder, '.gitignore'));

  const { stdout } = await init('--ci', 'none');

  expect(stdout).toContain('updated campaigns.schema.json\n');
  expect((await lstat(join(folder, 'campaigns.schema.json'))).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await read('shared.json'))).toEqual(JSON.parse(JSON.stringify(documentJsonSchema())));
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect((await lstat(join(folder, '.gitignore'))).isSymbolicLink()).toBe(true);
});

test.each([
  ['github', '.github/workflows/adsync.yml', 'templates/github-workflow.yml'],
  ['gitlab', '.gitlab-ci.yml', 'templates/gitlab-ci.yml'],
])('--ci %s writes %s', async (host, file, template) => {
  const { init, read } = await createBench();

  await init('--ci', host);

  expect(await read(file)).toBe(await readFile(join(projectFolder, template), 'utf8'));
});

test.each([
  ['github', '.github/workflows/adsync.yml', /^ +paths: (.*)$/gm, 3],
  ['gitlab', '.gitlab-ci.yml', /^ +ADSYNC_PATHS: (\S+)/gm, 1],
])(
  'below a repository the %s workflow lies at its top and names the document',
  async (host, file, paths, count) => {
    const { init, read, folder } = await createBench();
    await mkdir(join(folder, '.git'));

    const { stdout } = await init('teams/ads', '--ci', host);

    expect(stdout).toContain(`wrote   ${file}\n`);
    const named = [...(await read(file)).matchAll(paths)].map(([, path]) => path);
    expect(named.filter((path) => path === 'teams/ads/campaigns.yaml')).toHaveLength(count);
    expect(parse(await read(file))).toBeTypeOf('object');
  },
);

test('a folder that cannot be written is an error that helps', async () => {
  const { init } = await createBench();

  const { code, stderr } = await init('campaigns.yaml/below');

  expect(code).toBe(1);
  expect(stderr).toContain('cannot be written');
  expect(stderr).toContain('Choose another folder');
});
