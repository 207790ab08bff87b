/** What a YAML file is by its keys at the top. */
export type FileRole = 'document' | 'lacks-version' | 'other';

const documentKeys = ['accounts', 'variables', 'defaults', 'policy', 'moved', 'removed', 'project'];

/**
 * What a file that was met in a folder is: a document has `version:`; with accounts and no version it should be one; all
 * others belong to other programs. Those have versions too, such as "3.8": another version than 1 without any other key
 * of a document is theirs. Reads the keys at the top only, not the YAML, so that it is known of files that cannot be read.
 */
export function fileRole(bytes: Buffer): FileRole {
  if (isUtf16(bytes)) return 'document';
  const text = bytes.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
  const value = topLevelValue(text, 'version');
  if (value === undefined) return topLevelValue(text, 'accounts') === undefined ? 'other' : 'lacks-version';
  if (/^["']?1["']?(?:$|[\s,}#])/.test(value)) return 'document';
  return documentKeys.some((key) => topLevelValue(text, key) !== undefined) || value === ''
    ? 'document'
    : 'other';
}

/** Nobody can look for keys in it: reading it as a document says that it is not UTF-8. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}

/** The text after a key at the top, up to the end of the line; `undefined` where the key does not stand there. */
function topLevelValue(text: string, key: string): string | undefined {
  const first = /^(?!\s*(?:#|%|---|$))( *)(\{?)/m.exec(text);
  const [, indent = '', bracket = ''] = first ?? [];
  const before = bracket === '' ? `^${indent}` : '[{,]\\s*';
  const line = new RegExp(`${before}(?:${key}|"${key}"|'${key}')[ \\t]*:(?:[ \\t]+(.*))?\\r?$`, 'm');
  const inBrackets = new RegExp(`${before}(?:${key}|"${key}"|'${key}')[ \\t]*:\\s*(.*)`);
  const found = (bracket === '' ? line : inBrackets).exec(text);
  return found === null ? undefined : (found[1] ?? '').trim();
}
