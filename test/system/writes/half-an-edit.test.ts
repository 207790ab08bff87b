import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSite } from '../kills/site.ts';

const preload = join(import.meta.dirname, 'file-faults.ts');
const files = 4;
const folderName = 'ads';

function textOf(index: number): string {
  const head = index === 0 ? '    id: 18ce54d4x5t\n    funding_instruments: { credit: { id: hxtet } }\n' : '';
  return `version: 1\naccounts:\n  acme-us:\n${head}    campaigns:\n      c${index}:    { name: C${index}, funding_instrument: credit, daily_budget: 5 }\n`;
}

function writeDocument(folder: string): void {
  mkdirSync(join(folder, folderName), { recursive: true });
  for (let index = 0; index < files; index += 1)
    writeFileSync(join(folder, folderName, `${index}.yaml`), textOf(index));
}

function documentIn(folder: string): readonly string[] {
  return readdirSync(join(folder, folderName))
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => readFileSync(join(folder, folderName, name), 'utf8'));
}

test.each([['validate'], ['plan']])(
  'an edit of several files that was killed is whole after the next %s, wherever it was killed',
  async (command) => {
    const site = await createSite();
    onTestFinished(async () => await site.remove());
    const env = { NODE_OPTIONS: `--import ${preload}` };
    const run = async (argv: readonly string[], fault: string) =>
      await site.start(argv, {
        env: { ...env, ADSYNC_FILE_FAULT: fault, ADSYNC_FILE_FAULT_COUNT: join(site.folder, 'count') },
      }).ended;
    writeDocument(site.folder);
    const before = documentIn(site.folder);
    await run(['fmt', folderName], 'count');
    const changes = Number(readFileSync(join(site.folder, 'count'), 'utf8'));
    const after = documentIn(site.folder);
    const ends: string[] = [];
    const halves: number[] = [];

    // The last changes are those that give the files their names, and clear up.
    for (let at = changes - 2 * files - 3; at <= changes; at += 1) {
      writeDocument(site.folder);
      await run(['fmt', folderName], `kill ${at}`);
      const killed = documentIn(site.folder);
      if (killed.join('') !== before.join('') && killed.join('') !== after.join('')) halves.push(at);
      const { code } = await run([command, folderName], 'count');
      const found = documentIn(site.folder).join('');
      const end = found === after.join('') ? 'new' : 'old';
      ends.push(found === before.join('') || end === 'new' ? `${end} ${code}` : `half at ${at}`);
    }

    expect(halves.length).toBe(files - 1);
    expect(ends.filter((end) => end !== 'new 0')).toEqual(ends.filter((end) => end === 'old 0'));
    expect(ends).toContain('new 0');
  },
);
