import type { z } from 'zod';
import { nearest } from '../diagnostics/nearest.ts';
import { createDocumentSchema, documentKeys } from '../schemas/document-schema.ts';
import { keysIn } from './keys-in.ts';
import { entryOf, isNull, type Located, type LocatedMap, textOf, typeWord } from './located.ts';
import { describePath, find, isFieldPath, pathText, resourceAt } from './place-of-path.ts';
import { toPlain } from './plain.ts';
import type { Fault, Report } from './problem-list.ts';
import { keysAt } from './schema-keys.ts';
import type { Place } from './source-file.ts';
import { whereKeyBelongs } from './where-key-belongs.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks the document against the schema and reports every issue at its place. With `complete: false` a part of the
 * document could not be read, and nothing is said about what is missing.
 */
export function validate(
  root: LocatedMap,
  report: Report,
  { complete, hasVersions }: { readonly complete: boolean; readonly hasVersions: boolean },
): void {
  const schema = schemaFor(keysIn(root, documentKeys));
  // Compiled, it would be no faster: most of its parts are met a few times.
  const parsed = schema.safeParse(toPlain(root), { jitless: true });
  for (const issue of parsed.error?.issues ?? []) {
    // That a file lacks its version is said at the file.
    if (!hasVersions && issue.path[0] === 'version') continue;
    reportIssue({ root, schema, report, complete }, issue);
  }
}

const met = new Set<string>();
let made: z.ZodType | undefined;

/** A schema for documents of these keys, and of all that were met before; made anew only where one is new. */
function schemaFor(keys: ReadonlySet<string>): z.ZodType {
  if (made !== undefined && keys.isSubsetOf(met)) return made;
  for (const key of keys) met.add(key);
  const has = new Set(met);
  made = createDocumentSchema({ described: false, has: (key) => has.has(key) });
  return made;
}

/** A document that is checked, and where what is wrong with it goes. */
interface Checking {
  readonly root: LocatedMap;
  readonly schema: z.ZodType;
  readonly report: Report;
  readonly complete: boolean;
}

function reportIssue(checking: Checking, issue: Issue): void {
  const { root, report, complete } = checking;
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    for (const inner of branchFor(root, issue)) reportIssue(checking, inner);
    return;
  }
  if (issue.code === 'unrecognized_keys') {
    reportUnknownKeys(checking, issue.path, issue.keys);
    return;
  }
  const found = find(root, issue.path);
  if (found.broken) return;
  if (found.node === undefined) {
    if (complete) report(found.place, missingFault(issue));
  } else if (issue.code === 'invalid_key') {
    report(found.key, keyFault(issue));
  } else {
    const code = isFieldPath(issue.path) ? { code: 'INVALID_PARAMETER' } : {};
    report(placeOfValue(found.node, found.key), { ...valueFault(issue, found.node), ...code });
  }
}

/** Of a value that may be written in two ways, the findings of the way that it is written in. */
function branchFor(root: LocatedMap, issue: Extract<Issue, { code: 'invalid_union' }>): readonly Issue[] {
  const isMap = find(root, issue.path).node?.type === 'map';
  const branch = (isMap ? issue.errors.at(-1) : issue.errors[0]) ?? [];
  return branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A null that is not written has no character to point at: its key is shown. */
function placeOfValue(node: Located, key: Place): Place {
  return isNull(node) && !/\S/.test(node.file.text.charAt(node.offset)) ? key : node;
}

function reportUnknownKeys(
  { root, schema, report }: Checking,
  path: readonly PropertyKey[],
  keys: readonly string[],
): void {
  const allowed = keysAt(schema, path);
  const { node } = find(root, path);
  for (const key of keys) {
    const entry = entryOf(node, key);
    if (entry !== undefined) report(entry.key, unknownKeyFault(key, path, allowed));
  }
}

function unknownKeyFault(key: string, path: readonly PropertyKey[], allowed: readonly string[]): Fault {
  const resource = resourceAt(path);
  const fields = Object.entries(resource?.kind.fields ?? {});
  if (resource?.external === true && fields.some(([name]) => name === key)) {
    return {
      rule: 'unknown-field',
      message: `${key} cannot be set on ${describePath(path)}, which is managed elsewhere`,
      remedy: 'Remove it here, or declare the resource in its own place to manage its fields.',
    };
  }
  // Who knows the platform writes its names: daily_budget_amount_local_micro.
  const byWire = fields.find(([, { wire }]) => wire === key)?.[0];
  const home = byWire === undefined ? whereKeyBelongs(key, path) : undefined;
  const suggestion = byWire ?? nearest(key, allowed);
  return {
    rule: 'unknown-field',
    message: `${key} is not a field of ${describePath(path)}`,
    remedy:
      home ??
      (suggestion === undefined ? `Use one of ${allowed.join(', ')}.` : `Did you mean ${suggestion}?`),
  };
}

function missingFault({ path, ...issue }: Issue): Fault {
  const name = pathText(path.slice(-1));
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  return {
    rule: 'missing',
    message: `${describePath(path.slice(0, -1))} lacks ${name}`,
    remedy:
      remedies.get(name) ?? (words.length === 0 ? `Add ${name}.` : `Add ${name}: ${words.join(' or ')}.`),
    ...(isFieldPath(path) ? { code: 'MISSING_PARAMETER' } : {}),
  };
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['version', 'Begin the document with "version: 1".'],
  ['accounts', 'Add "accounts:", with the key and the id of each ad account.'],
  ['id', "Add the platform's id: it is always needed here."],
]);

function keyFault(issue: Issue): Fault {
  const key = String(issue.path.at(-1));
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return {
    rule: 'bad-key',
    message: `${JSON.stringify(key)} ${inner ?? 'is not a key'}`,
    remedy: `Write ${suggestedKey(key)}, for example: keys make up addresses.`,
  };
}

function suggestedKey(key: string): string {
  const plain = key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return plain.length > 0 && plain.length <= 64 ? plain : 'spring-sale';
}

function valueFault(issue: Issue, node: Located): Fault {
  const name = nameOf(issue.path);
  if (isNull(node)) {
    return {
      rule: 'not-nullable',
      message: `${name} cannot be null`,
      remedy: 'Give it a value, or remove it: what is absent is not managed.',
    };
  }
  if (issue.code === 'invalid_type') return typeFault(name, issue.expected, node);
  if (issue.code === 'invalid_union') return sortFault(name, issue, node);
  if (issue.code === 'too_big' || (issue.code === 'too_small' && Number(issue.minimum) > 1)) {
    const bound = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
    const count = node.type === 'list' ? node.items.length : 0;
    return {
      rule: 'wrong-size',
      message: `${name} has ${count} members; ${bound} are allowed`,
      remedy: `Give it ${bound}.`,
    };
  }
  if (issue.code === 'too_small') {
    return {
      rule: 'too-short',
      message: `${name} is empty`,
      remedy: 'Add a member, or remove it: what is absent is not managed.',
    };
  }
  return {
    rule: 'bad-value',
    message: `${name} ${issue.message}${givenBy(node)}`,
    remedy: remedyOf(issue),
  };
}

/** A map of several sorts without a word that tells which, or with one that is none of them. */
function sortFault(name: string, issue: Issue, node: Located): Fault {
  const words = issue.code === 'invalid_union' && 'options' in issue ? issue.options : [];
  const list = Array.isArray(words) ? words.map(String) : [];
  return {
    rule: 'bad-value',
    message: `${name} ${textOf(node) === undefined ? 'lacks the word that tells its sort' : `is none of ${list.join(', ')}`}`,
    remedy: `Write ${list.join(' or ')}.`,
  };
}

/** The field's name, with the number of the member where the value stands in a list. */
function nameOf(path: readonly PropertyKey[]): string {
  const start = path.findLastIndex((step) => typeof step !== 'number');
  return start === -1 ? 'the document' : pathText(path.slice(start));
}

function givenBy(node: Located): string {
  if (node.type !== 'scalar' || node.template === undefined) return '';
  const text = textOf(node) ?? '';
  return `; ${node.template} gives ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)}`;
}

const types: ReadonlyMap<string, readonly [what: string, remedy: string]> = new Map([
  ['string', ['a single value', 'Write one value.']],
  ['array', ['a list', 'Write it as a list: [ … ], or one "- " a line.']],
  ['object', ['a map', 'Write it as a map: one "key: value" a line.']],
  ['record', ['a map', 'Write it as a map: one "key: value" a line.']],
]);

function typeFault(name: string, expected: string, node: Located): Fault {
  const [what, remedy] = types.get(expected) ?? [expected, `Write ${expected}.`];
  return { rule: 'wrong-type', message: `${name} must be ${what}, not ${typeWord(node)}`, remedy };
}

const remedyByField: ReadonlyMap<string, string> = new Map([
  ['version', 'Write version: 1.'],
  ['project', 'Write a name such as acme/ads, of at most 100 characters.'],
  ['max_budget_factor', 'Write a number, such as 10.'],
  ['max_bid_factor', 'Write a number, such as 10.'],
]);

function remedyOf(issue: Issue): string {
  const remedy: unknown = issue.code === 'custom' ? issue.params?.['remedy'] : undefined;
  if (typeof remedy === 'string') return remedy;
  return remedyByField.get(String(issue.path.at(-1))) ?? 'Write a number, or a share such as 30%.';
}
