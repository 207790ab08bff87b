import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { systemCode } from '../diagnostics/cause-text.ts';
import { holdsDocument, pathsRemedy } from './nearby-documents.ts';

const file = 'campaigns.yaml';
const folder = 'campaigns';

/**
 * Where a document is read from when no path is given: `campaigns.yaml`, else the folder `campaigns`, else the working
 * directory if a file directly in it is a document. Throws ADSYNC_DOCUMENT_MISSING where none of them is there.
 */
export async function defaultPaths(cwd: string): Promise<readonly string[]> {
  if ((await kindOf(path.join(cwd, file))) !== 'none') return [file];
  if ((await kindOf(path.join(cwd, folder))) === 'folder') return [folder];
  if (await holdsDocument(cwd)) return ['.'];
  throw new AdsyncError(
    'ADSYNC_DOCUMENT_MISSING',
    `this folder holds no ${file}, no folder ${folder} and no other document`,
    { remedy: await pathsRemedy(cwd) },
  );
}

/** What cannot be looked at is there, so that reading it says why it cannot be read. */
async function kindOf(full: string): Promise<'none' | 'folder' | 'other'> {
  try {
    return (await stat(full)).isDirectory() ? 'folder' : 'other';
  } catch (cause) {
    return systemCode(cause) === 'ENOENT' ? 'none' : 'other';
  }
}
