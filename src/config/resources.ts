import { nearest } from '../diagnostics/nearest.ts';
import type { Siblings } from '../schemas/define-kind.ts';
import type { DesiredResource, Lifecycle, Source } from '../schemas/desired.ts';
import type { Value, Values } from '../schemas/values.ts';
import { withArticle } from '../schemas/with-article.ts';
import { reportCycles } from './cycles.ts';
import { type Declared, declaredResources } from './declared.ts';
import { type Entry, sectionsOf } from './entries.ts';
import { entryOf, type Located, type LocatedMap, textOf } from './located.ts';
import { type Report, sourceOf } from './problem-list.ts';
import { createResolve, type Resolve } from './references.ts';
import { checkUniqueness, type Resolved } from './uniqueness.ts';
import { fieldsOf } from './values-in.ts';

/**
 * The resources that a document declares, parents before children, fields by wire name. Reported: references that lead
 * nowhere or in a circle, fields that a new resource needs, rules between fields, and resources that cannot be told
 * apart. With `complete: false` a part of the document could not be read, and nothing is said about what is missing.
 */
export function readResources(
  root: LocatedMap,
  report: Report,
  { complete }: { readonly complete: boolean },
): readonly DesiredResource[] {
  const all = onceEach(declaredResources(root), report);
  const byAddress = new Map(all.map((declared) => [declared.entry.address, declared]));
  const resolve: Resolve = complete ? createResolve(all, report) : (_declared, _name, value) => value;
  const resolved = all.map((declared) => resolveFields(declared, resolve));
  const siblings = siblingsOf(all);
  for (const declared of all) {
    if (complete) checkRequired(declared, report);
    checkRules(declared, byAddress.get(declared.entry.parent?.address ?? ''), siblings(declared), report);
  }
  checkUniqueness(resolved, report);
  reportCycles(resolved, report);
  return resolved.map((one) => desiredResource(one, report));
}

/** The resources without the members of sets that stand there a second time, which are reported. */
function onceEach(declared: readonly Declared[], report: Report): readonly Declared[] {
  const first = new Map<string, Declared>();
  return declared.filter((each) => {
    const known = first.get(each.entry.address);
    if (known === undefined) first.set(each.entry.address, each);
    else if (each.entry.kind.form === 'set') reportTwice(each, known, report);
    return known === undefined;
  });
}

function reportTwice({ entry }: Declared, first: Declared, report: Report): void {
  report(entry.place, {
    rule: 'duplicate-member',
    message: `${entry.key} stands twice under ${entry.kind.section}`,
    remedy: 'Remove one of the two.',
    related: { place: first.entry.place, label: 'first here' },
  });
}

function resolveFields(declared: Declared, resolve: Resolve): Resolved {
  const fields: [string, Value][] = [];
  for (const [name, value] of declared.values) {
    const field = declared.entry.kind.fields[name];
    const settled = field && resolve(declared, name, value);
    if (field !== undefined && settled !== undefined) fields.push([field.wire, settled]);
  }
  return { declared, fields: Object.fromEntries(fields) };
}

/** What adsync creates needs its required fields; what exists already, or is managed elsewhere, does not. */
function checkRequired({ entry, id, values }: Declared, report: Report): void {
  const exists = id !== undefined || entryOf(entry.body, 'id') !== undefined;
  if (exists || entry.external || !entry.kind.creatable) return;
  for (const [name, field] of fieldsOf(entry.kind)) {
    if (field.required !== true || values.has(name) || entryOf(entry.body, name) !== undefined) continue;
    report(entry.place, {
      rule: 'missing',
      message: `${entry.kind.title} ${entry.key} lacks ${name}`,
      remedy: `Add ${name}: ${field.description}`,
      code: 'MISSING_PARAMETER',
    });
  }
}

/** The declared values of a kind under each resource's parent, of its own kind unless said, made when first asked for. */
function siblingsOf(all: readonly Declared[]): (declared: Declared) => Siblings {
  const groups = Map.groupBy(all, (each) => familyName(each));
  const known = new Map<string, readonly Values[]>();
  return (declared) => (kind) => {
    const group = familyName(declared, kind);
    const values = known.get(group) ?? (groups.get(group) ?? []).map(valuesOf);
    known.set(group, values);
    return values;
  };
}

function familyName({ entry }: Declared, kind = entry.kind.name): string {
  return `${kind} ${entry.parent?.address ?? ''}`;
}

function checkRules(
  { entry, id, values, sound }: Declared,
  parent: Declared | undefined,
  siblings: Siblings,
  report: Report,
): void {
  if (!sound || entry.kind.check === undefined) return;
  // Of a parent that exists already, what is not declared is not known.
  const known = parent?.sound === true && parent.id === undefined ? valuesOf(parent) : undefined;
  const findings = entry.kind.check(Object.fromEntries(values), known, siblings);
  const exists = id !== undefined || entryOf(entry.body, 'id') !== undefined;
  for (const { field, message, remedy, code, onlyForNew } of findings) {
    if (onlyForNew === true && exists) continue;
    const place = entryOf(entry.body, field)?.value ?? entry.place;
    report(place, {
      rule: 'fields-together',
      message: `${field} ${message}`,
      remedy,
      ...(code === undefined ? {} : { code }),
    });
  }
}

function valuesOf({ values }: Declared): Values {
  return Object.fromEntries(values);
}

function desiredResource({ declared, fields }: Resolved, report: Report): DesiredResource {
  const { entry, id } = declared;
  return {
    address: entry.address,
    kind: entry.kind.name,
    accountKey: entry.accountKey,
    parent: entry.parent?.address,
    id,
    fields,
    lifecycle: readLifecycle(entry, report),
    sets: setsGiven(entry),
    source: sourceOf(entry.place),
    home: { file: entry.place.file.path },
    fieldSources: Object.fromEntries(fieldSources(declared)),
  };
}

/** The sets that an entry gives, also as an empty list. */
function setsGiven({ kind, body }: Entry): readonly string[] {
  return [...sectionsOf(kind)].flatMap(([name, section]) =>
    section.kind.form === 'set' && entryOf(body, name)?.value.type === 'list' ? [section.kind.name] : [],
  );
}

/** A value that is a template and nothing else stands where the template took it from, in the same file. */
function givenAt(node: Located): Located {
  const [origin, ...others] = node.type === 'scalar' ? (node.origins ?? []) : [];
  const isWhole = node.type === 'scalar' && origin?.text === node.text && origin.file === node.file;
  return isWhole && others.length === 0 ? origin : node;
}

function fieldSources({ entry, values }: Declared): readonly (readonly [string, Source])[] {
  return [...values.keys()].flatMap((name) => {
    const wire = entry.kind.fields[name]?.wire;
    const node = entryOf(entry.body, name)?.value;
    return wire === undefined || node === undefined ? [] : [[wire, sourceOf(givenAt(node))] as const];
  });
}

function readLifecycle(entry: Entry, report: Report): Lifecycle {
  const lifecycle = entryOf(entry.body, 'lifecycle')?.value;
  const isTrue = (name: string): boolean => textOf(entryOf(lifecycle, name)?.value)?.toLowerCase() === 'true';
  return {
    preventDestroy: isTrue('prevent_destroy'),
    adopt: isTrue('adopt'),
    allowReplace: isTrue('allow_replace'),
    ignoreChanges: readIgnoreChanges(entry, lifecycle?.type === 'map' ? lifecycle : undefined, report),
  };
}

function readIgnoreChanges(
  { kind }: Entry,
  lifecycle: LocatedMap | undefined,
  report: Report,
): readonly string[] {
  const list = entryOf(lifecycle, 'ignore_changes')?.value;
  if (list?.type !== 'list') return [];
  return list.items.flatMap((item) => {
    const name = textOf(item);
    const field = name === undefined ? undefined : new Map(Object.entries(kind.fields)).get(name);
    if (name === undefined || field !== undefined) return field?.wire ?? [];
    if (sectionsOf(kind).get(name)?.kind.form === 'set') return name;
    const names = Object.keys(kind.fields);
    const near = nearest(name, names);
    report(item, {
      rule: 'unknown-field',
      message: `ignore_changes: ${name} is not a field of ${withArticle(kind.title)}`,
      remedy: near === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${near}?`,
    });
    return [];
  });
}
