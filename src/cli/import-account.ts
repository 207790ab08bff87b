import { join, relative, sep } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { schemaFile } from '../import/schema-file.ts';
import { importText } from '../report/import-text.ts';
import { type ImportRequest, importAccount } from '../runs/import-account.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { type ProjectFile, refreshSchema, writeGitIgnore } from './project-files.ts';
import { runOf } from './terminal-run.ts';

/** Imports an account, and says what was written and adopted. Gives the exit code. */
export async function importOnTerminal(context: Context, request: ImportRequest): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const { binding, entries, files } = await importAccount(runOf(context, { signal }), request);
    note(context, 'Nothing was changed on the platform.');
    const { cwd } = context.io;
    await besides(context, async () => await writeGitIgnore(cwd));
    await besides(context, async () => await refreshSchema(join(cwd, schemaFile)));
    print(context, importText(binding, entries, files));
    return 0;
  });
}

/** What editors and git use beside the document: an import that has worked does not fail for it. */
async function besides(context: Context, write: () => Promise<ProjectFile>): Promise<void> {
  try {
    const { file, verb, remark } = await write();
    const shown = relative(context.io.cwd, file).split(sep).join('/');
    if (verb !== 'exists' || remark !== '') note(context, `${verb} ${shown}${remark}`);
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    note(context, error.message);
  }
}
