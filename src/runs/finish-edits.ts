import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { type FinishedEdit, finishEdits as finishNoted } from '../edit/edit-note.ts';
import type { Run } from './run.ts';

/**
 * Finishes edits of the document that an earlier run was killed in, and says so; nothing in a pipeline, where nobody edits
 * and whoever opens a request wrote the folder. Throws ADSYNC_DOCUMENT_UNWRITABLE.
 */
export async function finishEdits({
  cwd,
  workTree,
  frontend,
}: Pick<Run, 'cwd' | 'workTree' | 'frontend'>): Promise<void> {
  if (workTree !== undefined) return;
  for (const { outcome, written, unwritten } of await finishedIn(cwd)) {
    if (outcome === 'finished')
      frontend.note(`An earlier run ended while it wrote files. Finished now: ${written.join(', ')}.`);
    else
      frontend.note(
        `An earlier run ended while it wrote files, and some were changed since. Written: ${written.join(', ')}. Not written: ${unwritten.join(', ')}.`,
      );
  }
}

async function finishedIn(cwd: string): Promise<readonly FinishedEdit[]> {
  try {
    return await finishNoted(cwd);
  } catch (cause) {
    const code = systemCode(cause) ?? causeText(cause);
    throw new AdsyncError(
      'ADSYNC_DOCUMENT_UNWRITABLE',
      `an edit that an earlier run left half done cannot be finished (${code})`,
      {
        remedy:
          'Let this user write the files of the document and the folder .adsync, and run the command again.',
        cause,
      },
    );
  }
}
