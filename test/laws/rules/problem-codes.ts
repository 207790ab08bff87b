import { DocumentError } from '../../../src/config/document-error.ts';
import { loadDocument } from '../../../src/config/load-document.ts';

/** The platform's codes of the problems of `campaigns.yaml` in a folder; the message of one that has none. */
export async function problemCodes(folder: string): Promise<readonly string[]> {
  const variables = { files: [], flags: [], environment: {} };
  try {
    await loadDocument({ paths: ['campaigns.yaml'], cwd: folder, variables });
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.problems.map(({ code, message }) => code ?? `no code: ${message}`);
  }
}
