import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { textOfFile } from '../diagnostics/input-file.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';
import { createWhole, replaceWhole } from '../edit/whole-file.ts';
import { documentJsonSchema } from '../schemas/json-schema.ts';

/** What happened to a file, and what its owner may want to do about it. */
export interface ProjectFile {
  readonly file: string;
  readonly verb: 'wrote' | 'updated' | 'exists';
  /** Begins with a colon; empty where there is nothing to do. */
  readonly remark: string;
}

interface Ignored {
  readonly line: string;
  readonly why: string;
  /** Lines that say the same. */
  readonly like: RegExp;
}

const ignored: readonly Ignored[] = [
  { line: '.adsync/', why: 'The state on your own disk.', like: /^\/?\.adsync\/?$/ },
  {
    line: '*.csv',
    why: "Members of audiences: people's addresses and numbers.",
    like: /^(\/?\*\*\/)?\*\.csv$/,
  },
];

/** Writes a file unless one stands there; `remark` is what to say of that one. Throws ADSYNC_USAGE. */
export async function writeUnlessThere(file: string, text: string, remark = ''): Promise<ProjectFile> {
  const isNew = await writeNew(file, text);
  return { file, verb: isNew ? 'wrote' : 'exists', remark: isNew ? '' : remark };
}

/** Keeps the state and members of audiences out of the repository. Throws ADSYNC_USAGE. */
export async function writeGitIgnore(folder: string): Promise<ProjectFile> {
  const file = join(folder, '.gitignore');
  const text = ignored.map(({ line, why }) => `# ${why}\n${line}\n`).join('');
  const lines = ((await textOfFile(file)) ?? text).split(/\r?\n/).map((line) => line.trim());
  const lacking = ignored.filter(({ like }) => !lines.some((line) => like.test(line)));
  const names = lacking.map(({ line }) => line).join(' and ');
  const remark = lacking.length === 0 ? '' : `: add the line${lacking.length > 1 ? 's' : ''} ${names} to it`;
  return await writeUnlessThere(file, text, remark);
}

const ownSchema = z.object({ $ref: z.literal('#/definitions/Document') });

/**
 * Writes the schema that editors explain a document by. It is generated, so that a later adsync brings it up to date; a
 * file that is something else is left alone. Throws ADSYNC_USAGE.
 */
export async function refreshSchema(file: string): Promise<ProjectFile> {
  const text = `${JSON.stringify(documentJsonSchema(), undefined, 2)}\n`;
  if (await writeNew(file, text)) return { file, verb: 'wrote', remark: '' };
  const there = (await textOfFile(file)) ?? text;
  if (there === text || !isOwnSchema(there)) return { file, verb: 'exists', remark: '' };
  try {
    const real = await realpath(file);
    await replaceWhole(real, { text, mode: (await stat(real)).mode });
  } catch (cause) {
    throw unwritable(file, cause);
  }
  return { file, verb: 'updated', remark: '' };
}

/** True where the file was written, false where there is one already. Throws ADSYNC_USAGE. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await makeFolder(dirname(file));
    return await createWhole(file, { text });
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

function isOwnSchema(text: string): boolean {
  try {
    return ownSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function unwritable(file: string, cause: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
    lines: [causeText(cause)],
    remedy: 'Choose another folder, or make this one writable.',
    cause,
  });
}
