import { addressUnder, memberText } from '../../../src/schemas/address.ts';
import type { Kind } from '../../../src/schemas/define-kind.ts';
import { childKinds, rootKind } from '../../../src/schemas/registry.ts';
import type { Value, Values } from '../../../src/schemas/values.ts';

/** One declared resource and what stands beneath it. */
export interface Declared {
  readonly kind: Kind;
  key: string;
  /** As the document writes them. */
  fields: Record<string, unknown>;
  /** Exists already: only a place to attach things to. */
  readonly external: boolean;
  children: Declared[];
}

/** A document: one account with what is declared in it, and what was moved since the last apply. */
export interface DeclaredTree {
  readonly account: Declared;
  moved: { readonly from: string; readonly to: string }[];
}

/** Every resource of a tree with its address and what it stands in, parents first. */
export interface Placed {
  readonly declared: Declared;
  readonly address: string;
  readonly parent: Declared | undefined;
}

export function placesIn(tree: DeclaredTree): readonly Placed[] {
  const found: Placed[] = [];
  const visit = (declared: Declared, address: string, parent: Declared | undefined): void => {
    found.push({ declared, address, parent });
    for (const child of declared.children)
      visit(child, addressUnder(address, child.kind, keyOf(child)), declared);
  };
  visit(tree.account, tree.account.key, undefined);
  return found;
}

/** Its key; a member of a set goes by its text. */
function keyOf({ kind, key, fields }: Declared): string {
  return kind.form === 'set' ? (memberText(kind, normalValues(kind, fields)) ?? key) : key;
}

/** The fields that are valid by themselves, by wire name in normal form. */
export function normalValues(kind: Kind, fields: Readonly<Record<string, unknown>>): Values {
  const pairs = Object.entries(fields).flatMap(([name, written]): [string, Value][] => {
    const field = kind.fields[name];
    const parsed = field?.type.document.safeParse(written);
    if (field !== undefined && written === null) return [[field.wire, null]];
    return field !== undefined && parsed?.success === true ? [[field.wire, parsed.data]] : [];
  });
  return Object.fromEntries(pairs);
}

export function copyOf(tree: DeclaredTree): DeclaredTree {
  const copy = (declared: Declared): Declared => ({
    ...declared,
    fields: structuredClone(declared.fields),
    children: declared.children.map(copy),
  });
  return { account: copy(tree.account), moved: [...tree.moved] };
}

/** The document. What a walk does on purpose is allowed by its policy. */
export function documentOf(tree: DeclaredTree): object {
  return {
    version: 1,
    policy: { max_deletes: '100%', max_budget_factor: 999_999 },
    accounts: { [tree.account.key]: entryOf(tree.account), 'acme-uk': { id: '18ce5uk0000' } },
    ...(tree.moved.length === 0 ? {} : { moved: tree.moved }),
  };
}

function entryOf(declared: Declared): Record<string, unknown> {
  const { kind, external, fields, children } = declared;
  const consent =
    kind.replacement?.loses === undefined || external ? {} : { lifecycle: { allow_replace: true } };
  const entry: Record<string, unknown> = { ...fields, ...consent };
  for (const child of childKinds(kind.name)) {
    const members = children.filter((each) => each.kind === child);
    // Nothing to narrow an active line item has to be said.
    const said = members.length > 0 || (child.siblings?.restrictsParent === true && !external);
    if (said) entry[child.section] = sectionOf(child, members);
  }
  const attached = children.filter((each) => each.external && each.kind.parent !== kind.name);
  for (const [section, places] of Map.groupBy(attached, (each) => each.kind.section))
    entry[section] = Object.fromEntries(places.map((each) => [each.key, entryOf(each)]));
  return entry;
}

function sectionOf(kind: Kind, members: readonly Declared[]): unknown {
  const [first] = members;
  if (kind.form === 'only') return first === undefined ? undefined : entryOf(first);
  if (kind.form === undefined) return Object.fromEntries(members.map((each) => [each.key, entryOf(each)]));
  return members.map(({ fields }) => (kind.shorthand === undefined ? fields : fields[kind.shorthand]));
}

/** The account of the sandbox with what every walk needs. */
export function firstTree(kinds: (name: string) => Kind): DeclaredTree {
  const account = existing(rootKind, 'acme-us', '18ce54d4x5t');
  account.children = [existing(kinds('funding_instrument'), 'credit', 'hxtet')];
  return { account, moved: [] };
}

function existing(kind: Kind, key: string, id: string): Declared {
  return { kind, key, fields: { id }, external: true, children: [] };
}
