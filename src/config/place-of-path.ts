import { addressUnder } from '../schemas/address.ts';
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
  // A bare value that stands for a field of an entry.
  if (node.type === 'scalar') return node.text === null ? undefined : { key: node, value: node };
  if (node.type === 'map') return node.entries.get(String(step));
  const item = node.type === 'list' ? node.items[Number(step)] : undefined;
  return item && { key: item, value: item };
}

/** A resource that a path leads to, or leads into. */
interface ResourceOnPath extends Section {
  /** Of a member of a set it is that of its list. */
  readonly address: string;
  readonly isMember: boolean;
  /** What is left of the path. */
  readonly rest: readonly PropertyKey[];
}

/** The innermost resource on a path. */
function resourceOn(path: readonly PropertyKey[]): ResourceOnPath | undefined {
  const [top, account, ...steps] = path;
  if (top !== rootKind.section || account === undefined) return undefined;
  let found: ResourceOnPath = {
    kind: rootKind,
    external: false,
    address: String(account),
    isMember: false,
    rest: steps,
  };
  for (;;) {
    const [name, key] = found.rest;
    const below = sectionsOf(found.kind).get(String(name));
    const isOnly = below?.kind.form === 'only';
    if (below === undefined || (key === undefined && !isOnly)) return found;
    const isMember = typeof key === 'number' && !isOnly;
    const address = addressUnder(found.address, below.kind, isMember ? '' : String(key));
    found = { ...below, address, isMember, rest: found.rest.slice(isOnly ? 1 : 2) };
  }
}

/** The resource whose entry a path leads to exactly; `undefined` for every other path, and for members of lists. */
export function resourceAt(
  path: readonly PropertyKey[],
): (Section & { readonly address: string }) | undefined {
  const found = resourceOn(path);
  return found === undefined || found.isMember || found.rest.length > 0 ? undefined : found;
}

/** True for a path that leads to, or into, a field that the platform takes; an entry may be the value of its shorthand. */
export function isFieldPath(path: readonly PropertyKey[]): boolean {
  const found = resourceOn(path);
  if (found === undefined) return false;
  const [name] = found.rest;
  if (name !== undefined) return Object.hasOwn(found.kind.fields, name);
  return found.isMember || found.kind.shorthand !== undefined;
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
