import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseLinksOut, refuseOutside } from '../../../src/config/work-tree.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'adsync-tree-'));
  writeFileSync(join(cwd, 'a.yaml'), '');
  symlinkSync(tmpdir(), join(cwd, 'out'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

test.each(['misspelt', 'a.yaml'])(
  'a work tree %s, which is no folder, lets nothing through',
  async (name) => {
    const from = { cwd, workTree: join(cwd, name) };

    for (const check of [refuseLinksOut, refuseOutside])
      await expect(check(join(cwd, 'out'), from)).rejects.toMatchObject({
        code: 'ADSYNC_USAGE',
        message: `ADSYNC_WORK_TREE names ${from.workTree}, which is not a folder`,
      });
  },
);

test('one that is a folder holds its links', async () => {
  await expect(refuseLinksOut(join(cwd, 'out'), { cwd, workTree: '.' })).rejects.toMatchObject({
    code: 'ADSYNC_DOCUMENT_OUTSIDE',
  });
  await expect(refuseLinksOut(join(cwd, 'a.yaml'), { cwd, workTree: '.' })).resolves.toBeUndefined();
});
