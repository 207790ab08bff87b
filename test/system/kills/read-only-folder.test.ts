import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { makeReadOnly } from '../../support/read-only-folder.ts';
import { apply, siteWithCampaigns } from './sixty-campaigns.ts';

const readers = [
  ['plan', '--detailed-exitcode'],
  ['drift', '--detailed-exitcode'],
  ['state', 'list'],
  ['validate'],
];

test.skipIf(process.platform === 'win32')(
  'what only reads works in a folder that nobody may write',
  async () => {
    const site = await siteWithCampaigns();
    expect(await site.start(apply).ended).toMatchObject({ code: 0 });
    const giveBack = [makeReadOnly(join(site.folder, '.adsync')), makeReadOnly(site.folder)];

    try {
      const ended = await Promise.all(readers.map(async (argv) => await site.start(argv).ended));
      const refused = await site.start(apply).ended;

      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
        readers.map(() => ({ code: 0, stderr: '' })),
      );
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('may read and write the file and the folder it is in');
    } finally {
      for (const each of giveBack.toReversed()) each();
    }
  },
);
