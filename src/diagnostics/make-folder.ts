import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './cause-text.ts';

/**
 * Makes a folder and those above it that are not there, with the permissions `mode`. Gives the highest one that was made;
 * `undefined` where all were there. Throws what the system says. The option `recursive` of Node would try without end where
 * no folder can ever be made, as below /proc.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<string | undefined> {
  const above = dirname(folder);
  if (await isFolder(folder)) return undefined;
  const highest = above === folder ? undefined : await makeFolder(above, mode);
  try {
    await mkdir(folder, { mode });
    return highest ?? folder;
  } catch (error) {
    // Another program may have made it meanwhile.
    if (systemCode(error) === 'EEXIST' && (await isFolder(folder))) return highest;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
