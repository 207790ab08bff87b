import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { eventRecordsSheet } from '../report/event-records-sheet.ts';
import { createSandboxAccount, deleteSandboxAccount, meantAccount } from '../runs/sandbox-accounts.ts';
import { confirm } from './confirm.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** Makes an account on the platform's own sandbox, and shows it. Gives the exit code. */
export async function createAccountOnTerminal(context: Context, format: RecordFormat): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const record = await createSandboxAccount(runOf(context, { signal }));
    await showSheet(context, eventRecordsSheet([record]), format);
    note(context, `To declare it: accounts: { test: { id: ${record.id} } }`);
    return 0;
  });
}

/** Deletes an account of the platform's own sandbox, once that is agreed to. Gives the exit code. */
export async function deleteAccountOnTerminal(
  context: Context,
  named: string,
  yes: boolean,
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const { id, key, resources } = await meantAccount(run, named);
    const owned =
      resources === 0
        ? ''
        : ` The state has ${counted(resources, 'resource')} of it, as ${printable(key ?? '')}.`;
    const question = `Delete the sandbox account ${id} with all that is in it? That is for good.${owned}`;
    await confirm(context, question, { yes, interrupts });
    await deleteSandboxAccount(run, id);
    print(context, `The sandbox account ${id} is deleted.\n`);
    if (key !== undefined)
      note(context, `To forget what the state has of it: adsync state rm ${printable(key)}`);
    return 0;
  });
}
