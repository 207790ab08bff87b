import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** A folder by its full path without symbolic links, as far as it exists. */
export async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(await realFolder(above), path.basename(folder));
  }
}

/** A path with `/`, on every system. */
export function withSlashes(file: string): string {
  return file.split(path.sep).join('/');
}
