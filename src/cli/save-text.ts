import { constants } from 'node:fs';
import { chmod, open, readFile, stat, writeFile } from 'node:fs/promises';
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
    else if (standing === 'a named pipe') await writeToReader(path, file, saved.text);
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

type Standing = 'nothing' | 'a stream' | 'a named pipe' | 'its like' | 'something else';

async function standingAt(path: string, { isOne }: SavedText): Promise<Standing> {
  const found = await statOf(path);
  if (found === undefined) return 'nothing';
  if (found.isCharacterDevice() || isHandedOver(path)) return 'a stream';
  if (found.isFIFO()) return 'a named pipe';
  if (!found.isFile()) return 'something else';
  return found.size === 0 || isOne(await readFile(path, 'utf8')) ? 'its like' : 'something else';
}

/** What a shell hands over for `>(…)`, and the standard streams: somebody reads them, or writing fails. */
function isHandedOver(path: string): boolean {
  return /^\/dev\/(stdout|stderr|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/.test(path);
}

/** Writes to a named pipe that somebody reads; without a reader, opening it would wait for one. */
async function writeToReader(path: string, file: string, text: string): Promise<void> {
  const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw systemCode(cause) === 'ENXIO' ? withoutReader(file, cause) : cause;
  });
  try {
    await writeFile(path, text);
  } finally {
    await probe.close();
  }
}

function withoutReader(file: string, cause: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${file} is a named pipe that nobody reads`, {
    remedy: 'Start the program that reads it first, or name a file.',
    cause,
  });
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
