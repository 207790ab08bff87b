import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemCode } from '../diagnostics/cause-text.ts';

/**
 * The path of the file itself where a path leads through symbolic links, also where nothing stands behind them yet:
 * SQLite keeps the log of a database beside the file itself. What the system refuses to follow stays as it is.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') return path;
  }
  const target = linkTarget(path);
  return target === undefined ? path : realPathOf(target);
}

/** What a link names, as an absolute path; `undefined` for what is no link. */
function linkTarget(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch {
    return undefined;
  }
}
