import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { estimatesSheet } from '../report/estimates-sheet.ts';
import { estimateAudience } from '../runs/estimate-audience.ts';
import type { EstimateRequest } from '../runs/targeting-to-estimate.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/**
 * Shows how many people targeting reaches. Gives the exit code. Throws ADSYNC_USAGE where nothing is named, and, once the
 * others are shown, the first reason why something was not estimated.
 */
export async function estimatesOnTerminal(
  context: Context,
  request: EstimateRequest,
  format: RecordFormat,
): Promise<number> {
  if (request.named === undefined && request.targeting.length === 0)
    throw new AdsyncError('ADSYNC_USAGE', 'nothing says whose targeting is to be estimated', {
      remedy: 'Name a line item by its address or id, or criteria with --targeting TYPE:VALUE.',
    });
  return await untilInterrupted(context, async ({ signal }) => {
    const estimates = await estimateAudience(runOf(context, { signal }), request);
    const problem = estimates.find((each) => each.problem !== undefined)?.problem;
    if (problem === undefined || estimates.length > 1)
      await showSheet(context, estimatesSheet(estimates), format);
    if (problem !== undefined) throw problem;
    return 0;
  });
}
