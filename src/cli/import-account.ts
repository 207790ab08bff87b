import { importText } from '../report/import-text.ts';
import { type ImportRequest, importAccount } from '../runs/import-account.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

/** Imports an account, and says what was written and adopted. Gives the exit code. */
export async function importOnTerminal(context: Context, request: ImportRequest): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const { binding, entries, files } = await importAccount(runOf(context, { signal }), request);
    note(context, 'Nothing was changed on the platform.');
    print(context, importText(binding, entries, files));
    return 0;
  });
}
