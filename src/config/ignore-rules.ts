import path from 'node:path';
import type { Ignore } from 'ignore';

/** The file that names what is no part of a document, in the syntax of gitignore. */
export const ignoreFileName = '.adsyncignore';

/** The rules of one folder, for all below it. */
export interface IgnoreRules {
  /** The full path of the folder. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules of a folder from the text of its file. The library is loaded only where there is such a file. */
export async function ignoreRules(folder: string, text: string): Promise<IgnoreRules> {
  const { default: ignore } = await import('ignore');
  return { folder, rules: ignore().add(text) };
}

/** True where the last rule that fits ignores the path, a full one; that of a folder ends with `/`. */
export function isIgnored(all: readonly IgnoreRules[], absolute: string): boolean {
  let ignored = false;
  for (const { folder, rules } of all) {
    const relative = path.relative(folder, absolute).split(path.sep).join('/');
    const result = rules.test(absolute.endsWith('/') ? `${relative}/` : relative);
    ignored = result.ignored || (ignored && !result.unignored);
  }
  return ignored;
}
