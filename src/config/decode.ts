import { isUtf8 } from 'node:buffer';
import type { FoundFile } from './files.ts';
import type { Report } from './problem-list.ts';
import { type SourceFile, sourceFile } from './source-file.ts';

/** The text of a file; one that is not UTF-8 is reported at the first character that is not, and gives `undefined`. */
export function decode(found: FoundFile, report: Report): SourceFile | undefined {
  const file = sourceFile(found.path, new TextDecoder('utf-8').decode(found.bytes));
  if (isUtf8(found.bytes)) return file;
  report(
    { file, offset: Math.max(0, file.text.indexOf('\uFFFD')) },
    {
      rule: 'not-utf-8',
      message: 'the file is not UTF-8',
      remedy: 'Save it as UTF-8; other encodings are not read.',
    },
  );
  return undefined;
}
