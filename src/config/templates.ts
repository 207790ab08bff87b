import { nearest } from '../diagnostics/nearest.ts';
import {
  createSizes,
  entryOf,
  isBroken,
  type Located,
  type LocatedEntry,
  type LocatedList,
  type LocatedMap,
  type LocatedScalar,
  typeWord,
} from './located.ts';
import { type Fault, type Report, reservedKeyFault } from './problem-list.ts';
import type { Place } from './source-file.ts';

/** A literal `${`, or a template with its end. */
const token = /\$\$\{|\$\{([^}]*)\}?/g;
const wholeTemplate = /^\$\{([^{}]*)\}$/;
const pathPattern = /^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$/;

const maxValues = 2_000_000;
const maxCharacters = 16_000_000;

/** Where templates find values: `${NAME.key}` asks the scope NAME for the key. */
export interface Scope {
  readonly name: string;
  /** The value, as if it stood at the place. */
  get(key: string, place: Place): Located | undefined;
  keys(): Iterable<string>;
  /** What a value stands for where no member of it is asked for; itself, unless said otherwise. */
  itself?(value: Located): Located | undefined;
  /** How to declare what is missing. */
  readonly remedy: string;
}

interface Expansion {
  readonly scopes: readonly Scope[];
  readonly report: Report;
  readonly done: Map<Located, Located>;
  readonly sizeOf: (node: Located) => number;
  values: number;
  characters: number;
  overdrawn: boolean;
}

/**
 * A tree with its templates filled in, keys included. A scalar that is one whole template takes the value with its
 * type and stands where the template stands; inside a text only single values are possible; `$${` gives `${`. Values
 * are not searched for templates again. Reported: unknown names, forms that are no template, maps and lists inside a
 * text, and templates that would blow up the document. What has no template is returned as it is, not copied.
 */
export function expandTemplates(root: LocatedMap, scopes: readonly Scope[], report: Report): LocatedMap {
  const expansion = {
    scopes,
    report,
    done: new Map<Located, Located>(),
    sizeOf: createSizes(),
    values: 0,
    characters: 0,
    overdrawn: false,
  };
  return expandMap(expansion, root);
}

function expand(expansion: Expansion, node: Located): Located {
  // Most values are texts without templates: nothing is remembered of those.
  if (node.type === 'scalar' && !hasTemplate(node)) return node;
  const known = expansion.done.get(node);
  if (known !== undefined) return known;
  const expanded = expandNew(expansion, node);
  expansion.done.set(node, expanded);
  return expanded;
}

function expandNew(expansion: Expansion, node: Located): Located {
  if (node.type === 'scalar') return expandScalar(expansion, node);
  return node.type === 'list' ? expandList(expansion, node) : expandMap(expansion, node);
}

function expandList(expansion: Expansion, node: LocatedList): Located {
  const items = node.items.map((item) => expand(expansion, item));
  return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
}

function expandMap(expansion: Expansion, node: LocatedMap): LocatedMap {
  let unchanged = 0;
  for (const [name, entry] of node.entries) {
    if (name.includes('${') || expand(expansion, entry.value) !== entry.value) break;
    unchanged += 1;
  }
  return unchanged === node.entries.size ? node : changedMap(expansion, node);
}

function changedMap(expansion: Expansion, node: LocatedMap): LocatedMap {
  const entries = new Map<string, LocatedEntry>();
  for (const [name, entry] of node.entries) {
    const keyOrigins: LocatedScalar[] = [];
    const key = expandKey(expansion, name, entry.key, keyOrigins);
    const value = expand(expansion, entry.value);
    if (key === undefined) continue;
    const first = entries.get(key);
    if (first === undefined) {
      const own = keyOrigins.length === 0 ? {} : { keyOrigins };
      entries.set(key, value === entry.value && key === name ? entry : { ...entry, value, ...own });
    } else {
      expansion.report(entry.key, {
        rule: 'duplicate-key',
        message: `the key ${key} stands twice once templates are filled in`,
        remedy: 'Rename one of the two.',
        related: { place: first.key, label: 'first here' },
      });
    }
  }
  return { ...node, entries };
}

/** `undefined` where the key cannot be filled in: what stands under it is left out. */
function expandKey(
  expansion: Expansion,
  name: string,
  place: Place,
  origins: LocatedScalar[],
): string | undefined {
  if (!name.includes('${')) return name;
  const key = expandText(expansion, name, place, origins);
  if (key !== '__proto__') return key;
  expansion.report(place, reservedKeyFault);
  return undefined;
}

function expandScalar(expansion: Expansion, node: LocatedScalar): Located {
  const { text } = node;
  if (text === null || !hasTemplate(node)) return node;
  const whole = wholeTemplate.exec(text);
  if (whole !== null) {
    const value = lookUp(expansion, whole[1] ?? '', node);
    if (value === undefined || isBroken(value)) return { ...node, broken: true };
    if (!withinBudget(expansion, expansion.sizeOf(value), node)) return { ...node, broken: true };
    return value.type === 'scalar'
      ? { ...node, text: value.text, template: text, origins: [value] }
      : { ...value, ...placeOf(node) };
  }
  const origins: LocatedScalar[] = [];
  const filled = expandText(expansion, text, node, origins);
  return filled === undefined
    ? { ...node, broken: true }
    : { ...node, text: filled, template: text, origins };
}

/** What a template gave is not searched for templates again. */
function hasTemplate(node: LocatedScalar): boolean {
  return node.template === undefined && !isBroken(node) && node.text?.includes('${') === true;
}

function placeOf({ file, offset }: Place): Place {
  return { file, offset };
}

/** Adds what it takes to the origins, in the order of the text. */
function expandText(
  expansion: Expansion,
  text: string,
  place: Place,
  origins: LocatedScalar[],
): string | undefined {
  let complete = true;
  const filled = text.replace(token, (found: string, path: string | undefined) => {
    if (path === undefined) return '${';
    if (expansion.characters > maxCharacters) return '';
    const value = found.endsWith('}') ? singleValue(expansion, path, place) : notClosed(expansion, place);
    complete &&= value !== undefined;
    if (value !== undefined) origins.push(value);
    expansion.characters += value?.text?.length ?? 0;
    return value?.text ?? '';
  });
  return complete && withinBudget(expansion, 0, place) ? filled : undefined;
}

function notClosed(expansion: Expansion, place: Place): undefined {
  expansion.report(place, {
    rule: 'template-form',
    message: 'a template has no end',
    remedy: 'Write ${var.name}, or $${ for the characters ${ themselves.',
  });
  return undefined;
}

function singleValue(expansion: Expansion, path: string, place: Place): LocatedScalar | undefined {
  const value = lookUp(expansion, path, place);
  if (value === undefined || isBroken(value)) return undefined;
  if (value.type === 'scalar' && value.text !== null) return value;
  expansion.report(place, {
    rule: 'template-not-text',
    message: `\${${path}} is ${typeWord(value)} and cannot stand inside a text`,
    remedy: 'Use it as a whole value, or give it a single value.',
  });
  return undefined;
}

function lookUp(expansion: Expansion, given: string, place: Place): Located | undefined {
  const path = given.trim();
  const [scopeName, key = '', ...members] = path.split('.');
  const scope = expansion.scopes.find(({ name }) => name === scopeName);
  if (scope === undefined || !pathPattern.test(path)) {
    expansion.report(place, formFault(given, expansion.scopes));
    return undefined;
  }
  let value = scope.get(key, place);
  let candidates = scope.keys();
  let missing = key;
  for (const member of members) {
    if (value === undefined) break;
    candidates = value.type === 'map' ? value.entries.keys() : [];
    missing = member;
    value = entryOf(value, member)?.value;
  }
  if (value === undefined) expansion.report(place, unknownFault(path, missing, candidates, scope.remedy));
  return members.length > 0 || value === undefined ? value : (scope.itself?.(value) ?? value);
}

function formFault(given: string, scopes: readonly Scope[]): Fault {
  if (scopes.length === 0) {
    return {
      rule: 'template-in-variable',
      message: `a variable cannot use \${${given}}`,
      remedy: 'Write the value itself, or $${ for the characters ${.',
    };
  }
  if (/^\s*matrix\./.test(given)) {
    return {
      rule: 'template-form',
      message: `\${${given}} stands outside of an entry with a matrix`,
      remedy: 'Give the entry a matrix: { market: [us, uk] }, or write the value itself.',
    };
  }
  const meant = scopes.find((scope) => [...scope.keys()].includes(given.trim()));
  return {
    rule: 'template-form',
    message: `\${${given}} is not a template`,
    remedy:
      meant === undefined
        ? 'Write ${var.name}, or $${ for the characters ${ themselves.'
        : `Write \${${meant.name}.${given.trim()}}.`,
  };
}

function unknownFault(path: string, missing: string, candidates: Iterable<string>, remedy: string): Fault {
  const near = nearest(missing, candidates);
  return {
    rule: 'unknown-variable',
    message: `\${${path}}: there is no ${missing}`,
    remedy: near === undefined ? remedy : `Did you mean ${near}?`,
  };
}

function withinBudget(expansion: Expansion, values: number, place: Place): boolean {
  expansion.values += values;
  if (expansion.values <= maxValues && expansion.characters <= maxCharacters) return true;
  if (!expansion.overdrawn) {
    expansion.report(place, {
      rule: 'template-bomb',
      message: 'the templates of the document stand for too much',
      remedy: 'Use smaller values: two million values and sixteen million characters are the most.',
    });
  }
  expansion.overdrawn = true;
  return false;
}
