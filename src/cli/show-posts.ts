import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { postsSheet } from '../report/posts-sheet.ts';
import { readPosts } from '../runs/read-posts.ts';
import type { Context } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import type { RecordFormat } from './report-formats.ts';
import { showSheet } from './show-sheet.ts';
import { runOf } from './terminal-run.ts';

/**
 * Shows published posts with their counts. Gives the exit code. Throws ADSYNC_RECORD_UNKNOWN, once the others are shown,
 * where some are not there.
 */
export async function postsOnTerminal(
  context: Context,
  names: readonly string[],
  format: RecordFormat,
): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const { posts, missing } = await readPosts(runOf(context, { signal }), names);
    if (posts.length > 0) await showSheet(context, postsSheet(posts), format);
    if (missing.length === 0) return 0;
    throw new AdsyncError('ADSYNC_RECORD_UNKNOWN', `there is no published post ${missing.join(', ')}`, {
      remedy: 'It may be deleted, or visible to others only.',
    });
  });
}
