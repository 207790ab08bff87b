import type { Located } from './located.ts';

/** Those of the keys that some map of a document has. */
export function keysIn(root: Located, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const keys = new Set<string>();
  const seen = new Set<Located>();
  const pending: Located[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'scalar' || seen.has(node)) continue;
    seen.add(node);
    // One at a time: a list may have more members than a call takes arguments.
    if (node.type === 'list') for (const item of node.items) pending.push(item);
    else
      for (const [key, { value }] of node.entries) {
        if (wanted.has(key)) keys.add(key);
        if (value.type !== 'scalar') pending.push(value);
      }
  }
  return keys;
}
