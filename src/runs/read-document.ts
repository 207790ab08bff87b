import type { DesiredDocument } from '../schemas/desired.ts';
import { readInputs } from './document-inputs.ts';
import type { Run } from './run.ts';
import { accountKeyFor, limitDocument } from './scope.ts';

/** Reads the document from the paths, limited to the account of the run, with the values of its variables. */
export async function readDocument(
  run: Pick<Run, 'cwd' | 'workTree' | 'variables' | 'account' | 'frontend' | 'version' | 'sources'>,
  paths: readonly string[],
): Promise<DesiredDocument> {
  const { document } = await readInputs(run, paths);
  return limitDocument(document, accountKeyFor(run.account, document.accounts));
}
