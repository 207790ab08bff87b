import { createHash } from 'node:crypto';
import { type FoundFiles, findFiles } from '../config/files.ts';
import { readTree } from '../config/load-document.ts';
import { namesOf } from '../config/names-of.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { formsFor } from './forms-for.ts';
import type { Frontend, Run } from './run.ts';

/** A document, and a way to learn what has become of the files that it was read from. */
export interface ReadDocument {
  readonly document: DesiredDocument;
  /** What has changed since, a line for each file, for people; none where the same document would be read. */
  readonly changes: () => Promise<readonly string[]>;
}

type Reader = Pick<Run, 'cwd' | 'workTree' | 'variables' | 'frontend' | 'version' | 'sources'>;

/** Reads a document from files and folders, all accounts. Throws as `loadDocument` does. */
export async function readInputs(run: Reader, paths: readonly string[]): Promise<ReadDocument> {
  const found = await findFiles(paths, run);
  noteSkipped(run.frontend, found.skipped);
  // Not all of the run: that would look for its addresses, and so for a profile, which reading needs none of.
  const { cwd, workTree, variables } = run;
  const { document } = await readTree(found, { cwd, workTree, variables, forms: await formsFor(run) });
  const digests = digestsOf(found);
  return {
    document,
    changes: async () => {
      try {
        const now = await findFiles(paths, run);
        const changed = differences(digests, digestsOf(now), now.unread);
        return changed.length > 0 ? changed : await changedVariables(run, now, document);
      } catch (error) {
        return [unreadable(error)];
      }
    },
  };
}

/** Tells, in one note, of the files in folders that are no part of a document. */
export function noteSkipped(frontend: Pick<Frontend, 'note'>, skipped: readonly string[]): void {
  if (skipped.length === 0) return;
  const [verb, them] = skipped.length === 1 ? ['has', 'it'] : ['have', 'them'];
  frontend.note(
    `Not read: ${namesOf(skipped)}, which ${verb} no "version: 1". To leave ${them} out without this note, name ${them} in .adsyncignore.`,
  );
}

function digestsOf({ files }: FoundFiles): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, bytes }) => [path, createHash('sha256').update(bytes).digest('hex')]));
}

function differences(
  then: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  unread: readonly string[],
): readonly string[] {
  return [...new Set([...then.keys(), ...now.keys()])].sort().flatMap((file) => {
    if (then.get(file) === now.get(file)) return [];
    if (!now.has(file)) return [`${file} is ${unread.includes(file) ? 'no document any more' : 'gone'}`];
    return then.has(file) ? [`${file} has changed`] : [`${file} is new`];
  });
}

/** What flags and the environment give cannot change meanwhile; of a file of variables only values that are used count. */
async function changedVariables(
  run: Reader,
  found: FoundFiles,
  { digest }: DesiredDocument,
): Promise<readonly string[]> {
  const { files } = run.variables;
  if (files.length === 0) return [];
  const { document } = await readTree(found, run);
  return document.digest === digest ? [] : [`values of variables have changed in ${files.join(', ')}`];
}

/** A document that cannot be read any more is another one than was read. */
function unreadable(error: unknown): string {
  if (error instanceof AdsyncError) return error.message;
  throw error;
}
