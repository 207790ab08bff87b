import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceFiles } from '../../../../src/edit/replace-files.ts';

const names = ['a.yaml', 'b.yaml', 'c.yaml'];
const failing = vi.hoisted(() => ({ renames: 0, from: 3 }));

// A disk that takes two of three files, and then nothing more: neither the third, nor the first two back.
vi.mock('node:fs/promises', async (original) => {
  const files = await original<{ readonly rename: typeof rename }>();
  return {
    ...files,
    rename: async (...args: Parameters<typeof rename>) => {
      failing.renames += 1;
      if (failing.renames < failing.from) return await files.rename(...args);
      throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    },
  };
});

test('files that can be neither replaced nor put back are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adsync-put-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), 'old');
  const files = names.map((path) => ({ path, before: Buffer.from('old'), after: Buffer.from('new') }));

  await expect(replaceFiles(folder, files, [])).rejects.toMatchObject({
    code: 'ADSYNC_DOCUMENT_UNWRITABLE',
    message: 'c.yaml cannot be written (EIO), and what was written before it cannot be put back',
    detail: { lines: ['These files were changed:', '  a.yaml', '  b.yaml'] },
  });

  expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['new', 'new', 'old']);
  expect(readdirSync(folder).toSorted()).toEqual(names);
});
