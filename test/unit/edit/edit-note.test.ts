import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishEdits, type NotedFile, noteEdit } from '../../../src/edit/edit-note.ts';
import { finishEdits as finishInRun } from '../../../src/runs/finish-edits.ts';
import { silentRun } from '../../support/silent-run.ts';

const [before, after] = [Buffer.from('version: 1\n'), Buffer.from('version: 1 # new\n')];
const uuid = '6f1c1c1e-0000-4000-8000-000000000000';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adsync-note-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Files of an edit that ended after its first so many files had taken their names. */
async function cutShort(
  names: readonly string[],
  renamed: number,
  { isOld = true, temporaryOf = (name: string) => `.${name}.${uuid}.tmp` } = {},
): Promise<void> {
  const files = names.map((path, index): NotedFile => {
    const [target, temporary] = [join(folder, path), join(folder, temporaryOf(path))];
    writeFileSync(target, index < renamed ? after : before);
    if (index >= renamed) writeFileSync(temporary, after);
    return { path, target, temporary, before, after };
  });
  await noteEdit(folder, files);
  if (isOld) age();
}

/** A note of a minute ago is of a run that has ended, whatever has its process number now. */
function age(): void {
  const old = new Date(Date.now() - 120_000);
  for (const name of notes()) utimesSync(join(folder, '.adsync', name), old, old);
}

const notes = (): readonly string[] => readdirSync(join(folder, '.adsync'));
const held = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('what was left half done is finished, and the note is gone', async () => {
  await cutShort(['a.yaml', 'b.yaml', 'c.yml'], 1);

  const finished = await finishEdits(folder);

  expect(finished).toEqual([{ outcome: 'finished', written: ['a.yaml', 'b.yaml', 'c.yml'], unwritten: [] }]);
  expect(['a.yaml', 'b.yaml', 'c.yml'].map(held)).toEqual(Array(3).fill(after.toString()));
  expect(readdirSync(folder).toSorted()).toEqual(['.adsync', 'a.yaml', 'b.yaml', 'c.yml']);
  expect(notes()).toEqual([]);
});

test('where somebody changed a file since, nothing more is written, and it is told what is', async () => {
  await cutShort(['a.yaml', 'b.yaml', 'c.yaml'], 1);
  writeFileSync(join(folder, 'c.yaml'), 'mine\n');

  const finished = await finishEdits(folder);

  expect(finished).toEqual([{ outcome: 'left', written: ['a.yaml'], unwritten: ['b.yaml', 'c.yaml'] }]);
  expect(['a.yaml', 'b.yaml', 'c.yaml'].map(held)).toEqual([after.toString(), before.toString(), 'mine\n']);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(notes()).toEqual([]);
});

test('the note of a run that lives is left alone', async () => {
  await cutShort(['a.yaml', 'b.yaml'], 1, { isOld: false });

  expect(await finishEdits(folder)).toEqual([]);
  expect(held('b.yaml')).toBe(before.toString());
  expect(notes()).toHaveLength(1);
});

test.each([
  ['a file that is no document', ['a.yaml', 'notes.txt'], undefined],
  ['a file that is not beside the document', ['a.yaml', 'b.yaml'], () => 'other/.b.yaml.tmp'],
  ['a file of another name', ['a.yaml', 'b.yaml'], (name: string) => `.${name}.mine.tmp`],
] as const)('a note that names %s moves nothing', async (_what, names, temporaryOf) => {
  mkdirSync(join(folder, 'other'));
  await cutShort(names, 1, temporaryOf === undefined ? {} : { temporaryOf });

  await finishEdits(folder);

  expect(held(names[1])).toBe(before.toString());
});

test('what is no note is left where it lies', async () => {
  mkdirSync(join(folder, '.adsync'));
  for (const [index, text] of ['', '{}', '[]', '{"files":[]}'].entries())
    writeFileSync(join(folder, '.adsync', `edit-${uuid.slice(0, -1)}${index}.json`), text);
  age();

  expect(await finishEdits(folder)).toEqual([]);
  expect(notes()).toHaveLength(4);
  expect(await finishEdits(join(folder, 'none'))).toEqual([]);
});

test('in a run it is told, and in a pipeline nothing is done', async () => {
  const told: string[] = [];
  const { frontend } = silentRun({ cwd: folder });
  const run = { cwd: folder, frontend: { ...frontend, note: (line: string) => void told.push(line) } };
  await cutShort(['a.yaml', 'b.yaml'], 1);

  await finishInRun({ ...run, workTree: folder });
  expect(held('b.yaml')).toBe(before.toString());
  await finishInRun(run);
  await cutShort(['c.yaml', 'd.yaml'], 1);
  writeFileSync(join(folder, 'd.yaml'), 'mine\n');
  await finishInRun(run);

  expect(told).toEqual([
    'An earlier run ended while it wrote files. Finished now: a.yaml, b.yaml.',
    'An earlier run ended while it wrote files, and some were changed since. Written: c.yaml. Not written: d.yaml.',
  ]);
});
