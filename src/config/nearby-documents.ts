import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Folders of other programs can be large: so many files are looked into. */
const mostFiles = 200;

/**
 * The names in a folder that are documents, or folders which directly hold one: what a person may have meant who named a
 * file that is not there. Names that begin with a dot, and what cannot be read, are left out.
 */
export async function nearbyDocuments(folder: string): Promise<readonly string[]> {
  let left = mostFiles;
  const isDocument = async (file: string): Promise<boolean> => {
    if (left === 0 || !/\.ya?ml$/.test(file)) return false;
    left -= 1;
    return /^version:/m.test(await textOf(file));
  };
  const holdsDocument = async (entry: Dirent): Promise<boolean> => {
    const full = path.join(folder, entry.name);
    if (!entry.isDirectory()) return await isDocument(full);
    for (const inner of await entriesOf(full))
      if (!inner.isDirectory() && (await isDocument(path.join(full, inner.name)))) return true;
    return false;
  };
  const names: string[] = [];
  for (const entry of await entriesOf(folder)) if (await holdsDocument(entry)) names.push(entry.name);
  return names;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
