import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { replaceWhole } from '../edit/whole-file.ts';
import { realPathOf } from '../state/real-path.ts';
import type { Context } from './context.ts';

/** A text that the user wants in a file. */
export interface SavedText {
  readonly text: string;
  /** What it is, with its article: only a file that is one is overwritten. */
  readonly what: string;
  /** True for the text of a file that is one, also of another version. */
  readonly isOne: (text: string) => boolean;
  /** The bits of the file's mode; those that it has, or that the process gives to new files, where it is left out. */
  readonly mode?: number;
}

/**
 * Writes a file that the user named; it is replaced as a whole where its folder lets that happen. Throws ADSYNC_USAGE where
 * something else stands there, such as a state, a document, or what a link leads to, and where it cannot be written.
 */
export async function saveText({ io }: Context, file: string, saved: SavedText): Promise<void> {
  try {
    const path = resolve(io.cwd, file);
    const standing = await standingAt(path, saved);
    if (standing === 'something else') throw inTheWay(file, saved);
    // A device or a pipe, such as /dev/stdout, is written to: there is nothing to overwrite.
    if (standing === 'a stream') await writeFile(path, saved.text);
    else await save(path, saved);
  } catch (cause) {
    if (cause instanceof AdsyncError) throw cause;
    throw new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
      lines: [causeText(cause)],
      remedy: 'Name a file in a folder that exists and may be written.',
      cause,
    });
  }
}

type Standing = 'nothing' | 'a stream' | 'its like' | 'something else';

async function standingAt(path: string, { isOne }: SavedText): Promise<Standing> {
  const found = await statOf(path);
  if (found === undefined) return 'nothing';
  if (found.isCharacterDevice() || found.isFIFO() || found.isSocket()) return 'a stream';
  if (!found.isFile()) return 'something else';
  return found.size === 0 || isOne(await readFile(path, 'utf8')) ? 'its like' : 'something else';
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Codes of a file that may be written, in a folder where nothing may take its place, such as a mount of its own. */
const inPlaceCodes = new Set(['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV']);

async function save(path: string, { text, mode }: SavedText): Promise<void> {
  const found = await statOf(path);
  try {
    await replaceWhole(realPathOf(path), { text, mode: mode ?? found?.mode });
  } catch (error) {
    if (found === undefined || !inPlaceCodes.has(systemCode(error) ?? '')) throw error;
    if (mode !== undefined) await chmod(path, mode);
    await writeFile(path, text);
  }
}

function inTheWay(file: string, { what }: SavedText): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${file} exists and is not ${what}; it is not overwritten`, {
    remedy: 'Name another file, or move this one away.',
  });
}
