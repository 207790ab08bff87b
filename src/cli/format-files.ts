import { decode } from '../config/decode.ts';
import { DocumentError } from '../config/document-error.ts';
import { type FoundFile, findFiles } from '../config/files.ts';
import { createProblemList } from '../config/problem-list.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import type { Problem } from '../diagnostics/problem.ts';
import type { EditedFile } from '../edit/edited-file.ts';
import { formatText } from '../edit/format.ts';
import { replaceFiles } from '../edit/replace-files.ts';
import { noteSkipped } from '../runs/document-inputs.ts';
import { finishEdits } from '../runs/finish-edits.ts';
import { workTreeFrom } from '../runs/settings.ts';
import type { Context } from './context.ts';
import { terminalFrontend } from './terminal-run.ts';

/**
 * Lays out files and the files of folders, prints the names of those that change, and gives their number; writes them
 * unless it only checks. Throws DocumentError with the syntax errors of all files; then none is written.
 */
export async function formatFiles(
  context: Context,
  paths: readonly string[],
  checkOnly: boolean,
): Promise<number> {
  const { io } = context;
  const variables = { files: context.globals.varFile };
  const from = { cwd: io.cwd, workTree: workTreeFrom(io.env), variables };
  const frontend = terminalFrontend(context);
  if (!checkOnly) await finishEdits({ ...from, frontend });
  const { files, skipped } = await findFiles(paths, from);
  noteSkipped(frontend, skipped);
  const changed = formatAll(files).filter(({ before, after }) => !before.equals(after));
  if (!checkOnly)
    await replaceFiles(
      io.cwd,
      changed,
      changed.map(({ path, before }) => ({ path, bytes: before })),
    );
  for (const { path } of changed) io.stdout.write(`${path}\n`);
  return changed.length;
}

/**
 * Lays out standard input onto standard output; with `checkOnly` nothing is written. Gives the exit code. Throws
 * DocumentError, ADSYNC_USAGE where standard input cannot be read.
 */
export async function formatInput({ io }: Context, checkOnly: boolean): Promise<number> {
  const [formatted] = formatAll([{ path: 'standard input', bytes: await inputOf(io) }]);
  if (formatted === undefined) return 0;
  if (checkOnly) return formatted.before.equals(formatted.after) ? 0 : 1;
  io.stdout.write(formatted.after.toString('utf8'));
  return 0;
}

async function inputOf({ stdin }: Context['io']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  } catch (cause) {
    const code = systemCode(cause) ?? causeText(cause);
    throw new AdsyncError('ADSYNC_USAGE', `standard input cannot be read (${code})`, {
      remedy: 'Name files, or pass the text by a pipe: cat FILE | adsync fmt -',
      cause,
    });
  }
  return Buffer.concat(chunks);
}

function formatAll(files: readonly FoundFile[]): readonly EditedFile[] {
  const problems: Problem[] = [];
  const formatted = files.flatMap((file) => {
    try {
      return [formatOne(file)];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new DocumentError(problems);
  return formatted;
}

function formatOne({ path, bytes }: FoundFile): EditedFile {
  const list = createProblemList();
  decode({ path, bytes }, list.report);
  if (list.sorted().length > 0) throw new DocumentError(list.sorted());
  return { path, before: bytes, after: Buffer.from(formatText(path, bytes.toString('utf8'))) };
}
