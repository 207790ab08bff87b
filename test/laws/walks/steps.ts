import type { Kind } from '../../../src/schemas/define-kind.ts';
import { allKinds, kindNamed } from '../../../src/schemas/registry.ts';
import type { Random } from '../../support/worlds/random.ts';
import { type Declared, type DeclaredTree, type Placed, placesIn } from './declared-tree.ts';

/** One change of a document; `false` where it found nothing to change. */
type StepOf = (tree: DeclaredTree, random: Random, number: number) => boolean;

/** Kinds that a walk can add: all that are made, or are there with what stands above them. */
const addable = allKinds.filter(
  (kind) => kind.parent !== undefined && (kind.creatable || kind.form === 'only'),
);

const add: StepOf = (tree, random, number) => {
  const kind = random.pick(addable);
  if (kind === undefined) return false;
  grow(tree, kind, random, number);
  return true;
};

/** A resource of the kind in the tree, under a parent that can hold it, which is grown where there is none. */
function grow(tree: DeclaredTree, kind: Kind, random: Random, number: number): Declared {
  const parent = parentFor(tree, kind, random, number);
  // What has to be there before it, such as the country of a curated category.
  for (const before of kind.siblings?.createdAfter ?? []) {
    if (parent.children.some((child) => child.kind.name === before)) continue;
    const needed = kindNamed(before);
    parent.children.push({
      kind: needed,
      key: '',
      fields: { ...needed.example },
      external: false,
      children: [],
    });
  }
  const declared: Declared = {
    kind,
    key: `${kind.name.replaceAll('_', '-')}-${number}`,
    fields: distinct(kind, structuredClone({ ...kind.example }), number),
    external: false,
    children: [],
  };
  if (kind.form === 'only') parent.children = parent.children.filter((child) => child.kind !== kind);
  parent.children.push(declared);
  return declared;
}

function parentFor(tree: DeclaredTree, kind: Kind, random: Random, number: number): Declared {
  const parentKind = kindNamed(kind.parent ?? '');
  if (parentKind.parent === undefined) return tree.account;
  const fits = placesIn(tree).filter(
    ({ declared }) =>
      declared.kind === parentKind &&
      Object.entries(kind.parentExample ?? {}).every(([name, value]) => isSame(declared.fields[name], value)),
  );
  const chosen = random.chance(0.7) ? random.pick(fits)?.declared : undefined;
  if (chosen !== undefined) return chosen;
  if (!parentKind.creatable) return existing(tree, parentKind, number);
  const grown = grow(tree, parentKind, random, number);
  Object.assign(grown.fields, structuredClone({ ...kind.parentExample }));
  return grown;
}

function existing(tree: DeclaredTree, kind: Kind, number: number): Declared {
  const known = tree.account.children.find((child) => child.kind === kind);
  if (known !== undefined) return known;
  const id = typeof kind.example['id'] === 'string' ? kind.example['id'] : '';
  const declared: Declared = {
    kind,
    key: `existing-${number}`,
    fields: { id },
    external: true,
    children: [],
  };
  tree.account.children.push(declared);
  return declared;
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Examples of one kind differ in the text that people tell them apart by. */
function distinct(kind: Kind, fields: Record<string, unknown>, number: number): Record<string, unknown> {
  for (const name of ['name', 'text']) {
    const value = fields[name];
    if (Object.hasOwn(kind.fields, name) && typeof value === 'string') fields[name] = `${value} ${number}`;
  }
  const { url } = fields;
  if (kind.naturalKey.includes(kind.fields['url']?.wire ?? '') && typeof url === 'string')
    fields['url'] = `${url}?${number}`;
  return fields;
}

const remove: StepOf = (tree, random) => {
  const chosen = pickOwn(tree, random);
  if (chosen?.parent === undefined || isNeeded(chosen)) return false;
  chosen.parent.children = chosen.parent.children.filter((child) => child !== chosen.declared);
  return true;
};

const change: StepOf = (tree, random, number) => {
  const placed = pickOwn(tree, random);
  const chosen = placed?.declared;
  const [name, field] = random.pick(Object.entries(chosen?.kind.fields ?? {})) ?? [];
  if (placed === undefined || chosen === undefined || name === undefined || field === undefined) return false;
  if (isNeeded(placed) || (remakes(chosen.kind, [name, field.example?.with]) && isBoundToExample(chosen)))
    return false;
  const isDeclared = Object.hasOwn(chosen.fields, name);
  if (isDeclared && field.nullable === true && random.chance(0.3)) chosen.fields[name] = null;
  else if (isDeclared && random.chance(0.3))
    chosen.fields[name] = chosen.kind.example[name] ?? chosen.fields[name];
  else if (field.example !== undefined)
    Object.assign(chosen.fields, { [name]: field.example.value }, field.example.with);
  else return false;
  distinct(chosen.kind, chosen.fields, number);
  return true;
};

/** True for what a sibling cannot be without, such as the country that a curated category is of: the platform knows which. */
function isNeeded({ declared, parent }: Placed): boolean {
  return (
    parent?.children.some(({ kind }) => kind.siblings?.createdAfter?.includes(declared.kind.name)) ?? false
  );
}

/** True where a change of a field, with what its example needs beside it, takes a new record. */
function remakes(kind: Kind, [name, others = {}]: readonly [string, object | undefined]): boolean {
  return [name, ...Object.keys(others)].some((each) => kind.fields[each]?.change === 'replace');
}

/** True where the examples beneath fit this one only as it is: a post that goes with one objective. */
function isBoundToExample({ children }: Declared): boolean {
  return children.some(({ kind }) => kind.parentExample !== undefined);
}

/** Switches something on or off, which is what people do most. */
const activate: StepOf = (tree, random) => {
  const chosen = pickOwn(tree, random, ({ declared }) => declared.kind.spending !== undefined)?.declared;
  if (chosen === undefined) return false;
  chosen.fields['status'] = random.chance(0.7) ? 'ACTIVE' : 'PAUSED';
  return true;
};

const move: StepOf = (tree, random, number) => {
  const chosen = pickOwn(
    tree,
    random,
    ({ declared }) => declared.kind.form === undefined && declared.kind.keyField === undefined,
  );
  if (chosen === undefined || hasMoved(tree, chosen.address)) return false;
  const key = `moved-${number}`;
  tree.moved.push({ from: chosen.address, to: chosen.address.replace(/[^/]+$/, key) });
  chosen.declared.key = key;
  return true;
};

/** Gives a resource to another parent of the same kind: the platform makes a new one for it. */
const reparent: StepOf = (tree, random) => {
  const chosen = pickOwn(
    tree,
    random,
    ({ declared }) => declared.kind.form === undefined && declared.kind.parentField !== undefined,
  );
  if (chosen?.parent === undefined) return false;
  const others = placesIn(tree).filter(
    ({ declared }) => declared.kind === chosen.parent?.kind && declared !== chosen.parent,
  );
  const target = random.pick(others);
  if (target === undefined || hasMoved(tree, chosen.address) || hasMoved(tree, target.address)) return false;
  const { declared, parent, address } = chosen;
  parent.children = parent.children.filter((child) => child !== declared);
  target.declared.children.push(declared);
  tree.moved.push({ from: address, to: `${target.address}/${declared.kind.section}/${declared.key}` });
  return true;
};

/** What has moved in this document, or holds something that has, goes by another address until it is applied. */
function hasMoved({ moved }: DeclaredTree, address: string): boolean {
  const touches = (other: string): boolean =>
    `${other}/`.startsWith(`${address}/`) || `${address}/`.startsWith(`${other}/`);
  return moved.some(({ from, to }) => touches(from) || touches(to));
}

function pickOwn(
  tree: DeclaredTree,
  random: Random,
  fits: (placed: Placed) => boolean = () => true,
): Placed | undefined {
  return random.pick(placesIn(tree).filter((placed) => !placed.declared.external && fits(placed)));
}

const stepsOf: readonly StepOf[] = [
  add,
  add,
  add,
  add,
  remove,
  change,
  change,
  change,
  activate,
  activate,
  move,
  reparent,
];

/** Changes a document somehow; `false` where the random found nothing to change. */
export function takeStep(tree: DeclaredTree, random: Random, number: number): boolean {
  return random.pick(stepsOf)?.(tree, random, number) ?? false;
}
