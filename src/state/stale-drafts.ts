import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemNow } from '../diagnostics/system-now.ts';

/** No state takes this long to be made: whoever made a draft that has not changed for an hour is gone. */
const staleAfterMs = 3_600_000;
const suffixes = /^\.[0-9a-f-]{36}\.new(-wal|-shm|-journal)?$/;
const draftSuffix = /^\.[0-9a-f-]{36}\.new$/;

/** The name under which a state is completed before it takes its own. */
export function draftOf(path: string, id: string): string {
  return `${path}.${id}.new`;
}

/** Whether a name in the folder of a state is one of its drafts. */
export function isDraftOf(path: string, name: string): boolean {
  const own = basename(path);
  return name.startsWith(own) && draftSuffix.test(name.slice(own.length));
}

/** Removes the drafts of a state that runs which were killed have left behind. What is in the way is litter, and no reason to fail. */
export function removeStaleDrafts(path: string): void {
  const folder = dirname(path);
  const name = basename(path);
  try {
    for (const each of readdirSync(folder)) {
      if (!each.startsWith(name) || !suffixes.test(each.slice(name.length))) continue;
      const draft = join(folder, each);
      if (systemNow() - statSync(draft).mtimeMs > staleAfterMs) rmSync(draft);
    }
  } catch {
    // A folder that is missing or closed is told of by what opens the state.
  }
}
