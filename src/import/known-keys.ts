import type { KnownIds } from '../edit/document-value.ts';
import { referredValue } from './referred.ts';
import type { Branch } from './tree.ts';

/** The keys that a reference can name: that of the account, and those of what stands right in it. */
export function createKnownKeys(account: Branch, isLeftOut: (branch: Branch) => boolean): KnownIds {
  const keys = new Map<string, string>();
  const values = new Map<string, string>();
  for (const branch of [account, ...account.below]) {
    const value = referredValue(branch.kind, branch.record);
    if (value === undefined || isLeftOut(branch)) continue;
    keys.set(nameOf(branch.kind.name, value), branch.key);
    values.set(nameOf(branch.kind.name, branch.key), value);
  }
  return {
    idOf: ({ key, key_of: kinds }) => first(kinds, (kind) => values.get(nameOf(kind, key))),
    keyOf: (kinds, id) => first(kinds, (kind) => keys.get(nameOf(kind, id))),
  };
}

function first(kinds: readonly string[], find: (kind: string) => string | undefined): string | undefined {
  return kinds.map(find).find((found) => found !== undefined);
}

function nameOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
