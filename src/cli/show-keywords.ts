import { keywordsSheet } from '../report/keywords-sheet.ts';
import { type KeywordQuestion, readKeywordInsights } from '../runs/read-keyword-insights.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/** Shows how many posts have keywords. Gives the exit code. */
export async function keywordsOnTerminal(
  context: Context,
  question: KeywordQuestion,
  format: RecordFormat,
): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const insights = await readKeywordInsights(runOf(context, { signal }), question);
    await showSheet(context, keywordsSheet(insights), format);
    return 0;
  });
}
