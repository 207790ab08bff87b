import { createHash } from 'node:crypto';
import type { FoundFile } from './files.ts';
import type { Located } from './located.ts';
import { toPlain } from './plain.ts';

/** `sha256:…` over names and bytes of the files, and the variables that the document uses with their values. */
export function digestOf(files: readonly FoundFile[], used: ReadonlyMap<string, Located>): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  const variables = [...used.entries()].map(([name, value]) => [name, toPlain(value)] as const);
  hash.update(JSON.stringify(variables.sort(([left], [right]) => (left < right ? -1 : 1))));
  return `sha256:${hash.digest('hex')}`;
}
