import { compileForm, expandForm } from './compiled-form.ts';
import { decode } from './decode.ts';
import type { FoundFile } from './files.ts';
import type { FormCache } from './form-cache.ts';
import type { Located } from './located.ts';
import type { Report } from './problem-list.ts';
import { readYaml } from './read-yaml.ts';
import type { SourceFile } from './source-file.ts';

/** Smaller files are read sooner than their form is found. */
const leastKept = 64 * 1024;

/** A file as it was read. */
export interface ReadFile {
  readonly file: SourceFile;
  readonly roots: readonly Located[];
  /** False where something could not be read: what seems to be missing may stand there. */
  readonly complete: boolean;
}

/**
 * Reads a file of the document; one whose form is kept costs no more than its digest and its values. Reported is what
 * `decode` and `readYaml` report; a file with problems is never kept. `undefined` for one that is not UTF-8.
 */
export async function readDocumentFile(
  found: FoundFile,
  report: Report,
  cache: FormCache | undefined,
): Promise<ReadFile | undefined> {
  const kept = found.bytes.length < leastKept ? undefined : cache;
  const form = await kept?.read(found.path, found.bytes);
  const file = decode(found, report);
  if (file === undefined) return undefined;
  const known = form === undefined ? undefined : expanded(form, file);
  if (known !== undefined) return { file, roots: known, complete: true };
  let hasProblems = false;
  const noting: Report = (place, fault) => {
    hasProblems = true;
    report(place, fault);
  };
  const { roots, complete, isPlain } = readYaml(file, noting);
  if (kept !== undefined && complete && isPlain && !hasProblems) {
    const compiled = compileForm(roots, file);
    if (compiled !== undefined) await kept.write(found.path, found.bytes, compiled);
  }
  return { file, roots, complete };
}

/** A form that cannot be one is none. */
function expanded(form: Int32Array, file: SourceFile): readonly Located[] | undefined {
  try {
    return expandForm(form, file);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
