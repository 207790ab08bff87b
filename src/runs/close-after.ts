import { causeText } from '../diagnostics/cause-text.ts';
import type { Run } from './run.ts';

/** What is open, and is closed once the work with it is done. */
interface Closable {
  close(): Promise<void>;
}

/**
 * Does the work, and closes what it was done with whatever happens. What cannot be closed, as when a database has gone for
 * good, is a note: it hides neither what became of the work nor why that failed.
 */
export async function closeAfter<T>(
  { frontend }: Pick<Run, 'frontend'>,
  opened: Closable,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close().catch((error: unknown) => {
      frontend.note(`A connection could not be closed: ${causeText(error)}`);
    });
  }
}
