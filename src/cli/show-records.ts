import { accountsSheet } from '../report/accounts-sheet.ts';
import { pageWidth } from '../report/layout.ts';
import { type Sheet, sheetText } from '../report/sheet.ts';
import { seeAccounts } from '../runs/see-accounts.ts';
import { type Context, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { runOf } from './terminal-run.ts';

/** Shows the accounts that the credentials see. Gives the exit code. */
export async function accountsOnTerminal(context: Context, format: RecordFormat): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    await showSheet(context, accountsSheet(await seeAccounts(runOf(context, { signal }))), format);
    return 0;
  });
}

/** Writes records to standard output; on a terminal a table is broken where it ends. */
async function showSheet(context: Context, sheet: Sheet, format: RecordFormat): Promise<void> {
  const { stdout } = context.io;
  const text = await sheetText(sheet, format, pageWidth(stdout));
  if (format === 'table') print(context, text);
  else stdout.write(text);
}
