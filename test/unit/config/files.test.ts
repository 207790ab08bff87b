import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFiles } from '../../../src/config/files.ts';
import { header, resourceAt, withCampaign } from './support/document.ts';
import { folderWith, load, loadFolder } from './support/load.ts';

const uk = 'version: 1\naccounts: { acme-uk: { id: 18ce5uk0000 } }\n';

describe('which files are read', () => {
  test('a folder means every document below it, sorted; files keep the order given', async () => {
    const cwd = folderWith({
      'b/two.yml': 'version: 1',
      'b/a/one.yaml': '# one\n---\n"version": 1 # the first\naccounts: {}\n',
      'b/a/flow.yaml': '{ version: 1, accounts: {} }',
      'b/readme.md': 'version: 1',
      'b/three.YAML': 'version: 1',
      'z.txt': 'named, so read',
      'b/.hidden/four.yaml': 'version: 1',
      'b/node_modules/some/example.yaml': 'version: 1',
      'b/compose.yaml': 'version: "3.8"\nservices: {}\n',
      'b/old.yaml': 'version: 2\naccounts: {}\n',
      'b/notes.yaml': 'notes: [version: 1]\n',
    });

    const found = await findFiles(['z.txt', 'b'], { cwd, variables: { files: [] } });

    expect(found.files.map((file) => file.path)).toEqual([
      'z.txt',
      'b/a/flow.yaml',
      'b/a/one.yaml',
      'b/old.yaml',
      'b/two.yml',
    ]);
    expect(found.folders).toEqual(['b', 'b/a']);
    expect(found.skipped).toEqual(['b/compose.yaml', 'b/notes.yaml']);
    expect(found.unread).toEqual(['b/.hidden/', 'b/compose.yaml', 'b/node_modules/', 'b/notes.yaml']);
  });

  test('what .adsyncignore and --var-file name is passed over without a word, unless it is named', async () => {
    const cwd = folderWith({
      '.adsyncignore': '# drafts\ndrafts/\n*.tmp.yaml\n',
      'a.yaml': 'version: 1',
      'a.tmp.yaml': 'version: 1',
      'drafts/b.yaml': 'version: 1',
      'deep/.adsyncignore': 'c.yaml\n!keep.tmp.yaml\n',
      'deep/c.yaml': 'accounts: {}',
      'deep/keep.tmp.yaml': 'version: 1',
      'values/dev.yaml': 'budget: 5',
    });
    const variables = { files: ['values/dev.yaml'] };

    const found = await findFiles(['.'], { cwd, variables });
    const named = await findFiles(['drafts', 'a.tmp.yaml', 'deep/c.yaml'], { cwd, variables });

    expect(found.files.map((file) => file.path)).toEqual(['a.yaml', 'deep/keep.tmp.yaml']);
    expect(found.skipped).toEqual([]);
    expect(named.files.map((file) => file.path)).toEqual(['drafts/b.yaml', 'a.tmp.yaml', 'deep/c.yaml']);
  });

  test('a file in a folder with accounts and no version is told at its place', async () => {
    const cwd = folderWith({ 'a.yaml': uk, 'b.yaml': '# more\naccounts: { acme: { id: 18ce54d4x5t } }\n' });

    await expect(loadFolder(cwd, ['.'])).rejects.toMatchObject({
      problems: [
        {
          file: 'b.yaml',
          line: 2,
          message: 'the file has "accounts:" and lacks "version:", which files in a folder are known by',
        },
      ],
    });
  });

  test('a folder without any document says what its files lack', async () => {
    const cwd = folderWith({ 'a.yaml': 'a: 1', 'b.yaml': 'b: 1' });

    await expect(findFiles(['.'], { cwd, variables: { files: [] } })).rejects.toMatchObject({
      code: 'ADSYNC_DOCUMENT_MISSING',
      message: '. holds no document: a.yaml, b.yaml have no "version: 1"',
    });
  });

  test('where a named file does not exist, the documents that stand here are named', async () => {
    const cwd = folderWith({
      'uk/uk.yaml': uk,
      'uk/more.yaml': uk,
      'us/deep/us.yaml': uk,
      'node_modules/x.yaml': uk,
      '.hidden/x.yaml': uk,
      'one.yml': `# ours\n${uk}`,
      'values.yaml': 'season: winter\n',
      'notes.txt': 'version: 1\n',
    });
    const remedyOf = async (names: string, folder: string): Promise<void> =>
      await expect(
        findFiles(['campaigns.yaml'], { cwd: path.join(cwd, folder), variables: { files: [] } }),
      ).rejects.toMatchObject({
        message: 'campaigns.yaml does not exist',
        detail: { remedy: `Name the files or folders that hold the document.${names}` },
      });

    await remedyOf(' Here are one.yml, uk; . reads all below this folder.', '');
    await remedyOf(' Here are deep; . reads all below this folder.', 'us');
    await remedyOf('', 'us/deep/none');
  });

  test('of many documents and files, some are named and looked into', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.yaml`);
    const others = Array.from({ length: 200 }, (_, index) => `a/${index}.yaml`);
    const few = folderWith(Object.fromEntries(names.map((name) => [name, uk])));
    const many = folderWith({ ...Object.fromEntries(others.map((name) => [name, 'x: y'])), 'z.yaml': uk });

    await expect(findFiles(['none'], { cwd: few, variables: { files: [] } })).rejects.toMatchObject({
      detail: {
        remedy:
          'Name the files or folders that hold the document. Here are a.yaml, b.yaml, c.yaml, d.yaml, e.yaml, …; . reads all below this folder.',
      },
    });
    await expect(findFiles(['none'], { cwd: many, variables: { files: [] } })).rejects.toMatchObject({
      detail: { remedy: 'Name the files or folders that hold the document.' },
    });
  });

  test('a file that is met twice is read once, also through a link', async () => {
    const cwd = folderWith({ 'a/one.yaml': '1' });
    symlinkSync('one.yaml', path.join(cwd, 'a/link.yaml'));

    const found = await findFiles(['a/one.yaml', '.', './a/../a/one.yaml', path.join(cwd, 'a')], {
      cwd,
      variables: { files: [] },
    });

    expect(found.files.map((file) => file.path)).toEqual(['a/one.yaml']);
    expect(found.folders).toEqual(['.', 'a']);
  });

  test('paths outside of the working directory are relative to it', async () => {
    const cwd = folderWith({ 'a/one.yaml': '1', 'b/x': '' });

    const found = await findFiles(['../a/one.yaml'], { cwd: path.join(cwd, 'b'), variables: { files: [] } });

    expect(found.files.map((file) => file.path)).toEqual(['../a/one.yaml']);
  });

  test.each([
    ['nothing there', ['none.yaml'], 'none.yaml does not exist'],
    ['a file as a folder', ['a/one.yaml/x'], 'a/one.yaml/x does not exist: a part of its path is a file'],
    ['a folder without YAML', ['empty'], 'empty holds no *.yaml or *.yml file'],
    ['no path', [], ' holds no *.yaml or *.yml file'],
    ['a link to itself', ['self.yaml'], 'self.yaml is a symbolic link that leads to itself'],
    ['a link to nothing', ['links'], 'links/broken.yaml does not exist'],
    ['a folder in itself', ['loop'], 'loop/again contains itself through a symbolic link'],
    ['a device', ['/dev/null'], `${path.relative(path.join(tmpdir(), 'x'), '/dev/null')} is not a file`],
  ])('%s', async (_case, paths, message) => {
    const cwd = folderWith({ 'a/one.yaml': '1', 'empty/x': '', 'links/x': '', 'loop/x.yaml': '' });
    symlinkSync('self.yaml', path.join(cwd, 'self.yaml'));
    symlinkSync('nowhere', path.join(cwd, 'links/broken.yaml'));
    symlinkSync('.', path.join(cwd, 'loop/again'));

    const found = findFiles(paths, { cwd, variables: { files: [] } });

    await expect(found).rejects.toMatchObject({ code: 'ADSYNC_DOCUMENT_MISSING', message });
  });
});

describe('what several files and documents give together', () => {
  test('containers merge by key, scalars and what holds for all files may be repeated', async () => {
    const cwd = folderWith({
      'a.yaml': `policy: { max_updates: 5 }\n${withCampaign('status: ACTIVE')}`,
      'b.yaml': `${uk}policy: { max_deletes: 3 }\n`,
      'c/c.yml': `${header}      autumn: { name: Autumn, funding_instrument: { id: x } }\n`.replace(
        '      credit: { id: hxtet }\n',
        '',
      ),
      'd.yaml': 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t, campaigns: null }, acme-uk: null }\n',
    });
    const document = await loadFolder(cwd, ['.']);

    expect(document.resources.map(({ address }) => address).sort()).toEqual([
      'acme-uk',
      'acme-us',
      'acme-us/campaigns/autumn',
      'acme-us/campaigns/spring',
      'acme-us/funding_instruments/credit',
    ]);
    expect(document.policy).toMatchObject({ maxDeletes: { count: 3 }, maxUpdates: { count: 5 } });
    expect(resourceAt(document, 'acme-us/campaigns/autumn').source).toEqual({
      file: 'c/c.yml',
      line: 7,
      column: 7,
    });
    expect(document.files).toEqual(['a.yaml', 'b.yaml', 'c/c.yml', 'd.yaml']);
    expect(document.places.folders).toEqual([
      expect.stringMatching(/^folder:\/.*[^/]\/$/),
      expect.stringMatching(/^folder:\/.*\/c\/$/),
    ]);
  });

  test('several documents in a file, empty ones between, and a directive', async () => {
    const document = await load(`%YAML 1.2\n---\n${withCampaign()}---\n---\n# nothing\n---\n${uk}...\n`);

    expect(document.accounts.map(({ key }) => key)).toEqual(['acme-us', 'acme-uk']);
  });

  test('moved and removed of all files are joined', async () => {
    const document = await load({
      'a.yaml': `${uk}removed: [{ from: x, destroy: false }]\n`,
      'b.yaml': 'removed: [{ from: y, destroy: true }]\n',
    });

    expect(document.removed.map(({ from }) => from)).toEqual(['x', 'y']);
  });
});

describe('forms of a file', () => {
  test.each([
    ['a byte order mark', `\uFEFF${uk}`, 2],
    ['CRLF', uk.replaceAll('\n', '\r\n'), 2],
    ['no line break at the end', uk.trimEnd(), 2],
    ['comments and blank lines before', `# a\n\n${uk}`, 4],
  ])('%s', async (_form, source, line) => {
    const document = await load(source);

    expect(resourceAt(document, 'acme-uk').source).toEqual({ file: 'campaigns.yaml', line, column: 13 });
  });
});

async function digest(source: string, flags: readonly string[] = []): Promise<string> {
  return (await load(source, { flags })).digest;
}

describe('the digest', () => {
  const seasonal =
    'version: 1\nvariables: { season: spring, other: x }\naccounts: { a: { id: i, name: "${var.season}" } }\n';

  test('is the same for the same bytes, however they are reached', async () => {
    const cwd = folderWith({ 'a.yaml': uk, 'b.yaml': 'version: 1\n' });

    const first = await loadFolder(cwd, ['b.yaml', 'a.yaml']);
    const second = await loadFolder(cwd, ['.']);

    expect(first.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(second.digest).toBe(first.digest);
  });

  test('changes with a byte, and with the value of a variable that is used', async () => {
    const base = await digest(seasonal);

    expect(await digest(seasonal.replace('id: i', 'id: j'))).not.toBe(base);
    expect(await digest(seasonal, ['season=summer'])).not.toBe(base);
    expect(await digest(seasonal, ['season=spring'])).toBe(base);
    expect(await digest(seasonal, ['other=y'])).toBe(base);
  });
});
