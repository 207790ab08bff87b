import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Problem } from '../diagnostics/problem.ts';

/** The document has problems: all of them, sorted by file, line and column. */
export class DocumentError extends AdsyncError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super('ADSYNC_DOCUMENT_INVALID', `the document has ${count}`);
    this.name = 'DocumentError';
    this.problems = problems;
  }
}
