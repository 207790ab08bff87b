import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { systemCode } from '../diagnostics/cause-text.ts';

/**
 * Copies a database, as it is before its tables are changed, to a file beside it that names its version and the time
 * to the millisecond: `state.db.v1-20261120T160512345Z.backup`. It is kept, for this user alone.
 */
export function backUp(
  database: DatabaseSync,
  path: string,
  { version, at }: { readonly version: number; readonly at: number },
): void {
  const time = new Date(at).toISOString().replace(/[-:.]/g, '');
  const { copy, handle } = createFile(`${path}.v${version}-${time}`);
  try {
    database.prepare('vacuum into ?').run(copy);
    fsyncSync(handle);
  } catch (error) {
    // Half a copy would be taken for one.
    rmSync(copy, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Two starters may come at one instant: each keeps a copy of its own. */
function createFile(name: string, attempt = 1): { readonly copy: string; readonly handle: number } {
  const copy = attempt === 1 ? `${name}.backup` : `${name}-${attempt}.backup`;
  try {
    return { copy, handle: openSync(copy, 'wx', 0o600) };
  } catch (error) {
    if (attempt === 20 || systemCode(error) !== 'EEXIST') throw error;
    return createFile(name, attempt + 1);
  }
}
