import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { textOfFile } from '../diagnostics/input-file.ts';

/** Folders of other programs can be large: so many files are looked into. */
const mostFiles = 200;

/** Other programs have a `version:` too, such as "3.8" or 1.0.0: that of a document is 1. */
const firstVersion = /^version:[ \t]*1[ \t\r]*(#.*)?$/m;

/** The most names that a remedy gives. */
const mostNames = 5;

/** What to name instead of what is not there, where the folder, the working directory, holds documents. */
export async function pathsRemedy(folder: string): Promise<string> {
  const names = await nearbyDocuments(folder);
  if (names.length === 0) return 'Name the files or folders that hold the document.';
  const more = names.length > mostNames ? ', …' : '';
  return `Name the files or folders that hold the document. Here are ${names.slice(0, mostNames).join(', ')}${more}; . reads all below this folder.`;
}

/** True where a document stands directly in the folder, not in a folder of it. */
export async function holdsDocument(folder: string): Promise<boolean> {
  return (await search(folder, { inFolders: false })).length > 0;
}

/** True where a document stands in the folder, or directly in a folder of it. */
export async function holdsDocuments(folder: string): Promise<boolean> {
  return (await nearbyDocuments(folder)).length > 0;
}

/**
 * The names in a folder that are documents, or folders which directly hold one: what a person may have meant who named a
 * file that is not there. Names that begin with a dot, and what cannot be read, are left out.
 */
async function nearbyDocuments(folder: string): Promise<readonly string[]> {
  return await search(folder, { inFolders: true });
}

async function search(
  folder: string,
  { inFolders }: { readonly inFolders: boolean },
): Promise<readonly string[]> {
  let left = mostFiles;
  const isDocument = async (file: string): Promise<boolean> => {
    if (left === 0 || !/\.ya?ml$/.test(file)) return false;
    left -= 1;
    return firstVersion.test((await textOfFile(file)) ?? '');
  };
  const isWanted = async (entry: Dirent): Promise<boolean> => {
    const full = path.join(folder, entry.name);
    if (!entry.isDirectory()) return await isDocument(full);
    if (!inFolders) return false;
    for (const inner of await entriesOf(full))
      if (!inner.isDirectory() && (await isDocument(path.join(full, inner.name)))) return true;
    return false;
  };
  const names: string[] = [];
  for (const entry of await entriesOf(folder)) if (await isWanted(entry)) names.push(entry.name);
  return names;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
