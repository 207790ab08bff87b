import { rootKind, type Section, sectionsOf } from './entries.ts';
import { isBroken, type Located, type LocatedMap } from './located.ts';
import type { Place } from './source-file.ts';

/** What a path of keys and indexes leads to. */
export interface Found {
  /** `undefined` where the document has nothing there. */
  readonly node: Located | undefined;
  /** The value's place; of what is missing, the place of the key that lacks it. */
  readonly place: Place;
  /** The place of the last key on the way. */
  readonly key: Place;
  /** A value on the way was reported already. */
  readonly broken: boolean;
}

/** Follows a path from the top of the document. */
export function find(root: LocatedMap, path: readonly PropertyKey[]): Found {
  let node: Located | undefined = root;
  let key: Place = root;
  let broken = false;
  for (const step of path) {
    const entry: { readonly key: Place; readonly value: Located } | undefined = childOf(node, step);
    if (entry === undefined) return { node: undefined, place: key, key, broken };
    key = entry.key;
    node = entry.value;
    broken ||= isBroken(node);
  }
  return { node, place: node, key, broken };
}

function childOf(node: Located, step: PropertyKey) {
  if (node.type === 'map') return node.entries.get(String(step));
  const item = node.type === 'list' ? node.items[Number(step)] : undefined;
  return item && { key: item, value: item };
}

/** The resource whose entry a path leads to exactly; `undefined` for every other path. */
export function resourceAt(
  path: readonly PropertyKey[],
): (Section & { readonly address: string }) | undefined {
  const [top, ...steps] = path.map(String);
  if (top !== rootKind.section || steps.length % 2 === 0) return undefined;
  let section: Section = { kind: rootKind, external: false };
  for (const name of steps.filter((_, index) => index % 2 === 1)) {
    const below = sectionsOf(section.kind).get(name);
    if (below === undefined) return undefined;
    section = below;
  }
  return { ...section, address: steps.join('/') };
}

/** A path in words: `campaign acme-us/campaigns/spring-sale`, `limits.batch of account acme-us`, `policy`. */
export function describePath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the document';
  for (let end = path.length; end > 0; end -= 1) {
    const resource = resourceAt(path.slice(0, end));
    if (resource === undefined) continue;
    const whole = `${resource.kind.title} ${resource.address}`;
    return end === path.length ? whole : `${pathText(path.slice(end))} of ${whole}`;
  }
  return pathText(path);
}

/** Keys with points, members of lists counted from 1: `moved member 1.from`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return ` member ${step + 1}`;
      return index === 0 ? String(step) : `.${String(step)}`;
    })
    .join('');
}
