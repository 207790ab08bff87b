import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { systemCode } from '../diagnostics/cause-text.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';
import { systemNow } from '../diagnostics/system-now.ts';
import { createWhole } from './whole-file.ts';

/** One file of an edit: what it is, and what will take its place, complete, beside it. */
export interface NotedFile {
  /** As people call it: relative to the working directory, with `/`. */
  readonly path: string;
  readonly target: string;
  readonly temporary: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const noteSchema = z.strictObject({
  machine: z.string(),
  pid: z.int(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      target: z.string(),
      temporary: z.string(),
      before: digest,
      after: digest,
    }),
  ),
});
type Note = z.infer<typeof noteSchema>;

const folderName = '.adsync';
const namePattern = /^edit-[0-9a-f-]{36}\.json$/;
/** Renaming takes no time: a note that is older is of a run that was cut short, whoever has its process number now. */
const settledAfterMs = 60_000;
/** Where no note can be made, but the files can be written, such as beside a folder of somebody else. */
const withoutNote = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/**
 * Notes which files are about to take their names, so that a run that finds the note can finish what this one began;
 * gives what takes the note away. Throws what the file system throws, such as for a full disk.
 */
export async function noteEdit(cwd: string, files: readonly NotedFile[]): Promise<() => Promise<void>> {
  const folder = join(cwd, folderName);
  const path = join(folder, `edit-${randomUUID()}.json`);
  const note: Note = {
    machine: hostname(),
    pid: process.pid,
    files: files.map(({ path: shown, target, temporary, before, after }) => ({
      path: shown,
      target: relative(cwd, target),
      temporary: relative(cwd, temporary),
      before: digestOf(before),
      after: digestOf(after),
    })),
  };
  let isNew = false;
  try {
    isNew = (await makeFolder(folder)) !== undefined;
    await createWhole(path, { text: `${JSON.stringify(note)}\n`, mode: 0o600 });
  } catch (error) {
    if (!withoutNote.has(systemCode(error) ?? '')) throw error;
  }
  return async () => {
    await rm(path, { force: true });
    // Something else may lie in it by now.
    if (isNew) await rmdir(folder).catch(() => undefined);
  };
}

/** What became of an edit that a run left half done. */
export interface FinishedEdit {
  /** `finished`: all files hold it now; `left`: some do and others do not, because somebody changed one meanwhile. */
  readonly outcome: 'finished' | 'left';
  /** The files that hold it, and those that do not. */
  readonly written: readonly string[];
  readonly unwritten: readonly string[];
}

/**
 * Finishes edits that runs in this folder were killed in: all files of an edit take their new text, or, where one of them
 * is neither as it was nor as it was to be, none any more. Throws what the file system throws.
 */
export async function finishEdits(cwd: string): Promise<readonly FinishedEdit[]> {
  const folder = join(cwd, folderName);
  const names = await readdir(folder).catch(() => []);
  const finished: FinishedEdit[] = [];
  for (const name of names.filter((each) => namePattern.test(each)).toSorted()) {
    const path = join(folder, name);
    const note = await readNote(path);
    if (note === undefined || (await mayGoOn(path, note))) continue;
    finished.push(await finish(cwd, note));
    await rm(path, { force: true });
  }
  return finished.filter(({ written }) => written.length > 0);
}

async function readNote(path: string): Promise<Note | undefined> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** True while the run that made a note may be at work. */
async function mayGoOn(path: string, { machine, pid }: Note): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  if (systemNow() - mtimeMs > settledAfterMs) return false;
  return machine !== hostname() || isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

async function finish(cwd: string, { files }: Note): Promise<FinishedEdit> {
  const found = await Promise.all(
    files.map(async (file) => {
      const target = resolve(cwd, file.target);
      const temporary = resolve(cwd, file.temporary);
      const now = await digestAt(target);
      const isReady =
        now === file.before && isBeside(target, temporary) && (await digestAt(temporary)) === file.after;
      return { path: file.path, target, temporary, isWritten: now === file.after, isReady };
    }),
  );
  const named = (isWritten: boolean): readonly string[] =>
    found.filter((file) => file.isWritten === isWritten).map(({ path }) => path);
  const written = named(true);
  const canEnd = found.every(({ isWritten, isReady }) => isWritten || isReady);
  for (const { target, temporary, isReady } of found) {
    if (canEnd && isReady) await takeName(temporary, target);
    else if (isBeside(target, temporary)) await rm(temporary, { force: true });
  }
  if (!canEnd) return { outcome: 'left', written, unwritten: named(false) };
  return { outcome: 'finished', written: found.map(({ path }) => path), unwritten: [] };
}

/** Another run may find the same note, and be faster. */
async function takeName(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** A note may come from elsewhere, with the folder that it lies in: it names no file but those that an edit makes. */
function isBeside(target: string, temporary: string): boolean {
  const start = `.${target.slice(target.lastIndexOf(sep) + 1)}.`;
  const name = temporary.slice(temporary.lastIndexOf(sep) + 1);
  return (
    dirname(target) === dirname(temporary) &&
    /\.ya?ml$/.test(target) &&
    name.startsWith(start) &&
    /^[0-9a-f-]{36}\.tmp$/.test(name.slice(start.length))
  );
}

async function digestAt(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes === undefined ? undefined : digestOf(bytes);
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
