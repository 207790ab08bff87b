import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSite } from '../kills/site.ts';

const preload = join(import.meta.dirname, 'file-faults.ts');
const files = 4;
const folderName = 'ads';
/** The document, and where the program notes an edit that is under way. */
const parts = [folderName, '.adsync'];

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

test('an edit of several files that was killed is whole after the next validate or plan, wherever it was killed', async () => {
  const site = await createSite();
  onTestFinished(site.remove);
  const count = join(site.folder, 'count');
  const format = async (fault: string) =>
    await site.start(['fmt', folderName], {
      env: {
        NODE_OPTIONS: `--import ${preload}`,
        ADSYNC_FILE_FAULT: fault,
        ADSYNC_FILE_FAULT_COUNT: count,
      },
    }).ended;
  writeDocument(site.folder);
  const before = documentIn(site.folder);
  await format('count');
  const changes = Number(readFileSync(count, 'utf8'));
  const after = documentIn(site.folder);
  const kept = join(site.folder, 'kept');
  const ends = new Map<string, string[]>([
    ['validate', []],
    ['plan', []],
  ]);
  const halves: number[] = [];

  // The last changes are those that give the files their names, and clear up.
  for (let at = changes - 2 * files - 3; at <= changes; at += 1) {
    writeDocument(site.folder);
    await format(`kill ${at}`);
    const killed = documentIn(site.folder);
    if (killed.join('') !== before.join('') && killed.join('') !== after.join('')) halves.push(at);
    rmSync(kept, { recursive: true, force: true });
    for (const part of parts) cpSync(join(site.folder, part), join(kept, part), { recursive: true });
    for (const [command, own] of ends) {
      for (const part of parts) rmSync(join(site.folder, part), { recursive: true });
      cpSync(kept, site.folder, { recursive: true });
      const { code } = await site.runHere([command, folderName]);
      const found = documentIn(site.folder).join('');
      const end = found === after.join('') ? 'new' : 'old';
      own.push(found === before.join('') || end === 'new' ? `${end} ${code}` : `half at ${at}`);
    }
  }

  expect(halves.length).toBe(files - 1);
  for (const own of ends.values()) {
    expect(own.filter((end) => end !== 'new 0')).toEqual(own.filter((end) => end === 'old 0'));
    expect(own).toContain('new 0');
  }
});
