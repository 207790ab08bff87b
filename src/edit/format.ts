import { DocumentError } from '../config/document-error.ts';
import type { Located } from '../config/located.ts';
import { toPlain } from '../config/plain.ts';
import { createProblemList } from '../config/problem-list.ts';
import { readYaml } from '../config/read-yaml.ts';
import { positionOf, sourceFile } from '../config/source-file.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { plainName } from './flow-text.ts';
import { CannotFormat } from './format/cannot-format.ts';
import { layoutOf } from './format/layout.ts';
import { readSyntax } from './syntax.ts';

/**
 * The text of a file in its canonical layout; the file need not be a valid document, only valid YAML. Throws
 * DocumentError with its syntax errors, and ADSYNC_FORMAT_REFUSED for a form of YAML that cannot be laid out without
 * changing what it says.
 */
export function formatText(path: string, text: string): string {
  const before = readAll(path, text);
  const formatted = laidOut(path, text);
  const after = readAll(path, formatted);
  // A layout that says something else is a fault of ours: the file is better left alone.
  if (before.join('\n') === after.join('\n') && sameComments(path, text, formatted)) return formatted;
  throw refused(path, 'its layout cannot be changed without changing what it says');
}

function laidOut(path: string, text: string): string {
  try {
    return layoutOf(text);
  } catch (error) {
    if (!(error instanceof CannotFormat)) throw error;
    const { line, column } = positionOf({ file: sourceFile(path, text), offset: error.offset });
    throw refused(
      `${path}:${line}:${column}`,
      'a key over several lines, or one that is no text, has no layout',
    );
  }
}

function refused(at: string, message: string): AdsyncError {
  return new AdsyncError('ADSYNC_FORMAT_REFUSED', message, {
    at,
    remedy: 'The file was left as it is. Write this part in a plainer way.',
  });
}

/** What each YAML document of a text says, the order of keys aside. */
function readAll(path: string, text: string): readonly string[] {
  const problems = createProblemList();
  const { roots } = readYaml(sourceFile(path, text), problems.report);
  const found = problems.sorted();
  if (found.length > 0) throw new DocumentError(found);
  return roots.map((root: Located) => plainName(toPlain(root)));
}

function sameComments(path: string, before: string, after: string): boolean {
  return commentsOf(path, before) === commentsOf(path, after);
}

function commentsOf(path: string, text: string): string {
  const { source, comments } = readSyntax(sourceFile(path, text));
  const texts = Array.from(
    comments,
    (offset) => /^[^\r\n]*/.exec(source.text.slice(offset))?.[0].trimEnd() ?? '',
  );
  return texts.sort().join('\n');
}
