import { defaultPaths } from '../config/default-paths.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** The paths of the document as given, or those that stand for none; throws ADSYNC_DOCUMENT_MISSING as `defaultPaths`, ADSYNC_USAGE for `-`. */
export async function documentPaths(given: readonly string[], cwd: string): Promise<readonly string[]> {
  if (given.includes('-')) {
    throw new AdsyncError(
      'ADSYNC_USAGE',
      'the document cannot come from standard input: it is read more than once',
      {
        remedy: 'Name its files or folders; one that is called - is ./-.',
      },
    );
  }
  return given.length === 0 ? await defaultPaths(cwd) : given;
}
