import { readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { noteEdit } from './edit-note.ts';
import type { EditedFile } from './edited-file.ts';
import { completedBeside, replaceWhole } from './whole-file.ts';

/** A file with what will take its place, written beside it. */
interface Prepared {
  readonly file: EditedFile;
  readonly target: string;
  readonly temporary: string;
}

/**
 * Writes files in place of what was read, all of them or none, also where it is killed: the next run finishes what is
 * noted (`finishEdits`). Mode and symbolic links stay. `unchanged` names every
 * file that the edit was made from. Throws ADSYNC_DOCUMENT_CHANGED, before anything is written, where one of them
 * holds other bytes by now, and ADSYNC_DOCUMENT_UNWRITABLE where one cannot be written, with the names of those that
 * are written all the same because they could not be put back.
 */
export async function replaceFiles(
  cwd: string,
  files: readonly EditedFile[],
  unchanged: readonly { readonly path: string; readonly bytes: Buffer }[],
): Promise<void> {
  const prepared: Prepared[] = [];
  try {
    for (const file of files) prepared.push(await prepare(cwd, file));
    for (const file of unchanged) await requireUnchanged(cwd, file);
    await replaceAll(cwd, prepared);
  } finally {
    await Promise.all(prepared.map(({ temporary }) => rm(temporary, { force: true })));
  }
}

/** A file may be written beside and still not be replaced, such as one that is a mount of its own. */
async function replaceAll(cwd: string, prepared: readonly Prepared[]): Promise<void> {
  const forget = await noted(cwd, prepared);
  try {
    await renameAll(prepared);
  } finally {
    await forget();
  }
}

/** One file takes its name at once; of several a kill could leave some. */
async function noted(cwd: string, prepared: readonly Prepared[]): Promise<() => Promise<void>> {
  const [first, second] = prepared;
  if (first === undefined || second === undefined) return async () => await Promise.resolve();
  const files = prepared.map(({ file, target, temporary }) => ({ ...file, target, temporary }));
  try {
    return await noteEdit(cwd, files);
  } catch (cause) {
    throw unwritable(first.file.path, cause, []);
  }
}

async function renameAll(prepared: readonly Prepared[]): Promise<void> {
  const replaced: Prepared[] = [];
  for (const each of prepared) {
    try {
      await rename(each.temporary, each.target);
      replaced.push(each);
    } catch (cause) {
      throw unwritable(each.file.path, cause, await putBack(replaced));
    }
  }
}

/** Gives files the bytes that they had; returns the names of those that cannot get them. */
async function putBack(replaced: readonly Prepared[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { file, target } of replaced) {
    try {
      await replaceWhole(target, { text: file.before, mode: (await stat(target)).mode });
    } catch {
      left.push(file.path);
    }
  }
  return left;
}

async function prepare(cwd: string, file: EditedFile): Promise<Prepared> {
  try {
    const target = await realpath(path.resolve(cwd, file.path));
    const { mode } = await stat(target);
    const temporary = await completedBeside(target, { text: file.after, mode });
    return { file, target, temporary };
  } catch (cause) {
    throw unwritable(file.path, cause, []);
  }
}

function unwritable(shown: string, cause: unknown, written: readonly string[]): AdsyncError {
  const code = systemCode(cause) ?? causeText(cause);
  const remedy =
    'Check that the file and its folder may be written by this user, and that no mount stands over it.';
  const message = `${shown} cannot be written (${code})`;
  if (written.length === 0)
    return new AdsyncError('ADSYNC_DOCUMENT_UNWRITABLE', message, {
      remedy: `${remedy} No file was changed.`,
      cause,
    });
  const wholeMessage = `${message}, and what was written before it cannot be put back`;
  return new AdsyncError('ADSYNC_DOCUMENT_UNWRITABLE', wholeMessage, {
    lines: ['These files were changed:', ...written.map((each) => `  ${each}`)],
    remedy: `${remedy} Then run the command again: it writes the rest.`,
    cause,
  });
}

async function requireUnchanged(
  cwd: string,
  { path: shown, bytes }: { readonly path: string; readonly bytes: Buffer },
): Promise<void> {
  const now = await readFile(path.resolve(cwd, shown)).catch(() => undefined);
  if (now?.equals(bytes) === true) return;
  throw new AdsyncError('ADSYNC_DOCUMENT_CHANGED', `${shown} has changed since it was read`, {
    remedy: 'Run the command again. No file was changed.',
  });
}
