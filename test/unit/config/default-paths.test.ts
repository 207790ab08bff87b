import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultPaths } from '../../../src/config/default-paths.ts';
import { folderWith } from './support/load.ts';

const uk = 'version: 1\naccounts: { acme-uk: { id: 18ce5uk0000 } }\n';

describe('where a document is read from when no path is given', () => {
  test.each([
    [
      'campaigns.yaml before all others',
      ['campaigns.yaml', 'campaigns/uk.yaml', 'us.yaml'],
      'campaigns.yaml',
    ],
    ['else the folder campaigns', ['campaigns/uk.yaml', 'us.yaml'], 'campaigns'],
    ['else the working directory', ['us.yaml', 'more/uk.yaml'], '.'],
    ['a file named campaigns is no folder', ['campaigns', 'us.yml'], '.'],
    ['a folder named campaigns.yaml is read', ['campaigns.yaml/us.yml', 'us.yml'], 'campaigns.yaml'],
  ])('%s', async (_, files, expected) => {
    const cwd = folderWith(Object.fromEntries(files.map((file) => [file, uk])));

    expect(await defaultPaths(cwd)).toEqual([expected]);
  });

  test.each([['version: "3.8"'], ['version: 1.0.0'], ['version: 12'], ['  version: 1'], ['# version: 1']])(
    'a file of another program is no document: %s',
    async (line) => {
      await expect(defaultPaths(folderWith({ 'other.yaml': `${line}\nservices: {}\n` }))).rejects.toThrow(
        'this folder holds no campaigns.yaml, no folder campaigns and no other document',
      );
    },
  );

  test.each(['version: 1 # of the document', 'version:\t1', 'version: 1\r'])(
    'a document is one however its version is laid out: %j',
    async (line) => {
      expect(await defaultPaths(folderWith({ 'us.yaml': `${line}\naccounts: {}\n` }))).toEqual(['.']);
    },
  );

  test('documents in folders of the working directory are named, and not read unasked', async () => {
    const cwd = folderWith({ 'uk/uk.yaml': uk, 'us/us.yaml': uk });

    await expect(defaultPaths(cwd)).rejects.toMatchObject({
      code: 'ADSYNC_DOCUMENT_MISSING',
      detail: {
        remedy:
          'Name the files or folders that hold the document. Here are uk, us; . reads all below this folder.',
      },
    });
  });

  test('a campaigns.yaml that cannot be looked at is taken, so that reading it says why', async () => {
    const cwd = folderWith({ 'us.yaml': uk });
    symlinkSync('campaigns.yaml', path.join(cwd, 'campaigns.yaml'));

    expect(await defaultPaths(cwd)).toEqual(['campaigns.yaml']);
  });
});
