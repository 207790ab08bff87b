import { nearest } from '../diagnostics/nearest.ts';
import { kindNamed } from '../schemas/registry.ts';
import { type IdOf, isKeyOf, type KeyOf, mapReferences, type Value } from '../schemas/values.ts';
import { withArticle } from '../schemas/with-article.ts';
import type { Declared } from './declared.ts';
import { rootKind } from './entries.ts';
import { entryOf, type Located, textOf } from './located.ts';
import type { Fault, Report } from './problem-list.ts';

/** Suggestions compare a word with every key; beyond this many comparisons a run makes none. */
const maxComparisons = 2_000_000;

/** Turns a field's value into what the planner takes; `undefined` for a reference that leads nowhere. */
export type Resolve = (declared: Declared, name: string, value: Value) => Value | undefined;

/** The keys that stand right in an account, by the kinds that have one. */
type KindsByKey = ReadonlyMap<string, readonly string[]>;

/**
 * Resolves references by key, at any depth of a value: each gives `{ id_of: ADDRESS }`, in the same account, or in
 * another as `ACCOUNT/KEY`. One that leads nowhere, or to several kinds, is reported with what to write instead.
 */
export function createResolve(all: readonly Declared[], report: Report): Resolve {
  const accounts = keysByAccount(all);
  let comparisons = 0;
  const near = (word: string, candidates: readonly string[]): string | undefined => {
    comparisons += candidates.length;
    return comparisons > maxComparisons ? undefined : nearest(word, candidates);
  };
  const resolveOne = ({ entry }: Declared, name: string, reference: KeyOf): IdOf | undefined => {
    const { account, word } = split(reference, entry.accountKey);
    const found = findKinds(accounts, reference, account, word);
    const [kind, second] = found;
    if (kind === rootKind.name) return { id_of: word };
    if (kind !== undefined && second === undefined)
      return { id_of: `${account}/${kindNamed(kind).section}/${word}` };
    const field = entryOf(entry.body, name)?.value;
    const place = (field && placeOfText(field, reference.key)) ?? field ?? entry.place;
    if (kind !== undefined) {
      report(place, ambiguousFault(name, reference, found));
      return undefined;
    }
    const keys = keysOf(accounts.get(account), reference);
    const otherAccount = accounts.has(account) ? undefined : near(account, [...accounts.keys()]);
    const meant = otherAccount === undefined ? near(word, keys) : `${otherAccount}/${word}`;
    report(place, unknownFault(name, reference, account, meant));
    return undefined;
  };
  const reportBareKey = ({ entry, values }: Declared, name: string, text: string): void => {
    const meant = entry.kind.fields[name]?.bareKey?.(Object.fromEntries(values));
    const kinds = accounts.get(entry.accountKey)?.get(text);
    if (meant === undefined || kinds?.includes(meant.kind) !== true) return;
    report(entryOf(entry.body, name)?.value ?? entry.place, bareKeyFault(name, text, meant));
  };
  return (declared, name, value) => {
    if (typeof value === 'string') reportBareKey(declared, name, value);
    return mapReferences(value, (reference) =>
      isKeyOf(reference) ? resolveOne(declared, name, reference) : reference,
    );
  };
}

function bareKeyFault(
  name: string,
  text: string,
  { word, kind }: { readonly word: string; readonly kind: string },
): Fault {
  return {
    rule: 'bare-key',
    message: `${name}: ${text} is the key of ${withArticle(kindNamed(kind).title)}, and a bare text is taken for an id`,
    remedy: `Write { ${word}: ${text} }, or { id: ${text} } if it is the platform's id.`,
  };
}

function split(
  { key, key_of: kinds }: KeyOf,
  ownAccount: string,
): { readonly account: string; readonly word: string } {
  const at = kinds.includes(rootKind.name) ? -1 : key.indexOf('/');
  return at === -1
    ? { account: ownAccount, word: key }
    : { account: key.slice(0, at), word: key.slice(at + 1) };
}

/** The kinds of a reference that have its key. */
function findKinds(
  accounts: ReadonlyMap<string, KindsByKey>,
  { key_of: kinds }: KeyOf,
  account: string,
  word: string,
): readonly string[] {
  if (kinds.includes(rootKind.name)) return accounts.has(word) ? [rootKind.name] : [];
  const having = accounts.get(account)?.get(word) ?? [];
  return kinds.filter((kind) => having.includes(kind));
}

function keysOf(keys: KindsByKey | undefined, { key_of: kinds }: KeyOf): readonly string[] {
  return [...(keys ?? [])]
    .filter(([, having]) => having.some((kind) => kinds.includes(kind)))
    .map(([key]) => key);
}

/** Only what stands right in an account can be referred to; an account's own key is that of its entry. */
function keysByAccount(all: readonly Declared[]): ReadonlyMap<string, KindsByKey> {
  const accounts = new Map<string, Map<string, string[]>>();
  for (const { entry } of all) {
    const keys = accounts.get(entry.accountKey) ?? new Map<string, string[]>();
    accounts.set(entry.accountKey, keys);
    if (entry.parent === undefined || entry.parent.parent !== undefined) continue;
    const kinds = keys.get(entry.key);
    if (kinds === undefined) keys.set(entry.key, [entry.kind.name]);
    else kinds.push(entry.kind.name);
  }
  return accounts;
}

/** Where in a nested value a text stands. */
function placeOfText(node: Located, text: string): Located | undefined {
  if (node.type === 'scalar') return textOf(node) === text ? node : undefined;
  const children =
    node.type === 'list' ? node.items : Array.from(node.entries.values(), ({ value }) => value);
  for (const child of children) {
    const found = placeOfText(child, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function titleOf(kinds: readonly string[]): string {
  return kinds.map((kind) => kindNamed(kind).title).join(' or ');
}

function unknownFault(
  name: string,
  { key, key_of: kinds }: KeyOf,
  account: string,
  suggestion: string | undefined,
): Fault {
  const sections = kinds.map((kind) => kindNamed(kind).section).join(' or ');
  const place = kinds.includes(rootKind.name) ? sections : `${sections} of ${account}`;
  return {
    rule: 'unknown-reference',
    message: `${name}: there is no ${titleOf(kinds)} ${key}`,
    remedy:
      suggestion === undefined
        ? `Declare it under ${place}, or write { id: … } for one that exists already.`
        : `Did you mean ${suggestion}?`,
  };
}

function ambiguousFault(name: string, { key }: KeyOf, kinds: readonly string[]): Fault {
  return {
    rule: 'ambiguous-reference',
    message: `${name}: ${key} is the key of a ${kinds.map((kind) => kindNamed(kind).title).join(' and of a ')}`,
    remedy: 'Give one of them another key.',
  };
}
