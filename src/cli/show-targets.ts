import { targetsSheet } from '../report/targets-sheet.ts';
import { type LookupQuestion, lookUp } from '../runs/look-up.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** Shows what can be targeted under a text. Gives the exit code. */
export async function targetsOnTerminal(
  context: Context,
  question: LookupQuestion,
  format: RecordFormat,
): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const found = await lookUp(runOf(context, { signal }), question);
    await showSheet(context, targetsSheet(found), format);
    return 0;
  });
}
