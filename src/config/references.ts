import { nearest } from '../diagnostics/nearest.ts';
import type { Field } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { IdOf, Value } from '../schemas/values.ts';
import type { Declared } from './declared.ts';
import { entryOf } from './located.ts';
import type { Fault, Report } from './problem-list.ts';

/** Suggestions compare a word with every key; beyond this many comparisons a run makes none. */
const maxComparisons = 2_000_000;

/** Turns a field's value into what the planner takes; `undefined` for a reference that leads nowhere. */
export type Resolve = (declared: Declared, name: string, field: Field, value: Value) => Value | undefined;

/**
 * Resolves references by key: `{ key }` gives `{ id_of: ADDRESS }`, in the same account, or in another as
 * `ACCOUNT/KEY`. One that leads nowhere is reported with the nearest key that exists.
 */
export function createResolve(all: readonly Declared[], report: Report): Resolve {
  const sections = keysBySection(all);
  let comparisons = 0;
  const near = (word: string, candidates: readonly string[]): string | undefined => {
    comparisons += candidates.length;
    return comparisons > maxComparisons ? undefined : nearest(word, candidates);
  };
  return ({ entry }, name, field, value) => {
    const key = keyOf(value);
    if (field.refersTo === undefined || key === undefined) return value;
    const target = kindNamed(field.refersTo);
    const { account, word } = split(key, entry.accountKey);
    const keys = sections.get(account)?.get(target.section);
    if (keys?.has(word) === true) {
      return { id_of: `${account}/${target.section}/${word}` } satisfies IdOf;
    }
    const suggestion = keys === undefined ? undefined : near(word, [...keys]);
    const otherAccount = sections.has(account) ? undefined : near(account, [...sections.keys()]);
    const meant = otherAccount === undefined ? suggestion : `${otherAccount}/${word}`;
    const place = entryOf(entry.body, name)?.value ?? entry.place;
    report(place, unknownFault(name, key, account, target, meant));
    return undefined;
  };
}

function keyOf(value: Value): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('key' in value))
    return undefined;
  return typeof value.key === 'string' ? value.key : undefined;
}

function split(key: string, ownAccount: string): { readonly account: string; readonly word: string } {
  const at = key.indexOf('/');
  return at === -1
    ? { account: ownAccount, word: key }
    : { account: key.slice(0, at), word: key.slice(at + 1) };
}

/** By account key, then section: only what stands right in the account can be referred to. */
function keysBySection(
  all: readonly Declared[],
): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const accounts = new Map<string, Map<string, Set<string>>>();
  for (const { entry } of all) {
    const sections = accounts.get(entry.accountKey) ?? new Map<string, Set<string>>();
    accounts.set(entry.accountKey, sections);
    if (entry.parent === undefined || entry.parent.parent !== undefined) continue;
    const keys = sections.get(entry.kind.section) ?? new Set<string>();
    sections.set(entry.kind.section, keys.add(entry.key));
  }
  return accounts;
}

function unknownFault(
  name: string,
  key: string,
  account: string,
  target: Kind,
  suggestion: string | undefined,
): Fault {
  return {
    rule: 'unknown-reference',
    message: `${name}: there is no ${target.title} ${key}`,
    remedy:
      suggestion === undefined
        ? `Declare it under ${target.section} of ${account}, or write { id: … } for one that exists already.`
        : `Did you mean ${suggestion}?`,
  };
}
